internal import Foundation

/// Reads the people whom a message is for, a page at a time: those it names, or all of whom topic and expression hold.
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
    private let connection: any ReadConnection
    private let expressions: ExpressionReader

    private struct Person {
        let row: Int64
        let owner: Int64
        let mergedAt: Date?
        let choice: Bool?
    }

    private static let named = "select id, coalesce(merged_into, id), merged_at from subscribers where id = ?1"

    /// How many subscribers a page looks at when few of them meet its expression.
    private static let window = 5_000

    init(_ connection: any ReadConnection, expressions: @escaping ExpressionReader) throws {
        self.connection = connection
        self.expressions = expressions
        choices = try TopicChoices(connection)
    }

    /// The next page of a message's audience.
    func page(of message: OpenMessage, limit: Int) throws -> Page {
        if let plan = message.fallbackOf { return try planPage(of: message, plan, limit: limit) }
        guard let end = message.audienceEnd else { return try namedPage(of: message, limit: limit) }
        // Spans end when the message was accepted, so that all of its pages agree.
        let condition = try message.expression.map { try expressions($0, message.createdAt) }
        // An expression may hold of nobody: how far a page looks is bounded, as the writer waits for it.
        let stop = try condition == nil ? end : windowEnd(of: message, end)
        let people = try walk(message, until: stop, condition, limit: limit)
        let isFull = people.count == limit
        var page = Page(cursor: isFull ? people.last?.row ?? stop : stop, isLast: !isFull && stop == end)
        page.examined = condition == nil ? people.count : Self.window
        for person in people {
            let wasMerged = person.owner != person.row
            let isRecent = message.isOlder(than: person.mergedAt)
            // Whoever was merged before the message came is met as the person.
            if wasMerged, !isRecent { continue }
            if wasMerged, let condition, try !holds(condition, of: person.owner) { continue }
            if let topic = message.topic {
                let wants =
                    try wasMerged
                    ? choices.wants(topic: topic, subscriber: person.owner)
                    : person.choice ?? choices.wantsByDefault(topic: topic)
                guard wants else { continue }
            }
            page.recipients.append(.init(subscriber: person.owner, wantsTopic: true, mayHaveSome: isRecent))
        }
        return page
    }

    /// The rows of a walk: those of whom the expression holds, and those that were merged, whose person is looked at.
    private func walk(
        _ message: OpenMessage, until stop: Int64, _ condition: SubscriberCondition?, limit: Int
    ) throws -> [Person] {
        let filter = try condition.map { try $0(connection.dialect, columns(of: message), 6) }
        let clause = filter.map { " and (s.merged_into is not null or \($0.clause))" } ?? ""
        let values: [any DatabaseConvertible] = [message.topic, message.tenant, message.cursor, stop, limit]
        return try connection.rows(
            """
            select s.id, coalesce(s.merged_into, s.id), s.merged_at, p.is_enabled from subscribers s
            left join preferences p on p.topic_id = ?1 and p.subscriber_id = s.id and p.channel = 'push'
            where s.tenant_id = ?2 and s.id > ?3 and s.id <= ?4\(clause) order by s.id limit ?5
            """, values: values + (filter?.values ?? [])
        ) { row in
            Person(row: try row[0], owner: try row[1], mergedAt: try row[2], choice: try row[3])
        }
    }

    private func windowEnd(of message: OpenMessage, _ end: Int64) throws -> Int64 {
        let last: Int64?? = try connection.first(
            """
            select max(id) from (select id from subscribers where tenant_id = ?1 and id > ?2 and id <= ?3
                order by id limit ?4) w
            """, message.tenant, message.cursor, end, Self.window
        ) { try $0[0] }
        return (last ?? nil) ?? end
    }

    private func columns(of message: OpenMessage) throws -> AttributeColumns {
        try AttributeColumns(tenant: message.tenant, connection)
    }

    private func holds(_ condition: SubscriberCondition, of subscriber: Int64) throws -> Bool {
        let filter = condition(connection.dialect, .none, 2)
        let values: [any DatabaseConvertible] = [subscriber]
        return try !connection.rows(
            "select 1 from subscribers s where s.id = ?1 and \(filter.clause)", values: values + filter.values
        ) { _ in true }.isEmpty
    }

    /// The people who have the message with the plan in their history.
    private func planPage(of message: OpenMessage, _ plan: Int64, limit: Int) throws -> Page {
        let people = try connection.rows(
            """
            select d.id, coalesce(s.merged_into, s.id), s.merged_at
            from deliveries d join subscribers s on s.id = d.inbox_id
            where d.message_id = ?1 and d.id > ?2 and d.inbox_id is not null order by d.id limit ?3
            """, plan, message.cursor, limit
        ) { row in Person(row: try row[0], owner: try row[1], mergedAt: try row[2], choice: nil) }
        var page = Page(cursor: people.last?.row ?? message.cursor, isLast: people.count < limit)
        page.examined = people.count
        for person in people {
            let wants = try message.topic.map { try choices.wants(topic: $0, subscriber: person.owner) } ?? true
            page.recipients.append(
                .init(
                    subscriber: person.owner, wantsTopic: wants, mayHaveSome: message.isOlder(than: person.mergedAt)))
        }
        return page
    }

    private func namedPage(of message: OpenMessage, limit: Int) throws -> Page {
        let audience = message.audience
        let start = min(Int(message.cursor), audience.count)
        let end = min(audience.count, start + limit)
        var page = Page(cursor: Int64(end), isLast: end == audience.count)
        page.examined = end - start
        var rows = ValueBatch()
        for index in start..<end { try rows.add(audience[index]) }
        let found = try connection.rows(Self.named, each: rows) { row in
            Person(row: try row[0], owner: try row[1], mergedAt: try row[2], choice: nil)
        }
        for person in found.joined() {
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
    /// The expression that has to hold of the recipients.
    let expression: String?
    /// When it goes out: JSON text; nil means now.
    let schedule: String?
    /// The topic that the recipients have to want.
    let topic: Int64?
    /// The last row of a walk over all subscribers; nil for a message that names people.
    let audienceEnd: Int64?
    /// The row of the message for whose plan it stands in: it is for the same people.
    let fallbackOf: Int64?

    func isOlder(than mergedAt: Date?) -> Bool { mergedAt.map { $0 >= createdAt } ?? false }
}
