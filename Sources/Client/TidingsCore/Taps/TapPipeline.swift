package import Foundation

/// Holds taps until the app is ready for them and hands out each exactly once, as a value without side effects.
///
/// Whatever callback reports a response, it becomes the same tap, and the second report changes nothing.
package struct TapPipeline: Codable, Sendable, Equatable {
    /// The oldest age in seconds at which a tap still means anything to the person.
    package static let ageLimit: TimeInterval = 60

    /// How many recent taps are recognised when they are reported again.
    private static let memory = 200

    /// Taps that no consumer has taken yet, in the order in which they came.
    package private(set) var waiting: [Tap] = []
    private var known: [UUID] = []

    /// Starts without taps.
    package init() {}

    /// Takes in a response; false if it is one that came before.
    package mutating func receive(_ tap: Tap) -> Bool {
        guard !known.contains(tap.id) else { return false }
        known.append(tap.id)
        if known.count > Self.memory { known.removeFirst(known.count - Self.memory) }
        waiting.append(tap)
        return true
    }

    /// Whether a response came before.
    package func knows(_ tap: Tap) -> Bool { known.contains(tap.id) }

    /// Takes out the taps that are too old to be replayed.
    package mutating func removeExpired(now: Date, ageLimit: TimeInterval = ageLimit) -> [Tap] {
        let expired = waiting.filter { now.timeIntervalSince($0.respondedAt) > ageLimit }
        waiting.removeAll { expired.contains($0) }
        return expired
    }

    /// The tap that is due next; it stays until it is consumed.
    package var next: Tap? { waiting.first }

    /// A consumer that was to take a tap has gone: the tap waits again, in its place.
    package mutating func putBack(_ tap: Tap) {
        guard !waiting.contains(where: { $0.id == tap.id }) else { return }
        waiting.insert(tap, at: 0)
    }

    /// A consumer took the tap; false if it is not waiting any more.
    package mutating func consume(_ id: UUID) -> Bool {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return false }
        waiting.remove(at: index)
        return true
    }
}
