import Foundation
import Locking
import PushModel
import Timekeeping

/// Asks for a device token, once however many want it, and tells those who wait that it came, or that it will not.
final class TokenAnnouncements: Sendable {
    /// What became of a request for a token.
    enum Outcome: Sendable, Equatable {
        case token(DeviceToken)
        case failed
        case timedOut
    }

    private struct State {
        var waiters: [UUID: AsyncStream<Outcome>.Continuation] = [:]
        var isAsked = false
        var hasHeard = false
    }

    private let state = Locked(State())

    /// Whether the app delegate has ever passed anything on in this process.
    var hasHeard: Bool { state.withLock { $0.hasHeard } }

    /// Tells everyone who waits.
    func announce(_ outcome: Outcome) {
        let continuations = state.withLock { state in
            state.isAsked = false
            state.hasHeard = true
            return Array(state.waiters.values)
        }
        for continuation in continuations { continuation.yield(outcome) }
    }

    /// Asks for a token, unless the answer to an earlier request is still to come.
    func request(_ ask: @Sendable () async -> Void) async {
        let isFirst = state.withLock { state in
            defer { state.isAsked = true }
            return !state.isAsked
        }
        if isFirst { await ask() }
    }

    /// Starts listening, asks for a token, and waits for it.
    ///
    /// After an answer that did not come in time the next request asks again.
    func outcome(
        within limit: Duration, time: any TimeSource, asking ask: @escaping @Sendable () async -> Void
    ) async -> Outcome {
        let id = UUID()
        let (stream, continuation) = AsyncStream<Outcome>.makeStream()
        state.withLock { $0.waiters[id] = continuation }
        defer { state.withLock { _ = $0.waiters.removeValue(forKey: id) } }
        await request(ask)
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
            if first == .timedOut { state.withLock { $0.isAsked = false } }
            return first
        }
    }
}
