/// Answers for one transaction whether subscribers want the pushes of topics, with each statement compiled once.
///
/// It asks by row and across tenants: the messages that lead here were accepted for a topic of their own tenant.
final class TopicChoices {
    private let connection: any ReadConnection
    private let choice: any PreparedStatement
    private var topics: [Int64: TopicContent] = [:]
    private var known: [Pair: Bool?] = [:]

    private struct Pair: Hashable {
        let topic: Int64
        let subscriber: Int64
    }

    private static let choice =
        "select is_enabled from preferences where topic_id = ?1 and subscriber_id = ?2 and channel = 'push'"

    init(_ connection: any ReadConnection) throws {
        self.connection = connection
        choice = try connection.prepare(Self.choice)
    }

    /// Reads at once what many chose, for `wants`.
    func load(_ pairs: [(topic: Int64, subscriber: Int64)]) throws {
        var batch = ValueBatch()
        for pair in pairs { try batch.add(pair.topic, pair.subscriber) }
        let chosen: [[Bool]] = try connection.rows(Self.choice, each: batch) { try $0[0] }
        for (pair, chosen) in zip(pairs, chosen) {
            known[Pair(topic: pair.topic, subscriber: pair.subscriber)] = .some(chosen.first)
        }
    }

    /// Whether a subscriber wants them: by choice, else by what the topic says.
    func wants(topic: Int64, subscriber: Int64) throws -> Bool {
        let chosen =
            try known[Pair(topic: topic, subscriber: subscriber)] ?? choice.first(topic, subscriber) { try $0[0] }
        return try chosen ?? wantsByDefault(topic: topic)
    }

    /// Whether those want them who chose nothing.
    func wantsByDefault(topic row: Int64) throws -> Bool {
        try content(ofTopic: row)?.choice(on: .push) ?? false
    }

    /// What the tenant says about a topic.
    func content(ofTopic row: Int64) throws -> TopicContent? {
        if let known = topics[row] { return known }
        let content = try TenantHandle.topic(row: row, connection)?.content
        topics[row] = content
        return content
    }
}
