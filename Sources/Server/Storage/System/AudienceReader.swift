internal import Foundation

/// Reads the people whom a message is for, a page at a time: those it names, or all who want its topic.
///
/// People may be merged while a message is being planned. A row that was merged stands for the person it belongs to,
/// and marks them: what the person already has of this message is not made twice, and nothing of it is left out.
final class AudienceReader {
    /// One of the people.
    struct Recipient {
        /// The row of the subscriber.
        let subscriber: Int64
        /// Whether the subscriber wants the message's topic.
        let wantsTopic: Bool
        /// Whether the subscriber may already have deliveries of the message.
        let mayHaveSome: Bool
    }

    /// Some of the people and where the next page begins.
    struct Page {
        var recipients: [Recipient] = []
        /// How many rows were looked at.
        var examined = 0
        var cursor: Int64
        var isLast: Bool
    }

    private let choices: TopicChoices
    private let named: any PreparedStatement
    private let walk: any PreparedStatement

    private struct Person {
        let row: Int64
        let owner: Int64
        let mergedAt: Date?
        let choice: Bool?
    }

    init(_ connection: any ReadConnection) throws {
        choices = try TopicChoices(connection)
        named = try connection.prepare("select id, coalesce(merged_into, id), merged_at from subscribers where id = ?1")
        walk = try connection.prepare(
            """
            select s.id, coalesce(s.merged_into, s.id), s.merged_at, p.is_enabled from subscribers s
            left join preferences p on p.topic_id = ?1 and p.subscriber_id = s.id and p.channel = 'push'
            where s.tenant_id = ?2 and s.id > ?3 and s.id <= ?4 order by s.id limit ?5
            """)
    }

    /// The next page of a message's audience.
    func page(of message: OpenMessage, limit: Int) throws -> Page {
        guard let end = message.audienceEnd, let topic = message.topic else {
            return try namedPage(of: message, limit: limit)
        }
        let people = try walk.rows(topic, message.tenant, message.cursor, end, limit) { row in
            Person(row: try row[0], owner: try row[1], mergedAt: try row[2], choice: try row[3])
        }
        var page = Page(cursor: people.last?.row ?? end, isLast: people.count < limit)
        page.examined = people.count
        for person in people {
            let wasMerged = person.owner != person.row
            let isRecent = message.isOlder(than: person.mergedAt)
            // Whoever was merged before the message came is met as the person.
            if wasMerged, !isRecent { continue }
            let wants =
                try wasMerged
                ? choices.wants(topic: topic, subscriber: person.owner)
                : person.choice ?? choices.wantsByDefault(topic: topic)
            guard wants else { continue }
            page.recipients.append(.init(subscriber: person.owner, wantsTopic: true, mayHaveSome: isRecent))
        }
        return page
    }

    private func namedPage(of message: OpenMessage, limit: Int) throws -> Page {
        let audience = message.audience
        let start = min(Int(message.cursor), audience.count)
        let end = min(audience.count, start + limit)
        var page = Page(cursor: Int64(end), isLast: end == audience.count)
        page.examined = end - start
        for index in start..<end {
            let found = try named.first(audience[index]) { row in
                Person(row: try row[0], owner: try row[1], mergedAt: try row[2], choice: nil)
            }
            guard let person = found else { continue }
            let wants = try message.topic.map { try choices.wants(topic: $0, subscriber: person.owner) } ?? true
            page.recipients.append(
                .init(
                    subscriber: person.owner, wantsTopic: wants, mayHaveSome: message.isOlder(than: person.mergedAt)))
        }
        return page
    }
}

/// A message that is not yet planned to its end.
struct OpenMessage {
    let row: Int64
    let tenant: Int64
    let audience: Audience
    let app: Int64?
    /// How many of the named people were planned, or the last row of the walk.
    let cursor: Int64
    let expiresAt: Date
    let createdAt: Date
    /// The topic that the recipients have to want.
    let topic: Int64?
    /// The last row of a walk over all subscribers; nil for a message that names people.
    let audienceEnd: Int64?

    func isOlder(than mergedAt: Date?) -> Bool { mergedAt.map { $0 >= createdAt } ?? false }
}
