package import Foundation

/// Tells apart the sessions of a person in the app, as a value without side effects.
///
/// A session ends when the app leaves the screen for longer than a short absence; its length is known at that moment.
package struct UsageClock: Codable, Sendable, Equatable {
    /// The absence in seconds after which a return begins a new session.
    package static let absence: TimeInterval = 30

    /// A session that is over.
    package struct Ended: Sendable, Equatable {
        /// When it began.
        package let start: Date
        /// When the app left the screen for the last time.
        package let end: Date
        /// How long it was, in whole seconds.
        package var seconds: Int { max(0, Int(end.timeIntervalSince(start))) }
    }

    private var start: Date?
    private var left: Date?
    /// Only this process knows that the app is still on the screen; one that was killed cannot say until when it was.
    private var isOnScreen = false

    private enum CodingKeys: String, CodingKey {
        case start, left
    }

    /// Starts without a session.
    package init() {}

    /// The app is on the screen; the session before, if it is over.
    package mutating func appeared(now: Date) -> Ended? {
        guard !isOnScreen else { return nil }
        isOnScreen = true
        if let left, start != nil, (0...Self.absence).contains(now.timeIntervalSince(left)) {
            self.left = nil
            return nil
        }
        defer { (start, left) = (now, nil) }
        return ended
    }

    /// The app has left the screen.
    package mutating func disappeared(now: Date) {
        guard isOnScreen else { return }
        isOnScreen = false
        left = now
    }

    /// Time has passed, or the app runs again in the background: the session, if it is over.
    package mutating func passed(now: Date) -> Ended? {
        guard !isOnScreen, let left, now.timeIntervalSince(left) > Self.absence else { return nil }
        defer { (start, self.left) = (nil, nil) }
        return ended
    }

    /// Another person takes the phone: the session ends here, and theirs begins if the app is on the screen.
    package mutating func changedHands(now: Date) -> Ended? {
        if isOnScreen { left = now }
        defer { (start, left) = (isOnScreen ? now : nil, nil) }
        return ended
    }

    private var ended: Ended? {
        guard let start, let left else { return nil }
        return Ended(start: start, end: left)
    }
}
