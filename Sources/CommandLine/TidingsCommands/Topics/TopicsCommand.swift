import PushModel

extension Command {
    /// `tidings topics`.
    static let topics = Command(
        "topics", "Make, change and remove topics, and choose them for somebody.",
        examples: [
            Example("tidings topics create news --name News", "Makes a topic that everybody gets until they choose."),
            Example("tidings topics choose news --user user-1 --off", "Takes somebody off it."),
        ],
        subcommands: [topicsCreate, topicsList, topicsShow, topicsChange, topicsRemove, topicsChoose])

    private static let slug = Argument("SLUG", "The topic's slug.")
    private static let fields: [Option] = [
        .value("name", "TEXT", "A name for people."), .value("description", "TEXT", "What it is about."),
        .value("category", "TEXT", "The group that an app shows it in."),
        .value("default", "STATE", "on or off: whether those get it who chose nothing."),
        .value("daily-cap", "COUNT", "How many messages of it a person gets a day at most, 1 to 50; 0 sets no limit."),
    ]

    private static let topicsCreate = single(
        "create", "Make a topic.", argument: slug, options: fields,
        examples: [
            Example("tidings topics create offers --name Offers --default off --daily-cap 1", "Makes one to opt in to.")
        ]
    ) { invocation, client, _ in
        var body = try topic(invocation)
        body["slug"] = .string(invocation.argument(0) ?? "")
        if body["name"] == nil { body["name"] = .string(invocation.argument(0) ?? "") }
        return try await client.value("POST", "/v1/topics", .object(body))
    }

    private static let topicsList = listing(
        "List the topics.", path: "/v1/topics",
        columns: [
            .member("SLUG", "slug"), .member("NAME", "name"), .member("DEFAULT", "defaultOptedIn"),
            .member("DAILY CAP", "dailyCap"),
        ],
        examples: [Example("tidings topics list", "Shows each topic.")])

    private static let topicsShow = single(
        "show", "Show a topic.", argument: slug,
        examples: [Example("tidings topics show news", "Shows one topic.")]
    ) { _, client, slug in try await client.value("GET", "/v1/topics/\(slug)") }

    private static let topicsChange = single(
        "change", "Change a topic; what is not named stays.", argument: slug, options: fields,
        examples: [Example("tidings topics change news --daily-cap 2", "Bounds what a person gets of it a day.")]
    ) { invocation, client, slug in
        let body = try topic(invocation)
        guard !body.members.isEmpty else {
            throw CommandError(
                .missingOption, "change needs --name, --description, --category, --default or --daily-cap.")
        }
        return try await client.value("PATCH", "/v1/topics/\(slug)", .object(body))
    }

    private static let topicsRemove = single(
        "remove", "Remove a topic and what people chose; messages accepted for it are still delivered.",
        argument: slug, examples: [Example("tidings topics remove news", "Removes it.")]
    ) { _, client, slug in try await client.value("DELETE", "/v1/topics/\(slug)") }

    private static let topicsChoose = single(
        "choose", "Choose a topic for a subscriber, and show what that person gets.", argument: slug,
        options: [
            .value("user", "USER", "The subscriber, by your own user id."),
            .flag("off", "The person does not want it; without it the person does."),
        ],
        examples: [Example("tidings topics choose news --user user-1 --off", "Takes somebody off it.")]
    ) { invocation, client, _ in
        let user = APIClient.escaped(try invocation.required("user"))
        var body = JSONObject()
        body[invocation.argument(0) ?? ""] = .bool(!invocation.flag("off"))
        return try await client.value("PATCH", "/v1/subscribers/\(user)/preferences", .object(body))
    }

    private static func topic(_ invocation: Invocation) throws(CommandError) -> JSONObject {
        var body = JSONObject()
        for name in ["name", "description", "category"] { body[name] = invocation.value(name).map { .string($0) } }
        if let state = invocation.value("default") {
            guard state == "on" || state == "off" else {
                throw CommandError(.invalidValue, "--default must be on or off, not \(quoted(state)).")
            }
            body["defaultOptedIn"] = .bool(state == "on")
        }
        if let cap = try invocation.integer("daily-cap", in: 0...50) {
            body["dailyCap"] = cap == 0 ? .null : .int(cap)
        }
        return body
    }
}
