package import Foundation

/// Notices that messages come and no push does, as a value.
///
/// APNs may go on taking pushes for a token that leads nowhere, and tells nobody: the server sees successes, the phone sees
/// nothing. What the message history brings gives it away.
package struct SilenceWatch: Codable, Sendable, Equatable {
    /// How many messages in a row have to be missed.
    package static let messageCount = 3
    /// How old a message has to be, in seconds: its push may be on its way.
    package static let grace: TimeInterval = 600
    /// How long after a new token, and after a finding, nothing is looked at, in seconds.
    package static let pause: TimeInterval = 86_400

    private var token: String?
    private var since: Date?

    /// Starts without having seen anything.
    package init() {}

    /// Looks at messages, oldest first; true if none of the newest came as a push, so that the token has to be renewed.
    package mutating func judge(
        _ messages: [HistoryMessage], token: String, now: Date, isHeard: (_ message: String) -> Bool
    ) -> Bool {
        guard self.token == token, let since, since <= now else {
            self.token = token
            self.since = now
            return false
        }
        guard now.timeIntervalSince(since) > Self.pause else { return false }
        let counted = since...max(since, now.addingTimeInterval(-Self.grace))
        let newest = messages.filter { $0.date.map(counted.contains) ?? false }.suffix(Self.messageCount)
        guard newest.count == Self.messageCount, !newest.contains(where: { isHeard($0.id) }) else { return false }
        self.since = now
        return true
    }
}

extension HistoryMessage {
    /// When it was sent; nil if the server wrote something else.
    fileprivate var date: Date? {
        try? Date(createdAt, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
