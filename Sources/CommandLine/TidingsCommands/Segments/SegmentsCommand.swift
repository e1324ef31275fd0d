import PushModel

extension Command {
    /// `tidings segments`.
    static let segments = Command(
        "segments", "Save expressions over subscribers, and see whom they meet.",
        discussion: """
            An expression is JSON, such as {"ref":"attributes.plan","eq":"pro"}; the guide "Audiences" has all of it.
            """,
        examples: [
            Example(
                "tidings segments create pros --where '{\"ref\":\"attributes.plan\",\"eq\":\"pro\"}'",
                "Saves an expression."),
            Example("tidings segments preview --where '{\"lastSeen\":{\"within\":\"7d\"}}'", "Tries one."),
        ],
        subcommands: [
            segmentsCreate, segmentsList, segmentsShow, segmentsChange, segmentsRemove, segmentsMembers,
            segmentsPreview, segmentsExplain,
        ])

    private static let slug = Argument("SLUG", "The segment's slug.")
    private static let expression = Option.value("where", "JSON", "The expression.")
    private static let name = Option.value("name", "TEXT", "A name for people.")

    private static let segmentsCreate = single(
        "create", "Save an expression.", argument: slug, options: [expression, name],
        examples: [
            Example(
                "tidings segments create pros --where '{\"ref\":\"attributes.plan\",\"eq\":\"pro\"}'",
                "Saves an expression.")
        ]
    ) { invocation, client, _ in
        _ = try invocation.required("where")
        var body: JSONObject = ["slug": .string(invocation.argument(0) ?? "")]
        body["name"] = .string(invocation.value("name") ?? invocation.argument(0) ?? "")
        body["where"] = try object("where", invocation)
        return try await client.value("POST", "/v1/segments", .object(body))
    }

    private static let segmentsList = listing(
        "List the segments.", path: "/v1/segments",
        columns: [.member("SLUG", "slug"), .member("NAME", "name"), .member("VERSION", "version")],
        examples: [Example("tidings segments list", "Shows each segment.")])

    private static let segmentsShow = single(
        "show", "Show a segment.", argument: slug,
        examples: [Example("tidings segments show pros", "Shows its expression and version.")]
    ) { _, client, slug in try await client.value("GET", "/v1/segments/\(slug)") }

    private static let segmentsChange = single(
        "change", "Change a segment; another expression makes a new version.", argument: slug,
        options: [expression, name],
        examples: [Example("tidings segments change pros --name Professionals", "Gives it another name.")]
    ) { invocation, client, slug in
        var body = JSONObject()
        body["name"] = invocation.value("name").map { .string($0) }
        body["where"] = try object("where", invocation)
        guard !body.members.isEmpty else {
            throw CommandError(.missingOption, "change needs --where or --name.")
        }
        return try await client.value("PATCH", "/v1/segments/\(slug)", .object(body))
    }

    private static let segmentsRemove = single(
        "remove", "Remove a segment; messages accepted for it are still delivered.", argument: slug,
        examples: [Example("tidings segments remove pros", "Removes it.")]
    ) { _, client, slug in try await client.value("DELETE", "/v1/segments/\(slug)") }

    private static let segmentsMembers = Command(
        "members", "List the subscribers that belong to a segment now.", arguments: [slug],
        options: [APIClient.limitOption] + ServerOptions.all + [.json],
        examples: [Example("tidings segments members pros --limit 1000", "Prints up to a thousand user ids.")]
    ) { invocation in
        let client = try ServerOptions.client(invocation)
        let limit = try invocation.integer("limit", in: 1...10_000) ?? 50
        let slug = APIClient.escaped(invocation.argument(0) ?? "")
        let items = try await client.list("/v1/segments/\(slug)/members", limit: limit)
        invocation.output.result(
            .array(items), text: items.compactMap { $0["externalId"]?.string }.joined(separator: "\n"))
        return .done
    }

    private static let segmentsPreview = trial(
        "preview", "Try an expression: how many subscribers meet it now, and some of them.", "/v1/segments/preview",
        Example("tidings segments preview --where '{\"lastSeen\":{\"within\":\"7d\"}}'", "Counts who came lately."))
    private static let segmentsExplain = trial(
        "explain", "Say how the database finds the subscribers, and how long counting takes.", "/v1/segments/explain",
        Example("tidings segments explain --where '{\"channel\":\"push\"}'", "Shows the database's plan."))

    private static func trial(_ name: String, _ summary: String, _ path: String, _ example: Example) -> Command {
        Command(name, summary, options: [expression] + ServerOptions.all + [.json], examples: [example]) { invocation in
            _ = try invocation.required("where")
            let client = try ServerOptions.client(invocation)
            guard let expression = try object("where", invocation) else { return .mistake }
            let answer = try await client.value("POST", path, ["where": expression])
            invocation.output.result(answer, text: lines(answer))
            return .done
        }
    }
}
