#if !os(macOS) && !os(watchOS) && !os(tvOS)
    public import Foundation
    import TidingsCore

    /// What became of the pushes that a call had to be reported for.
    public struct CallObligations: Codable, Sendable, Hashable {
        /// How many pushes of calls reached the app.
        public internal(set) var pushes = 0
        /// For how many of them a call was reported.
        public internal(set) var reports = 0
        /// How many were left when the app ended; the system counts them, too.
        public internal(set) var unreported = 0
        /// The longest time between a push and its report, in milliseconds.
        public internal(set) var slowestMilliseconds = 0
        /// When a push was last found to be unreported.
        public internal(set) var lastUnreportedAt: Date?
    }

    /// Why the system may stop starting the app for calls.
    public enum CallWarning: Sendable, Hashable {
        /// The app ended before it had reported a call, so many times since it was installed.
        case unreported(count: Int)
        /// A call was reported late, so many milliseconds after its push.
        case reportedLate(milliseconds: Int)
    }

    /// Keeps account of pushes and reports, across the death of the app.
    ///
    /// A push is an empty file from its arrival to its report. It is not flushed: what has to outlive the app is with the
    /// system by then, and the report must not wait for a disk.
    struct ObligationLedger {
        private let owed: URL?
        private let account: URL?
        private(set) var obligations = CallObligations()

        /// Keeps the account in a container; in memory only where there is none, as before the first unlock.
        init(_ container: ClientContainer?) {
            owed = container?.owedCalls
            account = container?.calls
            guard let account, let content = try? Data(contentsOf: account) else { return }
            obligations = (try? JSONDecoder().decode(CallObligations.self, from: content)) ?? obligations
        }

        /// Counts what an earlier launch left; how many there were.
        mutating func settleEarlier(now: Date) -> Int {
            let manager = FileManager.default
            guard let owed, let names = try? manager.contentsOfDirectory(atPath: owed.path), !names.isEmpty else {
                return 0
            }
            for name in names { try? manager.removeItem(at: owed.appendingPathComponent(name)) }
            obligations.unreported += names.count
            obligations.lastUnreportedAt = now
            save()
            return names.count
        }

        /// A push has come.
        mutating func open(_ push: UUID) {
            obligations.pushes += 1
            guard let file = file(push) else { return }
            if FileManager.default.createFile(atPath: file.path, contents: nil) { return }
            try? FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            _ = FileManager.default.createFile(atPath: file.path, contents: nil)
        }

        /// A call was reported for it, after so long.
        mutating func close(_ push: UUID, after delay: Duration) {
            obligations.reports += 1
            obligations.slowestMilliseconds = max(
                obligations.slowestMilliseconds, Int(delay / .milliseconds(1)))
            if let file = file(push) { try? FileManager.default.removeItem(at: file) }
        }

        /// Writes the account down; for after the report.
        func save() {
            guard let account, let content = try? JSONEncoder().encode(obligations) else { return }
            try? AtomicFile.replace(account, with: content)
        }

        private func file(_ push: UUID) -> URL? { owed?.appendingPathComponent(push.uuidString) }
    }
#endif
