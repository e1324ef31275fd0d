public import Dispatch
public import Foundation
internal import Locking
internal import ProcessLocal

/// Actions that belong together.
open class CXTransaction: NSObject {
    /// Names the transaction.
    public let uuid = UUID()
    /// The actions in order.
    open private(set) var actions: [CXAction]

    /// Makes a transaction of one action.
    public convenience init(action: CXAction) { self.init(actions: [action]) }
    /// Makes a transaction.
    public init(actions: [CXAction]) { self.actions = actions }

    /// Whether all actions are complete.
    open var isComplete: Bool { actions.allSatisfy(\.isComplete) }
    /// Adds an action at the end.
    open func addAction(_ action: CXAction) { actions.append(action) }
}

/// Asks the system for what the person does in the app: to call, to hang up, to mute.
open class CXCallController: NSObject {
    private let queue: DispatchQueue
    /// Knows the calls of the phone.
    public let callObserver = CXCallObserver()

    /// Makes a controller whose completions run on a queue.
    public init(queue: DispatchQueue = .main) { self.queue = queue }

    /// Asks for a transaction.
    open func request(_ transaction: CXTransaction, completion: @escaping @Sendable ((any Error)?) -> Void) {
        requestTransaction(with: transaction.actions, completion: completion)
    }

    /// Asks for actions as one transaction.
    open func requestTransaction(
        with actions: [CXAction], completion: @escaping @Sendable ((any Error)?) -> Void
    ) {
        let process = SimulatedProcess.current
        let reply = process.callNow(.callKit(.request(actions.compactMap { ($0 as? CXCallAction)?.wire })))
        let queue = queue
        let error = reply.callError
        process.task { await DelegateQueue(queue) { completion(error) }.run() }
    }

    /// Asks for one action.
    open func requestTransaction(
        with action: CXAction, completion: @escaping @Sendable ((any Error)?) -> Void
    ) { requestTransaction(with: [action], completion: completion) }
}

/// A call of the phone, whichever app has it.
open class CXCall: NSObject {
    private let wire: WireCall
    init(_ wire: WireCall) { self.wire = wire }

    /// Names the call.
    open var uuid: UUID { wire.id }
    /// Whether the person makes it.
    open var isOutgoing: Bool { wire.isOutgoing }
    /// Whether it is held.
    open var isOnHold: Bool { wire.isOnHold }
    /// Whether both sides hear each other.
    open var hasConnected: Bool { wire.hasConnected }
    /// Whether it is over.
    open var hasEnded: Bool { wire.hasEnded }
}

/// Whoever is told of the calls of the phone.
public protocol CXCallObserverDelegate: NSObjectProtocol {
    /// A call has changed.
    func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall)
}

/// Knows the calls of the phone.
open class CXCallObserver: NSObject {
    private static let observers = ProcessScoped<[WeakObserver]> { [] }
    private let state = Locked<(delegate: WeakDelegate, queue: DispatchQueue?)>((WeakDelegate(), nil))

    private struct WeakObserver {
        weak var observer: CXCallObserver?
    }

    private struct WeakDelegate {
        weak var object: (any CXCallObserverDelegate)?
    }

    /// Makes an observer.
    public override init() {}

    /// The calls that there are.
    open var calls: [CXCall] {
        guard case .calls(let calls) = SimulatedProcess.current.callNow(.callKit(.calls)) else { return [] }
        return calls.map(CXCall.init)
    }

    /// Says who is told, and on which queue; nil is the main one.
    open func setDelegate(_ delegate: (any CXCallObserverDelegate)?, queue: DispatchQueue?) {
        state.withLockUnchecked { $0 = (WeakDelegate(object: delegate), queue) }
        Self.observers.withValue { $0 = $0.filter { $0.observer !== self } + [WeakObserver(observer: self)] }
        ForwardedCalls.install(for: "CXCallObserver") { call in
            guard case .callKit(.changed(let wire)) = call else { return .notImplemented }
            for observer in Self.observers.value.compactMap(\.observer) { await observer.tell(wire) }
            return .done
        }
    }

    private func tell(_ wire: WireCall) async {
        let (delegate, queue) = state.withLockUnchecked { ($0.delegate.object, $0.queue) }
        guard let delegate else { return }
        await DelegateQueue(queue ?? .main) { delegate.callObserver(self, callChanged: CXCall(wire)) }.run()
    }
}
