package import Foundation
import Locking
public import Timekeeping

/// One process that runs on a simulated device: an app or its notification service extension.
///
/// In an executable started by a device there is one, found through the environment. In a test there are many, and the
/// task that runs carries its own: work that leaves the task (Dispatch, `Thread`, a detached task) has none.
public final class SimulatedProcess: Sendable {
    /// The process that the running task belongs to; nil outside an in-process program.
    @TaskLocal public static var bound: SimulatedProcess?

    /// Whether a process goes on, stands still, or is over.
    package enum Life: Sendable {
        case running, frozen, ended
    }

    /// Which program this is, in which role.
    public let identity: ProcessIdentity
    /// The folders it may use.
    public let containers: ProcessContainers
    /// Its way to the network.
    public let network: SimulatedNetwork
    /// Settings that whoever drives the device passes to the program, by name.
    public let environment: [String: String]
    /// The device's time; in a child process that of the machine.
    public var time: any TimeSource {
        ProcessTime(device: deviceTime) { [weak self] in await self?.whenRunning() ?? false }
    }
    /// The device's wall clock.
    package var now: Date { deviceTime.now }
    private let deviceTime: any TimeSource
    /// Its device.
    package let link: any DeviceLink
    /// Where its work runs; nil in a child process, which has its own threads.
    package let executor: ProcessExecutor?

    private let state = Locked(State())

    private struct State {
        var life = Life.running
        var storage: [ObjectIdentifier: AnyObject] = [:]
        var handler: ProcessHandler?
        var tasks: [Int: Task<Void, Never>] = [:]
        var nextTask = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
        var handlerWaiters: [CheckedContinuation<Void, Never>] = []
        /// Tasks that were over before they could be kept.
        var finished: Set<Int> = []

        mutating func keep(_ task: Task<Void, Never>, _ id: Int) {
            if finished.remove(id) == nil, life != .ended { tasks[id] = task }
        }

        mutating func forget(_ id: Int) {
            if tasks.removeValue(forKey: id) == nil, life != .ended { finished.insert(id) }
        }
    }

    package init(
        identity: ProcessIdentity, containers: ProcessContainers, environment: [String: String],
        isOnline: Bool, time: any TimeSource = SystemTime(), link: any DeviceLink,
        executor: ProcessExecutor? = nil
    ) {
        self.identity = identity
        self.containers = containers
        self.environment = environment
        self.link = link
        deviceTime = time
        self.executor = executor
        network = SimulatedNetwork(
            isOnline: isOnline, hosts: environment[SimulatedNetwork.hostsVariable] ?? "")
    }

    /// The process that this code runs in.
    ///
    /// Stops the program when there is none: a simulated framework was called from outside any process.
    public static var current: SimulatedProcess {
        guard let process = currentIfAny else {
            preconditionFailure(
                """
                A simulated framework was called outside any simulated process. In a test, call it from the app's or \
                extension's own tasks: DispatchQueue.async, Thread, OperationQueue and Task.detached lose the process. \
                In an executable, let a simulated device start it: it sets \(ChildProcess.socketVariable).
                """)
        }
        return process
    }

    /// The process that this code runs in, if there is one.
    public static var currentIfAny: SimulatedProcess? { bound ?? ChildProcess.shared }

    // MARK: Storage

    func box<Box: AnyObject>(for key: ObjectIdentifier, make: () -> Box) -> Box {
        if let box = state.withLock({ $0.storage[key] }) as? Box { return box }
        // Made outside the lock: a first value may ask for another one. The first to be kept is everybody's.
        let made = make()
        return state.withLockUnchecked { state in
            if let box = state.storage[key] as? Box { return box }
            state.storage[key] = made
            return made
        }
    }

    // MARK: Life

    /// Whether the process goes on, stands still, or is over.
    package var life: Life { state.withLock { $0.life } }

    /// Lets the process stand still: what it asks of the device waits.
    package func freeze() {
        let froze = state.withLock { state in
            guard state.life == .running else { return false }
            state.life = .frozen
            return true
        }
        guard froze else { return }
        network.setLife(.frozen)
        executor?.stop()
    }

    /// Lets a frozen process go on.
    package func thaw() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard state.life == .frozen else { return [] }
            state.life = .running
            defer { state.waiters = [] }
            return state.waiters
        }
        network.setLife(.running)
        executor?.resume()
        for waiter in waiters { waiter.resume() }
    }

    /// Ends the process: its tasks are cancelled, and nothing that is left of it reaches the device any more.
    package func end() {
        let (tasks, waiters) = state.withLock { state in
            state.life = .ended
            defer {
                state.tasks = [:]
                state.waiters = []
                state.handlerWaiters = []
                state.handler = nil
            }
            return (Array(state.tasks.values), state.waiters + state.handlerWaiters)
        }
        network.setLife(.ended)
        for task in tasks { task.cancel() }
        executor?.resume()
        for waiter in waiters { waiter.resume() }
        // Objects of the program may refer to each other and to the process: let go of them, outside the lock, since they may
        // have something to do when they go.
        let storage = state.withLock { state in
            defer { state.storage = [:] }
            return state.storage
        }
        withExtendedLifetime(storage) {}
    }

    /// Waits until the process is not frozen; false when it is over.
    package func whenRunning() async -> Bool {
        while true {
            switch life {
            case .running: return true
            case .ended: return false
            case .frozen:
                await withCheckedContinuation { continuation in
                    let resumeNow = state.withLock { state in
                        guard state.life == .frozen else { return true }
                        state.waiters.append(continuation)
                        return false
                    }
                    if resumeNow { continuation.resume() }
                }
            }
        }
    }

    // MARK: Work

    /// Starts a task of this process; it is cancelled when the process ends.
    @discardableResult
    public func task(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        let id = state.withLock { state in
            state.nextTask += 1
            return state.nextTask
        }
        let task = Task<Void, Never>(executorPreference: executor) { [self] in
            if executor == nil {
                await body()
            } else {
                await Self.$bound.withValue(self) { await body() }
            }
            state.withLock { $0.forget(id) }
        }
        let isOver = state.withLock { state in
            state.keep(task, id)
            return state.life == .ended
        }
        if isOver { task.cancel() }
        return task
    }

    /// Asks the device; waits while the process is frozen, and comes to nothing when it is over.
    package func call(_ call: DeviceCall) async -> DeviceReply {
        guard await whenRunning() else { return .gone }
        let reply = await link.call(call)
        guard await whenRunning() else { return .gone }
        return reply
    }

    /// Asks the device on this thread.
    package func callNow(_ call: DeviceCall) -> DeviceReply {
        guard life == .running else { return .gone }
        return link.callNow(call)
    }

    // MARK: Calls from the device

    /// Installed by the framework that runs the program.
    package func install(_ handler: @escaping ProcessHandler) {
        let waiters = state.withLock { state in
            state.handler = handler
            defer { state.handlerWaiters = [] }
            return state.handlerWaiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Answers a call of the device in a task of this process.
    package func handle(_ call: ProcessCall) async -> ProcessReply {
        while true {
            guard life != .ended else { return .gone }
            if let handler = state.withLock({ $0.handler }) {
                let answer = ReplyBox()
                await task { [deviceTime] in
                    let reply = await handler(call)
                    // Time stands still until the device has heard it; the thread of the process may have nothing to do by now.
                    let hold = deviceTime.hold("an answer to the device")
                    answer.reply.withLock { $0 = reply }
                    answer.hold.withLock { $0 = hold }
                }.value
                defer { answer.hold.withLock { $0 }?.release() }
                // What is left of it after its end goes on, but answers nobody.
                return life == .ended ? .gone : answer.reply.withLock { $0 } ?? .gone
            }
            await withCheckedContinuation { continuation in
                let resumeNow = state.withLock { state in
                    guard state.handler == nil, state.life != .ended else { return true }
                    state.handlerWaiters.append(continuation)
                    return false
                }
                if resumeNow { continuation.resume() }
            }
        }
    }

    private final class ReplyBox: Sendable {
        let reply = Locked<ProcessReply?>(nil)
        let hold = Locked<BusyHold?>(nil)
    }
}
