package import Foundation

extension TenantHandle {
    /// What a subscriber gets of every topic, in the order of the slugs; somebody unknown has chosen nothing yet.
    package func preferences(externalID: String) async throws -> [Preference] {
        let tenant = tenant
        return try await database.read { connection in
            let subscriber = try Self.subscriberRow(externalID, tenant: tenant, connection)
            return try Self.preferences(of: subscriber, tenant: tenant, connection)
        }
    }

    /// Changes what a subscriber gets of some topics: all of it or, if one change cannot be made, nothing.
    ///
    /// - Parameters:
    ///   - externalID: Who gets it.
    ///   - changes: What is to be of each topic, by slug.
    ///   - makesSubscriber: Whether somebody unknown becomes a subscriber.
    ///   - now: The wall clock; of two merged subscribers the newer choice counts.
    /// - Returns: All preferences, or why nothing was changed.
    /// - Throws: `StorageError`; then nothing is changed.
    package func setPreferences(
        externalID: String, _ changes: [(slug: String, change: PreferenceChange)], makesSubscriber: Bool, now: Date
    ) async throws -> PreferenceResult {
        let tenant = tenant
        return try await database.write { connection in
            var wanted: [(topic: Topic, choices: [TopicChannel: Bool]?)] = []
            for (slug, change) in changes {
                guard let topic = try Self.topic(slug: slug, tenant: tenant, connection) else {
                    return .unknownTopic(slug)
                }
                switch change {
                case .byDefault: wanted.append((topic, nil))
                case .all(let isOn):
                    wanted.append((topic, Dictionary(uniqueKeysWithValues: topic.content.channels.map { ($0, isOn) })))
                case .channels(let names):
                    var choices: [TopicChannel: Bool] = [:]
                    for (name, isOn) in names.sorted(by: { $0.key < $1.key }) {
                        guard let channel = TopicChannel(rawValue: name), topic.content.channels.contains(channel)
                        else { return .channelNotOffered(topic: slug, channel: name) }
                        choices[channel] = isOn
                    }
                    wanted.append((topic, choices))
                }
            }
            var subscriber = try Self.subscriberRow(externalID, tenant: tenant, connection)
            if subscriber == nil, makesSubscriber {
                subscriber = try Self.obtainSubscriber(externalID, tenant: tenant, now: now, connection).0.row
            }
            guard let subscriber else { return .unknownSubscriber }
            for (topic, choices) in wanted {
                try Self.choose(choices, topic: topic.row, subscriber, tenant: tenant, now: now, connection)
            }
            return .changed(try Self.preferences(of: subscriber, tenant: tenant, connection))
        }
    }

    private static func choose(
        _ choices: [TopicChannel: Bool]?, topic: Int64, _ subscriber: Int64, tenant: Int64, now: Date,
        _ connection: any WriteConnection
    ) throws {
        guard let choices else {
            try connection.execute(
                "delete from preferences where topic_id = ?1 and subscriber_id = ?2", topic, subscriber)
            return
        }
        for (channel, isOn) in choices {
            try connection.execute(
                """
                insert into preferences (tenant_id, topic_id, subscriber_id, channel, is_enabled, updated_at)
                values (?1, ?2, ?3, ?4, ?5, ?6)
                on conflict (topic_id, subscriber_id, channel) do update set is_enabled = excluded.is_enabled,
                    updated_at = excluded.updated_at
                """, tenant, topic, subscriber, channel.rawValue, isOn, now)
        }
    }

    private static func preferences(
        of subscriber: Int64?, tenant: Int64, _ connection: any ReadConnection
    ) throws -> [Preference] {
        var chosen: [Int64: [TopicChannel: Bool]] = [:]
        if let subscriber {
            let rows = try connection.rows(
                "select topic_id, channel, is_enabled from preferences where subscriber_id = ?1 order by id", subscriber
            ) { row -> (topic: Int64, channel: String, isOn: Bool) in (try row[0], try row[1], try row[2]) }
            for row in rows {
                guard let channel = TopicChannel(rawValue: row.channel) else { continue }
                chosen[row.topic, default: [:]][channel] = row.isOn
            }
        }
        return try topicsBySlug(tenant: tenant, connection).map { Preference(topic: $0, chosen: chosen[$0.row] ?? [:]) }
    }
}
