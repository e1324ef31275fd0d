internal import PushModel
internal import Storage

/// What people get of each topic, as they choose it in an app and as the tenant's backend sees and sets it.
struct PreferenceRoutes {
    static let endpoints: [Endpoint] = [
        .client("GET", "/v1/client/preferences") { context in
            try context.base.refuseQuery()
            try await context.requireOwnSubscriber()
            return Reply(try await context.storage.preferences(externalID: context.externalID))
        },
        .client("PUT", "/v1/client/preferences/{topic}") { context in
            try context.base.refuseQuery()
            try await context.requireSpeaker()
            let change = try change(context.body)
            let result = try await context.storage.setPreferences(
                externalID: context.externalID, [(context.base.part("topic"), change)], makesSubscriber: true,
                now: context.now)
            return try reply(result) { _ in "topic" }
        },
        .management("GET", "/v1/subscribers/{externalId}/preferences", scope: "subscribers:read") { context in
            try context.refuseQuery()
            let externalID = context.part("externalId")
            guard try await context.storage.subscriber(externalID: externalID) != nil else {
                throw APIError(.notFound, "There is no such subscriber.", param: "externalId")
            }
            return Reply(try await context.storage.preferences(externalID: externalID))
        },
        .management("PATCH", "/v1/subscribers/{externalId}/preferences", scope: "subscribers:write") { context in
            try context.refuseQuery()
            let result = try await context.storage.setPreferences(
                externalID: context.part("externalId"), try changes(context.body), makesSubscriber: false,
                now: context.now)
            return try reply(result) { $0 }
        },
    ]

    /// Reads choices by slug: true or false, the same by channel, or null for what the topic says.
    private static func changes(_ body: [UInt8]) throws -> [(slug: String, change: PreferenceChange)] {
        var reader = try FieldReader(parsing: body)
        var changes: [(slug: String, change: PreferenceChange)] = []
        for slug in reader.keys {
            switch reader.value(slug) {
            case nil: changes.append((slug, .byDefault))
            case .bool(let isOn)?: changes.append((slug, .all(isOn)))
            case .object(let object)?:
                guard let channels = channels(object, at: slug, &reader) else { continue }
                changes.append((slug, .channels(channels)))
            case let other?:
                reader.fail(
                    String(slug.prefix(100)), .invalidType,
                    "Expected true, false, null or an object of channels, found \(other.kindName).")
            }
        }
        try reader.finish()
        return changes
    }

    private static func change(_ body: [UInt8]) throws -> PreferenceChange {
        var reader = try FieldReader(parsing: body)
        let isOn = reader.bool("enabled")
        let channels = reader.object("channels").flatMap { Self.channels($0, at: "channels", &reader) }
        if isOn == nil, channels == nil, reader.errors.isEmpty {
            reader.fail("enabled", .required, "Say in enabled, or by channel in channels, what is wanted.")
        } else if isOn != nil, channels != nil {
            reader.fail("channels", .invalidFormat, "Give enabled or channels, not both.")
        }
        try reader.finish()
        return channels.map { .channels($0) } ?? .all(isOn ?? false)
    }

    private static func channels(
        _ object: JSONObject, at key: String, _ reader: inout FieldReader
    ) -> [String: Bool]? {
        var channels: [String: Bool] = [:]
        for member in object.members {
            guard let isOn = member.value.bool else {
                reader.fail(
                    "\(key).\(member.key.prefix(64))", .invalidType,
                    "Expected true or false, found \(member.value.kindName).")
                return nil
            }
            channels[member.key] = isOn
        }
        return channels
    }

    private static func reply(_ result: PreferenceResult, param: (String) -> String) throws -> Reply {
        switch result {
        case .changed(let preferences):
            return Reply(preferences)
        case .unknownTopic(let slug):
            throw APIError(.topicNotFound, "The tenant has no such topic. Check the slug.", param: param(slug))
        case .channelNotOffered(let slug, _):
            throw APIError(
                .channelNotOffered, "The topic does not come by this channel. Its channels are listed with it.",
                param: param(slug))
        case .unknownSubscriber:
            throw APIError(.notFound, "There is no such subscriber.", param: "externalId")
        }
    }
}

extension Reply {
    /// The whole list, which is never cut: a screen of settings shows all topics.
    fileprivate init(_ preferences: [Preference]) {
        self.init(["items": .array(preferences.map(\.json))])
    }
}

extension Preference {
    var json: JSONValue {
        [
            "topic": .string(topic.slug),
            "name": .string(topic.content.name),
            "description": topic.content.description.map { .string($0) } ?? .null,
            "category": topic.content.category.map { .string($0) } ?? .null,
            "channels": .object(
                JSONObject(
                    topic.content.channels.map { .init($0.rawValue, .bool(isEnabled(on: $0))) })),
            "enabled": .bool(isEnabled(on: .push)),
            "isDefault": .bool(isDefault),
        ]
    }
}
