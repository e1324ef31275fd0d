import Foundation
import Locking
import PushModel
import Timekeeping

/// Tells those who wait for a device token that it came, or that it will not.
final class TokenAnnouncements: Sendable {
    /// What became of a request for a token.
    enum Outcome: Sendable, Equatable {
        case token(DeviceToken)
        case failed
        case timedOut
    }

    private let waiters = Locked<[UUID: AsyncStream<Outcome>.Continuation]>([:])

    /// Tells everyone who waits.
    func announce(_ outcome: Outcome) {
        let continuations = waiters.withLock { Array($0.values) }
        for continuation in continuations { continuation.yield(outcome) }
    }

    /// Starts listening, does something that leads to a token, and waits for it.
    func outcome(
        within limit: Duration, time: any TimeSource, after request: @escaping @Sendable () async -> Void
    ) async -> Outcome {
        let id = UUID()
        let (stream, continuation) = AsyncStream<Outcome>.makeStream()
        waiters.withLock { $0[id] = continuation }
        defer { _ = waiters.withLock { $0.removeValue(forKey: id) } }
        await request()
        return await withTaskGroup(of: Outcome.self) { group in
            group.addTask {
                for await outcome in stream { return outcome }
                return .timedOut
            }
            group.addTask {
                try? await time.sleep(for: limit)
                return .timedOut
            }
            let first = await group.next() ?? .timedOut
            group.cancelAll()
            return first
        }
    }
}
