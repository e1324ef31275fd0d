public import Dispatch
internal import Locking
internal import ProcessLocal

/// Runs an app's tasks when the system finds it convenient.
///
/// Source: Apple's headers. An app registers the handlers of its tasks before its launch ends, but for those that go on in the
/// background; a second registration of one name ends it. On an in-process program a queue other than the main one is not used: the handler runs on the process's own
/// executor.
open class BGTaskScheduler: NSObject {
    private static let box = ProcessScoped { BGTaskScheduler() }
    private let state = Locked(State())

    private struct State {
        var handlers: [String: Registration] = [:]
        var running: [String: BGTask] = [:]
    }

    private struct Registration {
        var queue: DispatchQueue?
        var handler: (BGTask) -> Void
    }

    private override init() {}

    /// The scheduler of the running app.
    open class var shared: BGTaskScheduler { box.value }

    /// Says what runs for a task; false when the property list does not permit the name.
    open func register(
        forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
        launchHandler: @escaping (BGTask) -> Void
    ) -> Bool {
        guard case .flag(true) = SimulatedProcess.current.callNow(.registerTask(identifier)) else { return false }
        state.withLockUnchecked { $0.handlers[identifier] = Registration(queue: queue, handler: launchHandler) }
        ForwardedCalls.install(for: "BackgroundTasks") { await BGTaskScheduler.shared.handle($0) }
        return true
    }

    /// Asks for a task to be run; a request with the same name is replaced.
    open func submit(_ taskRequest: BGTaskRequest) throws {
        let reply = SimulatedProcess.current.callNow(.submitTask(taskRequest.wire))
        if case .failure(_, let code, _) = reply {
            throw Error(Error.Code(rawValue: code) ?? .unavailable)
        }
    }

    /// Takes a request back.
    open func cancel(taskRequestWithIdentifier identifier: String) {
        _ = SimulatedProcess.current.callNow(.cancelTasks(identifier))
    }

    /// Takes all requests back.
    open func cancelAllTaskRequests() { _ = SimulatedProcess.current.callNow(.cancelTasks(nil)) }

    /// The requests that wait.
    open func getPendingTaskRequests(completionHandler: @escaping @Sendable ([BGTaskRequest]) -> Void) {
        let process = SimulatedProcess.current
        process.task { completionHandler(Self.requests(await process.call(.pendingTasks))) }
    }

    /// The requests that wait.
    open func pendingTaskRequests() async -> [BGTaskRequest] {
        Self.requests(await SimulatedProcess.current.call(.pendingTasks))
    }

    private static func requests(_ reply: DeviceReply) -> [BGTaskRequest] {
        guard case .tasks(let tasks) = reply else { return [] }
        return tasks.map(BGTaskRequest.make)
    }

    private func handle(_ call: ProcessCall) async -> ProcessReply {
        switch call {
        case .runTask(let request):
            guard let registration = state.withLockUnchecked({ $0.handlers[request.identifier] }) else {
                return .notImplemented
            }
            let process = SimulatedProcess.current
            let task: BGTask =
                switch request.kind {
                case .refresh: BGAppRefreshTask(identifier: request.identifier, process: process)
                case .processing: BGProcessingTask(identifier: request.identifier, process: process)
                case .continued: BGContinuedProcessingTask(request, process: process)
                }
            state.withLockUnchecked { $0.running[request.identifier] = task }
            await DelegateQueue(registration.queue) { registration.handler(task) }.run()
        case .expireTask(let identifier):
            state.withLockUnchecked { $0.running.removeValue(forKey: identifier) }?.expire()
        default: return .notImplemented
        }
        return .done
    }
}

extension BGTaskScheduler {
    /// Why a request was refused.
    public struct Error: Swift.Error, CustomNSError, Hashable, Sendable {
        /// The reasons.
        public enum Code: Int, Sendable {
            /// Not on this device, or the person does not allow it.
            case unavailable = 1
            /// There are too many requests already.
            case tooManyPendingTaskRequests = 2
            /// The property list does not permit the name.
            case notPermitted = 3
            /// It cannot be run at once.
            case immediateRunIneligible = 4
        }

        /// The reason.
        public let code: Code

        /// Makes an error of a kind.
        public init(_ code: Code) { self.code = code }

        /// The domain of every such error.
        public static var errorDomain: String { "BGTaskSchedulerErrorDomain" }
        /// The number of its kind.
        public var errorCode: Int { code.rawValue }
        /// Nothing beyond the code.
        public var errorUserInfo: [String: Any] { [:] }
    }
}
