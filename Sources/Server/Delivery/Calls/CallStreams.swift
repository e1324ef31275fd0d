internal import Locking
package import Storage
package import Timekeeping

/// The live connections of devices: each is woken when something happens to a call of its person.
package final class CallStreams: Sendable {
    /// How many there can be on one server: half of the connections that it takes.
    package static let usualLimit = 2_048

    private struct State {
        var byPerson: [CalledPerson: [Int64: Signal]] = [:]
        var count = 0
    }

    private let time: any TimeSource
    private let limit: Int
    private let state = Locked(State())

    /// Prepares to hold up to `limit` connections.
    package init(time: any TimeSource, limit: Int = usualLimit) {
        self.time = time
        self.limit = limit
    }

    /// How many there are.
    package var count: Int { state.withLock { $0.count } }

    /// Whether a connection of a device would be taken on.
    package func hasRoom(for person: CalledPerson, device: Int64) -> Bool {
        state.withLock { $0.count < limit || $0.byPerson[person]?[device] != nil }
    }

    /// Takes a connection of a device on; one that the device had before is ended.
    ///
    /// - Returns: What wakes it; nil if there are too many.
    package func open(_ person: CalledPerson, device: Int64) -> CallStream? {
        let signal = Signal("calls.stream", time: time)
        let (isTaken, earlier) = state.withLock { state -> (Bool, Signal?) in
            let earlier = state.byPerson[person]?[device]
            guard earlier != nil || state.count < limit else { return (false, nil) }
            if earlier == nil { state.count += 1 }
            state.byPerson[person, default: [:]][device] = signal
            return (true, earlier)
        }
        earlier?.wake()
        guard isTaken else { return nil }
        return CallStream(signal: signal, time: time, isCurrent: { self.holds(signal, person, device) }) {
            self.close(signal, person, device)
        }
    }

    /// Wakes the connections of people.
    package func wake(_ people: Set<CalledPerson>) {
        let signals = state.withLock { state in people.flatMap { state.byPerson[$0]?.values.map { $0 } ?? [] } }
        for signal in signals { signal.wake() }
    }

    private func holds(_ signal: Signal, _ person: CalledPerson, _ device: Int64) -> Bool {
        state.withLock { $0.byPerson[person]?[device] === signal }
    }

    private func close(_ signal: Signal, _ person: CalledPerson, _ device: Int64) {
        signal.close()
        state.withLock { state in
            guard state.byPerson[person]?[device] === signal else { return }
            state.byPerson[person]?[device] = nil
            if state.byPerson[person]?.isEmpty == true { state.byPerson[person] = nil }
            state.count -= 1
        }
    }
}

/// One live connection of a device.
package struct CallStream: Sendable {
    fileprivate let signal: Signal
    fileprivate let time: any TimeSource
    fileprivate let isCurrent: @Sendable () -> Bool
    private let onClose: @Sendable () -> Void

    fileprivate init(
        signal: Signal, time: any TimeSource, isCurrent: @escaping @Sendable () -> Bool,
        onClose: @escaping @Sendable () -> Void
    ) {
        self.signal = signal
        self.time = time
        self.isCurrent = isCurrent
        self.onClose = onClose
    }

    /// Whether the device has opened no other since.
    package var isOpen: Bool { isCurrent() && !Task.isCancelled }

    /// Waits until something has happened, for a time at most.
    package func wait(atMost limit: Duration) async { await signal.wait(until: time.uptime + limit).release() }

    /// Lets another one have its place.
    package func close() { onClose() }
}
