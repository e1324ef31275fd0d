import Locking

/// Events on their way from a producer on any thread to the loop, gathered so that the loop is woken once for many.
final class EventOutbox: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var unsent = 0
        var isScheduled = false
        var isOverfull = false
        var isClosed = false
    }

    private let state = Locked(State())
    private let limit: Int
    private let schedule: @Sendable (EventOutbox) -> Void

    /// Makes an outbox that refuses more than `limit` bytes and calls `schedule` when it stops being empty.
    init(limit: Int, schedule: @escaping @Sendable (EventOutbox) -> Void) {
        self.limit = limit
        self.schedule = schedule
    }

    /// Adds bytes.
    ///
    /// - Returns: False if they were refused because the client is gone or does not read.
    func add(_ bytes: [UInt8]) -> Bool {
        let (isTaken, isFirst) = state.withLock { state in
            if state.isClosed || state.isOverfull { return (false, false) }
            state.isOverfull = state.unsent + state.bytes.count + bytes.count > limit
            if !state.isOverfull { state.bytes += bytes }
            defer { state.isScheduled = true }
            return (!state.isOverfull, !state.isScheduled)
        }
        if isFirst { schedule(self) }
        return isTaken
    }

    /// Takes all bytes, and tells whether some had to be refused.
    func take() -> (bytes: [UInt8], isOverfull: Bool) {
        state.withLock { state in
            defer {
                state.bytes = []
                state.isScheduled = false
            }
            return (state.bytes, state.isOverfull)
        }
    }

    /// How many bytes the loop has taken and not yet sent.
    var unsent: Int {
        get { state.withLock { $0.unsent } }
        set { state.withLock { $0.unsent = newValue } }
    }

    /// Refuses everything from now on.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.bytes = []
        }
    }
}
