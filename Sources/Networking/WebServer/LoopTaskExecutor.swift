import EventLoop

/// Runs the tasks of handlers on the event loop that read their request, which saves two thread switches a request.
///
/// Whatever blocks has to happen elsewhere, as database calls do; a handler that computes for long delays its loop.
final class LoopTaskExecutor: TaskExecutor {
    private let loop: EventLoop

    init(_ loop: EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
