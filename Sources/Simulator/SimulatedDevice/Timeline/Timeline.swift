internal import Foundation
internal import Locking
internal import ProcessLocal
import Timekeeping

/// Everything that happened on a device, in order.
public final class Timeline: Sendable {
    private let time: any TimeSource
    private let state = Locked(State())

    private struct State {
        var entries: [TimelineEntry] = []
        var waiters: [Int: Waiter] = [:]
        var listeners: [Int: AsyncStream<TimelineEntry>.Continuation] = [:]
        var nextID = 0
    }

    private struct Waiter {
        let condition: @Sendable (TimelineEntry) -> Bool
        let answer: FirstAnswer<TimelineEntry?>
    }

    init(time: any TimeSource) { self.time = time }

    /// The entries up to now.
    public var entries: [TimelineEntry] { state.withLock { $0.entries } }

    /// The entries of a kind up to now.
    public func all(_ kind: TimelineEntry.Kind) -> [TimelineEntry] { entries.filter { $0.kind == kind } }

    /// The position of the newest entry, 0 on an empty timeline; remember it to look only at what comes later.
    public var mark: Int { state.withLock { $0.entries.count } }

    /// The entries from now on, or from the first one; ends with the device.
    public func stream(fromStart: Bool = false) -> AsyncStream<TimelineEntry> {
        let (stream, continuation) = AsyncStream.makeStream(of: TimelineEntry.self)
        let id = state.withLock { state in
            state.nextID += 1
            if fromStart { for entry in state.entries { continuation.yield(entry) } }
            state.listeners[state.nextID] = continuation
            return state.nextID
        }
        continuation.onTermination = { [state] _ in _ = state.withLock { $0.listeners.removeValue(forKey: id) } }
        return stream
    }

    /// Waits for an entry; one that stands there already counts.
    ///
    /// - Parameters:
    ///   - mark: Only entries after this position count.
    ///   - deadline: How long to wait, in real time whatever the device's time is.
    ///   - condition: Says whether it is the one.
    /// - Returns: The entry.
    /// - Throws: `TimelineError` with the newest entries when none comes in time.
    public func first(
        after mark: Int = 0, within deadline: Duration = .seconds(20),
        where condition: @escaping @Sendable (TimelineEntry) -> Bool
    ) async throws -> TimelineEntry {
        let answer = FirstAnswer<TimelineEntry?>()
        let (found, id) = state.withLock { state -> (TimelineEntry?, Int) in
            if let entry = state.entries.dropFirst(mark).first(where: condition) { return (entry, 0) }
            state.nextID += 1
            state.waiters[state.nextID] = Waiter(condition: condition, answer: answer)
            return (nil, state.nextID)
        }
        if let found { return found }
        let alarm = Task {
            let clock = SystemTime()
            if (try? await clock.sleep(for: deadline)) != nil { answer.set(nil) }
        }
        let entry = await answer.wait() ?? nil
        alarm.cancel()
        _ = state.withLock { $0.waiters.removeValue(forKey: id) }
        guard let entry else {
            try Task.checkCancellation()
            throw TimelineError(deadline: deadline, newest: Array(entries.suffix(12)))
        }
        return entry
    }

    /// Waits for an entry of a kind; one that stands there already counts.
    public func first(
        _ kind: TimelineEntry.Kind, after mark: Int = 0, within deadline: Duration = .seconds(20)
    ) async throws -> TimelineEntry {
        try await first(after: mark, within: deadline) { $0.kind == kind }
    }

    // MARK: Writing

    func add(
        _ kind: TimelineEntry.Kind, app: String? = nil, process: String? = nil, notification: String? = nil,
        _ details: [String: String] = [:]
    ) {
        let (entry, waiters) = state.withLock { state in
            let entry = TimelineEntry(
                sequence: state.entries.count + 1, time: time.now, kind: kind, app: app, process: process,
                notification: notification, details: details)
            state.entries.append(entry)
            // Yielded under the lock, so that every listener sees the entries in order.
            for listener in state.listeners.values { listener.yield(entry) }
            return (entry, Array(state.waiters.values))
        }
        for waiter in waiters where waiter.condition(entry) { waiter.answer.set(entry) }
    }

    func close() {
        let listeners = state.withLock { state in
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}

/// What was waited for did not happen in time.
public struct TimelineError: Error, CustomStringConvertible {
    /// How long the wait was.
    public let deadline: Duration
    /// What happened last instead.
    public let newest: [TimelineEntry]

    /// What was waited for and what happened instead.
    public var description: String {
        let lines = newest.map { "  \($0)" }.joined(separator: "\n")
        return "No such entry on the timeline within \(deadline). The newest ones are:\n\(lines)"
    }
}
