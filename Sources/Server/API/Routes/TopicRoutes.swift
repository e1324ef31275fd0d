internal import PushModel
internal import Storage

/// Topics, as the tenant's backend makes and changes them.
struct TopicRoutes {
    static let list = "topics"

    static let endpoints: [Endpoint] = [
        .management("POST", "/v1/topics", scope: "topics:write", create),
        .management("GET", "/v1/topics", scope: "topics:read") { context in
            let query = try ListQuery(context.request, list: list)
            let page = try await context.storage.topics(before: query.position, limit: query.limit)
            return Reply(page, list: list) { $0.json }
        },
        .management("GET", "/v1/topics/{slug}", scope: "topics:read") { context in
            try context.refuseQuery()
            return Reply(try existing(try await context.storage.topic(slug: context.part("slug"))).json)
        },
        .management("PATCH", "/v1/topics/{slug}", scope: "topics:write") { context in
            try context.refuseQuery()
            var reader = try FieldReader(parsing: context.body)
            let input = TopicInput(&reader, isNew: false)
            try reader.finish()
            let topic = try await context.storage.changeTopic(slug: context.part("slug"), now: context.now) {
                input.apply(to: &$0)
            }
            return Reply(try existing(topic).json)
        },
        .management("DELETE", "/v1/topics/{slug}", scope: "topics:write") { context in
            try context.refuseQuery()
            let id = try existing(try await context.storage.removeTopic(slug: context.part("slug"), now: context.now))
            return Reply(["id": .string(id.description), "deleted": true])
        },
    ]

    @Sendable
    private static func create(_ context: RequestContext) async throws -> Reply {
        try context.refuseQuery()
        var reader = try FieldReader(parsing: context.body)
        let slug = reader.string("slug", length: 1...Topic.slugByteLimit, isRequired: true)
        if let slug, !Topic.isSlug(slug) {
            reader.fail(
                "slug", .invalidFormat,
                "A slug has lower-case letters, digits, hyphens and underscores, and begins with a letter or digit.")
        }
        let input = TopicInput(&reader, isNew: true)
        try reader.finish()
        guard let slug, let name = input.name else { throw APIError.nothingHere }
        var content = TopicContent(name: name)
        input.apply(to: &content)
        guard let topic = try await context.storage.makeTopic(slug: slug, content, now: context.now) else {
            throw APIError(.slugTaken, "The tenant has a topic of this slug. Change that one.", param: "slug")
        }
        return Reply(topic.json, status: 201)
    }

    private static func existing<Found>(_ found: Found?) throws -> Found {
        guard let found else {
            throw APIError(.topicNotFound, "The tenant has no such topic. Check the slug.", param: "slug")
        }
        return found
    }
}

/// What a backend says about a topic; what it leaves out stays, and null takes away what can be absent.
struct TopicInput: Sendable {
    private(set) var name: String?
    private var description: String??
    private var category: String??
    private var channels: [TopicChannel]?
    private var isOptedIn: Bool?
    private var channelDefaults: [TopicChannel: Bool]?
    private var dailyCap: Int??

    init(_ reader: inout FieldReader, isNew: Bool) {
        name = reader.string("name", length: 1...200, isRequired: isNew)
        let description = reader.string("description", length: 0...1_000)
        if reader.contains("description") { self.description = .some(description) }
        let category = reader.string("category", length: 1...100)
        if reader.contains("category") { self.category = .some(category) }
        channels = Self.channels(&reader)
        isOptedIn = reader.bool("defaultOptedIn")
        let defaults = reader.nested("channelDefaults") { fields in
            TopicChannel.allCases.reduce(into: [TopicChannel: Bool]()) { $0[$1] = fields.bool($1.rawValue) }
        }
        if reader.contains("channelDefaults") { channelDefaults = defaults ?? [:] }
        let dailyCap = reader.int("dailyCap", in: Topic.dailyCapRange)
        if reader.contains("dailyCap") { self.dailyCap = .some(dailyCap) }
    }

    func apply(to content: inout TopicContent) {
        if let name { content.name = name }
        if let description { content.description = description }
        if let category { content.category = category }
        if let channels { content.channels = channels }
        if let isOptedIn { content.isOptedIn = isOptedIn }
        if let channelDefaults { content.channelDefaults = channelDefaults }
        if let dailyCap { content.dailyCap = dailyCap }
    }

    private static func channels(_ reader: inout FieldReader) -> [TopicChannel]? {
        guard let words = reader.array("channels", count: 1...TopicChannel.allCases.count) else { return nil }
        var channels: [TopicChannel] = []
        for (index, word) in words.enumerated() {
            if let channel = word.string.flatMap(TopicChannel.init(rawValue:)), !channels.contains(channel) {
                channels.append(channel)
            } else {
                reader.fail(
                    "channels[\(index)]", word.string == nil ? .invalidType : .invalidFormat,
                    "The channel has to be \"push\".")
            }
        }
        return channels
    }
}

extension Topic {
    var json: JSONValue {
        [
            "id": .string(id.description),
            "slug": .string(slug),
            "name": .string(content.name),
            "description": content.description.map { .string($0) } ?? .null,
            "category": content.category.map { .string($0) } ?? .null,
            "channels": .array(content.channels.map { .string($0.rawValue) }),
            "defaultOptedIn": .bool(content.isOptedIn),
            "channelDefaults": .object(
                JSONObject(
                    content.channelDefaults.map { .init($0.key.rawValue, .bool($0.value)) }
                        .sorted { $0.key < $1.key })),
            "dailyCap": content.dailyCap.map { .int($0) } ?? .null,
            "createdAt": .string(Timestamp.format(createdAt)),
            "updatedAt": .string(Timestamp.format(updatedAt)),
        ]
    }
}
