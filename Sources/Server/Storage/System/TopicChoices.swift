/// Answers for one transaction whether subscribers want the pushes of topics, with each statement compiled once.
///
/// It asks by row and across tenants: the messages that lead here were accepted for a topic of their own tenant.
final class TopicChoices {
    private let connection: any ReadConnection
    private let choice: any PreparedStatement
    private var topics: [Int64: TopicContent] = [:]

    init(_ connection: any ReadConnection) throws {
        self.connection = connection
        choice = try connection.prepare(
            "select is_enabled from preferences where topic_id = ?1 and subscriber_id = ?2 and channel = 'push'")
    }

    /// Whether a subscriber wants them: by choice, else by what the topic says.
    func wants(topic: Int64, subscriber: Int64) throws -> Bool {
        try choice.first(topic, subscriber) { try $0[0] } ?? wantsByDefault(topic: topic)
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
