import Foundation
import UserNotifications

/// Which calls of the system the peers have been told of, so that none that wraps us hears of one twice.
struct RelayRounds: Sendable {
    /// One call of the system; it is the same call if a peer hands it back to us.
    struct Call: Equatable, Sendable {
        let method: String
        let identifier: String
        let date: Date
    }

    /// How a call stands to those before.
    enum Turn {
        case first
        /// Peers are being told of it right now, and one of them hands it back.
        case circle
        /// It was answered, and comes once more: from a peer that took its time, or from the system.
        case again(UNNotificationPresentationOptions?)
    }

    private struct Round {
        let call: Call
        var isOver = false
        var answer: UNNotificationPresentationOptions?
    }

    private static let limit = 32
    private var newest: [Round] = []

    /// Takes in a call.
    mutating func begin(_ call: Call) -> Turn {
        if let round = newest.first(where: { $0.call == call }) { return round.isOver ? .again(round.answer) : .circle }
        newest = newest.suffix(Self.limit - 1) + [Round(call: call)]
        return .first
    }

    /// Notes that the peers are done with a call, and what they answered.
    mutating func end(_ call: Call, _ answer: UNNotificationPresentationOptions?) {
        guard let index = newest.firstIndex(where: { $0.call == call }) else { return }
        newest[index].isOver = true
        newest[index].answer = answer
    }
}
