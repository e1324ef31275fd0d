import Foundation
import Locking

/// The name of a journal entry; sorted as text, names are in the order in which events happened.
struct JournalFileName: Sendable, Equatable {
    let text: String
    let failedAttempts: Int

    private static let suffix = ".json"

    init(moment: Date, sequence: Int, event: UUID, failedAttempts: Int) {
        let milliseconds = Int64(max(0, min(moment.timeIntervalSince1970, 99_999_999_999)) * 1000)
        text = Self.join([
            Self.padded(milliseconds, to: 14), Self.padded(Int64(sequence), to: 6), event.uuidString,
            String(failedAttempts),
        ])
        self.failedAttempts = failedAttempts
    }

    /// Reads a name; nil for drafts and for files that are not ours.
    init?(text: String) {
        guard text.hasSuffix(Self.suffix), !text.hasPrefix(AtomicFile.draftPrefix),
            let attempts = text.dropLast(Self.suffix.count).split(separator: "_").last.flatMap({ Int($0) }),
            attempts >= 0
        else { return nil }
        self.text = text
        failedAttempts = attempts
    }

    /// The name of the same entry after one more failed attempt; its place in the order stays.
    var afterFailure: JournalFileName {
        var parts = text.dropLast(Self.suffix.count).split(separator: "_").map(String.init)
        parts[parts.count - 1] = String(failedAttempts + 1)
        return JournalFileName(text: Self.join(parts)) ?? self
    }

    private static func join(_ parts: [String]) -> String { parts.joined(separator: "_") + suffix }

    private static func padded(_ number: Int64, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

/// Tells apart events of the same millisecond within one process.
final class JournalSequence: Sendable {
    private let counter = Locked(0)

    func next() -> Int {
        counter.withLock { value in
            value = (value + 1) % 1_000_000
            return value
        }
    }
}
