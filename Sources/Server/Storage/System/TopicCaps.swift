internal import Foundation

/// Counts for one transaction how many messages of a capped topic, or of a capped tenant, people have on a day, by the
/// clocks of their zone.
///
/// A message counts once, at the first attempt to any of a person's devices; resends and other devices are free.
/// Servers that claim at the same moment may each let the last one through.
final class TopicCaps {
    /// A message of a capped topic that is about to be sent to a person.
    struct Use {
        let tenant: Int64
        let topic: Int64
        let subscriber: Int64
        let message: Int64
        /// The number of the person's day, counted from 1970.
        let day: Int
        let cap: Int
    }

    /// Stands for a topic where all messages of a tenant count; no row has this number.
    private static let allTopics: Int64 = 0

    private let connection: any WriteConnection
    private let choices: TopicChoices
    private let now: Date
    private var ignoring: [Int64: Bool] = [:]
    private var offsets: [String?: Int] = [:]

    init(_ connection: any WriteConnection, _ choices: TopicChoices, now: Date) {
        self.connection = connection
        self.choices = choices
        self.now = now
    }

    /// What a delivery would use; nil if the topic has no cap or the message ignores it.
    func use(_ topic: Int64, by delivery: DueDelivery) throws -> Use? {
        guard let cap = try choices.content(ofTopic: topic)?.dailyCap else { return nil }
        guard try !ignoresCaps(delivery.message) else { return nil }
        return Use(
            tenant: delivery.tenant, topic: topic, subscriber: delivery.subscriber, message: delivery.message,
            day: day(in: delivery.timeZone ?? delivery.settings.timeZone), cap: cap)
    }

    /// What a delivery would use of the cap that its tenant sets over all topics.
    func use(ofTenantBy delivery: DueDelivery) throws -> Use? {
        guard let cap = delivery.settings.dailyCap, try !ignoresCaps(delivery.message) else { return nil }
        return Use(
            tenant: delivery.tenant, topic: Self.allTopics, subscriber: delivery.subscriber,
            message: delivery.message, day: day(in: delivery.timeZone ?? delivery.settings.timeZone), cap: cap)
    }

    /// Whether the person has had as many other messages today as the topic allows.
    func isOver(_ use: Use) throws -> Bool {
        let counts = try connection.first(
            """
            select count(*), coalesce(max(case when message_id = ?4 then 1 else 0 end), 0) from topic_uses
            where topic_id = ?1 and subscriber_id = ?2 and (day = ?3 or message_id = ?4)
            """, use.topic, use.subscriber, use.day, use.message
        ) { (row) -> (total: Int, hasThis: Int) in (try row[0], try row[1]) }
        guard let counts, counts.hasThis == 0 else { return false }
        return counts.total >= use.cap
    }

    /// Notes that the message is being sent, and forgets the days before yesterday.
    func count(_ use: Use) throws {
        let isNew = try connection.execute(
            """
            insert into topic_uses (tenant_id, topic_id, subscriber_id, day, message_id) values (?1, ?2, ?3, ?4, ?5)
            on conflict (topic_id, subscriber_id, message_id) do nothing
            """, use.tenant, use.topic, use.subscriber, use.day, use.message)
        guard isNew == 1 else { return }
        try connection.execute(
            "delete from topic_uses where topic_id = ?1 and subscriber_id = ?2 and day < ?3", use.topic,
            use.subscriber, use.day - 1)
    }

    /// Whether a message ignores caps and quiet hours.
    func ignoresCaps(_ message: Int64) throws -> Bool {
        if let known = ignoring[message] { return known }
        let answer: Bool =
            try connection.first("select ignores_caps from messages where id = ?1", message) { try $0[0] } ?? false
        ignoring[message] = answer
        return answer
    }

    private func day(in zone: String?) -> Int {
        let offset =
            offsets[zone] ?? zone.flatMap { TimeZone(identifier: $0) }.map { $0.secondsFromGMT(for: now) } ?? 0
        offsets[zone] = offset
        return Int(((now.timeIntervalSince1970 + Double(offset)) / 86_400).rounded(.down))
    }
}
