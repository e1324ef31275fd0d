package import Foundation

/// Links that reach the app from outside, each once however many callbacks bring it, as a value without side effects.
package struct LinkQueue: Sendable, Equatable {
    /// How long the same link counts as the same opening, in seconds.
    ///
    /// A cold start brings a link in the launch options, in those of the scene and as a call of its own.
    package static let sameOpening: TimeInterval = 3
    /// The age in seconds at which a link that nobody was ready for means nothing any more.
    package static let ageLimit: TimeInterval = 60
    /// The most links that wait.
    package static let capacity = 20

    /// A link that waits.
    package struct Waiting: Sendable, Equatable {
        /// The link.
        package let url: URL
        let date: Date
    }

    private var waiting: [Waiting] = []
    private var seen: [String: Date] = [:]

    /// Starts without links.
    package init() {}

    /// Takes a link in; false if the same opening was reported before.
    package mutating func receive(_ url: URL, now: Date) -> Bool {
        guard note(url, now: now) else { return false }
        waiting.append(Waiting(url: url, date: now))
        if waiting.count > Self.capacity { waiting.removeFirst() }
        return true
    }

    /// A tap leads to a link: whatever callback brings it as well, it is the tap's; false if it was opened just now.
    package mutating func claim(_ url: URL, now: Date) -> Bool {
        let count = waiting.count
        waiting.removeAll { $0.url == url && now.timeIntervalSince($0.date) <= Self.sameOpening }
        return note(url, now: now) || waiting.count != count
    }

    /// Remembers a link that was opened otherwise, so that its way back into the app is no second opening.
    @discardableResult
    package mutating func note(_ url: URL, now: Date) -> Bool {
        seen = seen.filter { now.timeIntervalSince($0.value) <= Self.sameOpening }
        return seen.updateValue(now, forKey: url.absoluteString) == nil
    }

    /// The next link that is not too old, taken out.
    package mutating func next(now: Date) -> Waiting? {
        waiting.removeAll { now.timeIntervalSince($0.date) > Self.ageLimit }
        return waiting.isEmpty ? nil : waiting.removeFirst()
    }

    /// Puts a link that nobody took yet back to where it was.
    package mutating func putBack(_ link: Waiting) { waiting.insert(link, at: 0) }
}
