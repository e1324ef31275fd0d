import CEvent
import Dispatch
import Locking

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A thread that runs libevent and is an actor's executor, so C callbacks and actor code share it without locks.
///
/// Pin an actor with `nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }`; inside
/// a C callback `assumeIsolated` then gives the actor's state. Work from other threads is queued and the thread is woken
/// once for all that has gathered. The loop lives until `shutdown()`.
package final class EventLoop: SerialExecutor, @unchecked Sendable {
    // Unchecked: `eventBase` and `wakeup` are set in `init`; libevent locks its base, the rest is behind `inbox`.

    /// The name of the thread, cut to 15 bytes by the system.
    package let name: String

    /// The libevent base, for code on this loop that drives a C object of its own, such as evhttp.
    ///
    /// Valid as long as the loop object; use it only on the loop.
    package let eventBase: OpaquePointer

    private let inbox = Locked(Inbox())
    private var wakeup: OwnedEvent?
    private var thread: pthread_t?
    private var running: [Work] = []
    private var timers: [ObjectIdentifier: LoopTimer] = [:]
    /// Runs what still arrives when the thread has ended, so that no task hangs forever.
    private let afterShutdown: DispatchQueue

    private struct Inbox {
        var work: [Work] = []
        var isSignaled = false
        var phase = Phase.running
    }

    private enum Phase { case running, stopping, ended }

    private enum Work {
        case job(UnownedJob)
        case body(@Sendable () -> Void)
    }

    /// Starts the thread.
    package init(name: String) throws(EventLoopError) {
        self.name = name
        afterShutdown = DispatchQueue(label: "\(name) after shutdown")
        guard Self.threadsEnabled, let base = event_base_new() else {
            throw EventLoopError(.outOfResources, detail: "the event base of loop \(name)")
        }
        eventBase = base
        do {
            wakeup = try OwnedEvent(
                base: base, kinds: EV_PERSIST, context: Unmanaged.passUnretained(self).toOpaque()
            ) { _, _, context in
                guard let context else { return }
                Unmanaged<EventLoop>.fromOpaque(context).takeUnretainedValue().drain()
            }
            thread = try start()
        } catch {
            wakeup = nil
            throw error
        }
    }

    deinit {
        wakeup = nil
        event_base_free(eventBase)
    }

    /// True on the thread of this loop.
    package var isCurrent: Bool {
        pthread_getspecific(Self.currentLoop) == UnsafeMutableRawPointer(Unmanaged.passUnretained(self).toOpaque())
    }

    /// Queues `body` to run on the loop, after what was queued before; safe from any thread.
    package func execute(_ body: @escaping @Sendable () -> Void) { submit(.body(body)) }

    /// Queues an actor's job.
    package func enqueue(_ job: consuming ExecutorJob) { submit(.job(UnownedJob(job))) }

    /// Stops the process when called from another thread than the loop's.
    package func checkIsolated() {
        precondition(isCurrent, "this code must run on event loop \(name)")
    }

    /// Tells the runtime whether the caller is on this loop.
    package func isIsolatingCurrentContext() -> Bool? { isCurrent }

    /// Ends the thread once all queued work has run, and waits for that unless called on the loop itself.
    ///
    /// Timers and file watches fire no more. Work that arrives later runs one at a time on a queue of the system, so that
    /// actors can still finish. May be called more than once.
    package func shutdown() {
        let isFirst = inbox.withLock { inbox in
            guard inbox.phase == .running else { return false }
            inbox.phase = .stopping
            return true
        }
        guard isFirst, let thread else { return }
        wakeup?.activate()
        if isCurrent { pthread_detach(thread) } else { pthread_join(thread, nil) }
    }

    /// Keeps a timer alive; false when the loop has ended and the timer can never fire; on the loop only.
    func keep(_ timer: LoopTimer) -> Bool {
        guard inbox.withLock({ $0.phase != .ended }) else { return false }
        timers[ObjectIdentifier(timer)] = timer
        return true
    }

    /// Lets go of a timer; on the loop only.
    func forget(_ timer: LoopTimer) { timers[ObjectIdentifier(timer)] = nil }

    private func submit(_ work: Work) {
        let (isFirst, phase) = inbox.withLock { inbox in
            if inbox.phase != .ended { inbox.work.append(work) }
            defer { inbox.isSignaled = true }
            return (!inbox.isSignaled, inbox.phase)
        }
        if phase == .ended {
            afterShutdown.async {
                pthread_setspecific(Self.currentLoop, Unmanaged.passUnretained(self).toOpaque())
                self.perform(work)
                pthread_setspecific(Self.currentLoop, nil)
            }
        } else if isFirst {
            wakeup?.activate()
        }
    }

    /// Runs what has gathered; on the loop only.
    private func drain() {
        let isStopping = inbox.withLock { inbox in
            swap(&inbox.work, &running)
            inbox.isSignaled = false
            return inbox.phase == .stopping
        }
        for work in running { perform(work) }
        running.removeAll(keepingCapacity: running.count <= 4096)
        guard isStopping else { return }
        let isDone = inbox.withLock { inbox in
            guard inbox.work.isEmpty else { return false }
            inbox.phase = .ended
            return true
        }
        guard isDone else {
            wakeup?.activate()
            return
        }
        timers = [:]
        event_base_loopbreak(eventBase)
    }

    private func perform(_ work: Work) {
        switch work {
        case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
        case .body(let body): body()
        }
    }

    private func start() throws(EventLoopError) -> pthread_t {
        // The thread keeps the loop alive until it ends.
        let context = Unmanaged.passRetained(self)
        guard let thread = Self.spawn(context.toOpaque()) else {
            context.release()
            throw EventLoopError(.outOfResources, detail: "the thread of loop \(name)")
        }
        return thread
    }

    private static func spawn(_ context: UnsafeMutableRawPointer) -> pthread_t? {
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        guard pthread_create(&thread, nil, main, context) == 0 else { return nil }
        return thread
    }

    /// What the thread runs; a constant because the compiler (6.3.1) crashes on a closure in the call.
    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
        guard let context else { return nil }
        let loop = Unmanaged<EventLoop>.fromOpaque(context).takeRetainedValue()
        // A peer that went away must show as EPIPE, not end the process; other signals belong to the main thread.
        var signals = sigset_t()
        sigfillset(&signals)
        for fault in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP] { sigdelset(&signals, fault) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        pthread_setspecific(currentLoop, Unmanaged.passUnretained(loop).toOpaque())
        tidings_name_thread(loop.name)
        event_base_loop(loop.eventBase, EVLOOP_NO_EXIT_ON_EMPTY)
        return nil
    }

    /// Holds, per thread, the loop whose work runs there: a thread's own id may be given to another thread later.
    private static let currentLoop: pthread_key_t = {
        var key = pthread_key_t()
        let result = pthread_key_create(&key, nil)
        precondition(result == 0, "the process has a free thread-specific key")
        return key
    }()

    /// Turns on libevent's locks, once and before the first base.
    private static let threadsEnabled = evthread_use_pthreads() == 0
}
