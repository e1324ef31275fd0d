import Locking
import Timekeeping

/// What happens to connections at certain times, each on a task of its own that sleeps on the simulator's clock.
final class Timeline: Sendable {
    private let tasks = Locked<[Task<Void, Never>]>([])

    /// Schedules an event from now on.
    func schedule(_ event: TimedEvent, on core: SimulatorCore) {
        let time = core.configuration.time
        let start = time.uptime
        let task = Task { [weak core] in
            for round in 0..<event.times {
                let due = start + event.at + event.every * round
                guard (try? await time.sleep(until: due)) != nil, let core else { return }
                _ = core.perform(event.action, on: nil, environment: event.environment)
                core.bell.ring()
            }
        }
        tasks.withLock { $0.append(task) }
    }

    /// Takes back what has not happened yet.
    func cancel() {
        let all = tasks.withLock { tasks in
            defer { tasks = [] }
            return tasks
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
