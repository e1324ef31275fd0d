package import Foundation
package import PushModel

extension TenantHandle {
    private static let columns = """
        id, public_id, slug, name, description, category, channels, is_opted_in, channel_defaults, daily_cap,
        created_at, updated_at
        """

    /// Makes a topic; nil if the slug is taken.
    package func makeTopic(slug: String, _ content: TopicContent, now: Date) async throws -> Topic? {
        let tenant = tenant
        return try await database.write { connection in
            let text = Self.texts(content)
            return try connection.first(
                """
                insert into topics (public_id, tenant_id, slug, name, description, category, channels, is_opted_in,
                    channel_defaults, daily_cap, created_at, updated_at)
                values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?11)
                on conflict (tenant_id, slug) where deleted_at is null do nothing returning \(Self.columns)
                """, Identifier(.topic, at: now), tenant, slug, content.name, content.description, content.category,
                text.channels, content.isOptedIn, text.defaults, content.dailyCap, now, decode: Self.topic)
        }
    }

    /// The tenant's topics, newest first.
    package func topics(before: Int64?, limit: Int) async throws -> Page<Topic> {
        let tenant = tenant
        return try await database.read { connection in
            let rows = try connection.rows(
                """
                select \(Self.columns) from topics where tenant_id = ?1 and id < ?2 and deleted_at is null
                order by id desc limit ?3
                """, tenant, before ?? .max, limit + 1, decode: Self.topic)
            return Page(rows, limit: limit, key: \.row)
        }
    }

    /// The topic with a slug.
    package func topic(slug: String) async throws -> Topic? {
        let tenant = tenant
        return try await database.read { try Self.topic(slug: slug, tenant: tenant, $0) }
    }

    /// Changes a topic; nothing is written if nothing changes.
    ///
    /// - Returns: The topic, or nil if the tenant has no such topic.
    package func changeTopic(
        slug: String, now: Date, _ change: @escaping @Sendable (inout TopicContent) -> Void
    ) async throws -> Topic? {
        let tenant = tenant
        return try await database.write { connection in
            guard let old = try Self.topic(slug: slug, tenant: tenant, connection) else { return nil }
            var content = old.content
            change(&content)
            if content == old.content { return old }
            let text = Self.texts(content)
            return try connection.first(
                """
                update topics set name = ?2, description = ?3, category = ?4, channels = ?5, is_opted_in = ?6,
                    channel_defaults = ?7, daily_cap = ?8, updated_at = ?9
                where id = ?1 returning \(Self.columns)
                """, old.row, content.name, content.description, content.category, text.channels, content.isOptedIn,
                text.defaults, content.dailyCap, now, decode: Self.topic)
        }
    }

    /// Removes a topic; what was accepted for it is still delivered to those who want it.
    ///
    /// The row stays for that, so a later topic of the same slug begins without anybody's choices.
    ///
    /// - Returns: The topic's id, or nil if the tenant has no such topic.
    package func removeTopic(slug: String, now: Date) async throws -> Identifier? {
        let tenant = tenant
        return try await database.write { connection in
            try connection.first(
                """
                update topics set deleted_at = ?3 where tenant_id = ?1 and slug = ?2 and deleted_at is null
                returning public_id
                """, tenant, slug, now
            ) { try $0[0] }
        }
    }

    static func topic(slug: String, tenant: Int64, _ connection: any ReadConnection) throws -> Topic? {
        try connection.first(
            "select \(columns) from topics where tenant_id = ?1 and slug = ?2 and deleted_at is null", tenant, slug,
            decode: topic)
    }

    /// A topic by its row, be it removed: what was accepted for it is still delivered.
    static func topic(row: Int64, _ connection: any ReadConnection) throws -> Topic? {
        try connection.first("select \(columns) from topics where id = ?1", row, decode: topic)
    }

    static func topicsBySlug(tenant: Int64, _ connection: any ReadConnection) throws -> [Topic] {
        try connection.rows(
            "select \(columns) from topics where tenant_id = ?1 and deleted_at is null order by slug", tenant,
            decode: topic)
    }

    private static func texts(_ content: TopicContent) -> (channels: String, defaults: String) {
        (
            content.channels.map(\.rawValue).joined(separator: " "),
            content.channelDefaults.map { "\($0.key.rawValue)=\($0.value)" }.sorted().joined(separator: " ")
        )
    }

    private static func topic(_ row: any Row) throws -> Topic {
        let channels: String = try row[6]
        let defaults: String = try row[8]
        var content = TopicContent(name: try row[3])
        content.description = try row[4]
        content.category = try row[5]
        content.channels = channels.split(separator: " ").compactMap { TopicChannel(rawValue: String($0)) }
        content.isOptedIn = try row[7]
        for word in defaults.split(separator: " ") {
            let parts = word.split(separator: "=")
            guard parts.count == 2, let channel = TopicChannel(rawValue: String(parts[0])) else { continue }
            content.channelDefaults[channel] = parts[1] == "true"
        }
        content.dailyCap = try row[9]
        return Topic(
            row: try row[0], id: try row[1], slug: try row[2], content: content, createdAt: try row[10],
            updatedAt: try row[11])
    }
}
