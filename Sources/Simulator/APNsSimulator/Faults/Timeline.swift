import Locking
import Timekeeping

/// What happens to connections at certain times, each on a task of its own that sleeps on the simulator's clock.
final class Timeline: Sendable {
    private let state = Locked(State())

    private struct State {
        var lastID = 0
        var tasks: [Int: Task<Void, Never>] = [:]
    }

    /// How many events are not over.
    var count: Int { state.withLock { $0.tasks.count } }

    /// Schedules an event from now on.
    func schedule(_ event: TimedEvent, on core: SimulatorCore) {
        let time = core.configuration.time
        let start = time.uptime
        state.withLock { state in
            state.lastID += 1
            let id = state.lastID
            state.tasks[id] = Task { [weak core, weak self] in
                for round in 0..<event.times {
                    let due = start + event.at + event.every * round
                    guard (try? await time.sleep(until: due)) != nil, let core else { return }
                    _ = core.perform(event.action, on: nil, environment: event.environment)
                    core.bell.ring()
                }
                self?.state.withLock { _ = $0.tasks.removeValue(forKey: id) }
            }
        }
    }

    /// Takes back what has not happened yet.
    func cancel() {
        let all = state.withLock { state in
            defer { state.tasks = [:] }
            return state.tasks.values
        }
        for task in all { task.cancel() }
    }
}

/// Something that happens to all open connections, once or again and again.
struct TimedEvent: Sendable, Hashable {
    var action: APNsSimulator.ConnectionAction
    /// When it happens first, from the moment it was scripted.
    var at: Duration
    /// The time between two rounds.
    var every: Duration
    /// How many rounds there are.
    var times: Int
    var environment: APNsSimulator.Environment?
}
