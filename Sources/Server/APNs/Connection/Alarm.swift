import EventLoop
import Timekeeping

/// Wakes a loop at a moment on the clock of the client, which may be a virtual one.
final class Alarm: @unchecked Sendable {
    // Unchecked: touched on the loop only, apart from the body of the task.

    private let loop: EventLoop
    private let time: any TimeSource
    private let owner: String
    private var task: Task<Void, Never>?
    /// When it rings; nil when it is not set.
    private(set) var deadline: Duration?

    init(loop: EventLoop, time: any TimeSource, owner: String) {
        self.loop = loop
        self.time = time
        self.owner = owner
    }

    deinit { task?.cancel() }

    /// Rings at `deadline`, in place of any earlier wish; virtual time waits until `body` is done.
    func set(_ deadline: Duration, _ body: @escaping @Sendable () -> Void) {
        cancel()
        self.deadline = deadline
        // A task of its own, because the loop cannot wait on a clock that others may move.
        task = Task { [loop, time, owner] in
            guard let hold = try? await time.sleep(until: deadline, thenHold: owner) else { return }
            loop.execute { [weak self] in
                defer { hold.release() }
                guard let self, self.deadline == deadline else { return }
                self.deadline = nil
                body()
            }
        }
    }

    /// Does not ring any more.
    func cancel() {
        task?.cancel()
        task = nil
        deadline = nil
    }
}
