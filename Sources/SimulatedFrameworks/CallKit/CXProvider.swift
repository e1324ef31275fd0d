public import AVFAudio
public import Dispatch
public import Foundation
internal import Locking
internal import ProcessLocal

/// The calls of an app, as the system shows them.
open class CXProvider: NSObject {
    private static let provider = ProcessScoped<WeakProvider> { WeakProvider() }
    private let state = Locked(State())

    private struct WeakProvider {
        weak var object: CXProvider?
    }

    private struct State {
        weak var delegate: (any CXProviderDelegate)?
        var queue: DispatchQueue?
        var configuration = CXProviderConfiguration()
        /// What is to be done and is not done yet.
        var transactions: [CXTransaction] = []
        /// What came before there was a delegate.
        var waiting: [CXTransaction] = []
    }

    /// Makes the app's provider; an app has one.
    public init(configuration: CXProviderConfiguration) {
        super.init()
        state.withLockUnchecked { $0.configuration = configuration }
        Self.provider.withValue { $0.object = self }
        ForwardedCalls.install(for: "CXProvider") { call in
            guard case .callKit(let event) = call, let provider = Self.provider.value.object else {
                return .notImplemented
            }
            return await provider.handle(event)
        }
        configure(configuration)
    }

    /// Whether the system has calls of apps where the person is.
    open class var isSupported: Bool { true }

    /// How the system shows the calls.
    open var configuration: CXProviderConfiguration {
        get { state.withLockUnchecked { $0.configuration } }
        set {
            state.withLockUnchecked { $0.configuration = newValue }
            configure(newValue)
        }
    }

    private func configure(_ configuration: CXProviderConfiguration) {
        call(
            .configure(
                groups: configuration.maximumCallGroups, callsPerGroup: configuration.maximumCallsPerCallGroup,
                supportsVideo: configuration.supportsVideo, inRecents: configuration.includesCallsInRecents))
    }

    /// Says who is told of what is to be done, and on which queue; nil is the main one.
    ///
    /// What was to be done before is told now.
    open func setDelegate(_ delegate: (any CXProviderDelegate)?, queue: DispatchQueue?) {
        let waiting = state.withLockUnchecked { state -> [CXTransaction] in
            state.delegate = delegate
            state.queue = queue
            guard delegate != nil else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        guard delegate != nil else { return }
        let told = Tell(waiting)
        SimulatedProcess.current.task {
            guard let provider = Self.provider.value.object else { return }
            await provider.onQueue { $0.providerDidBegin($1) }
            for transaction in told.transactions { await provider.perform(transaction) }
        }
    }

    /// What is to be done and is not done yet.
    open var pendingTransactions: [CXTransaction] {
        state.withLockUnchecked { $0.transactions.filter { !$0.isComplete } }
    }

    /// What of a kind is to be done to a call and is not done yet.
    open func pendingCallActions(of callActionClass: AnyClass, withCall callUUID: UUID) -> [CXCallAction] {
        pendingTransactions.flatMap(\.actions).compactMap { $0 as? CXCallAction }.filter {
            !$0.isComplete && $0.callUUID == callUUID && $0.isKind(of: callActionClass)
        }
    }

    // MARK: Reports

    /// A call comes in; the completion says whether the system shows it.
    open func reportNewIncomingCall(
        with uuid: UUID, update: CXCallUpdate, completion: @escaping ((any Error)?) -> Void
    ) {
        let error = call(.reportIncoming(uuid, update.wire)).callError
        let (queue, answer) = (state.withLockUnchecked { $0.queue } ?? .main, Answer(completion))
        SimulatedProcess.current.task { await DelegateQueue(queue) { answer.completion(error) }.run() }
    }

    /// More is known of a call.
    open func reportCall(with uuid: UUID, updated update: CXCallUpdate) { call(.reportUpdated(uuid, update.wire)) }

    /// A call is over, and not by the person.
    open func reportCall(with uuid: UUID, endedAt dateEnded: Date?, reason endedReason: CXCallEndedReason) {
        call(.reportEnded(uuid, at: dateEnded, reason: endedReason.rawValue))
    }

    /// A call that the person makes begins to connect.
    open func reportOutgoingCall(with uuid: UUID, startedConnectingAt dateStartedConnecting: Date?) {
        call(.reportConnecting(uuid, at: dateStartedConnecting))
    }

    /// A call that the person makes is answered.
    open func reportOutgoingCall(with uuid: UUID, connectedAt dateConnected: Date?) {
        call(.reportConnected(uuid, at: dateConnected))
    }

    /// A service extension found a call in a push: the system launches the app and hands it over as one of PushKit.
    open class func reportNewIncomingVoIPPushPayload(
        _ dictionaryPayload: [AnyHashable: Any], completion: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let process = SimulatedProcess.current
        let reply = process.callNow(.callKit(.reportPayload(WireValue(dictionaryPayload))))
        process.task { completion?(reply.callError) }
    }

    /// Ends all calls of the provider.
    open func invalidate() { call(.invalidate) }

    @discardableResult
    private func call(_ call: CallKitCall) -> DeviceReply { SimulatedProcess.current.callNow(.callKit(call)) }

    // MARK: The system's side

    private func handle(_ event: CallKitEvent) async -> ProcessReply {
        switch event {
        case .perform(let wires):
            let process = SimulatedProcess.current
            let transaction = CXTransaction(actions: wires.map(CXCallAction.make))
            for (action, wire) in zip(transaction.actions, wires) { action.begin(in: process, timeout: wire.timeout) }
            let isReady = state.withLockUnchecked { state in
                state.transactions = state.transactions.filter { !$0.isComplete } + [transaction]
                if state.delegate == nil { state.waiting.append(transaction) }
                return state.delegate != nil
            }
            if isReady { await perform(transaction) }
        case .timedOut(let id):
            let action = pendingTransactions.flatMap(\.actions).first { $0.uuid == id }
            guard let action else { return .done }
            action.giveUp()
            await onQueue { $0.provider($1, timedOutPerforming: action) }
        case .audio(let isActive):
            await onQueue { delegate, provider in
                let session = AVAudioSession.sharedInstance()
                isActive
                    ? delegate.provider(provider, didActivate: session)
                    : delegate.provider(provider, didDeactivate: session)
            }
        case .reset: await onQueue { $0.providerDidReset($1) }
        case .changed: return .notImplemented
        }
        return .done
    }

    /// Lets the delegate do what is to be done; an action that it has no method for fails, which is unverified on a device.
    private func perform(_ transaction: CXTransaction) async {
        await onQueue { delegate, provider in
            if delegate.provider(provider, execute: transaction) { return }
            for action in transaction.actions {
                let isThere: Void? = OptionalRequirement.call {
                    switch action {
                    case let action as CXStartCallAction: delegate.provider(provider, perform: action)
                    case let action as CXAnswerCallAction: delegate.provider(provider, perform: action)
                    case let action as CXEndCallAction: delegate.provider(provider, perform: action)
                    case let action as CXSetHeldCallAction: delegate.provider(provider, perform: action)
                    case let action as CXSetMutedCallAction: delegate.provider(provider, perform: action)
                    case let action as CXSetGroupCallAction: delegate.provider(provider, perform: action)
                    case let action as CXPlayDTMFCallAction: delegate.provider(provider, perform: action)
                    default: OptionalRequirement.notImplemented()
                    }
                }
                if isThere == nil { action.fail() }
            }
        }
    }

    /// Calls the delegate on its queue; a method that it does not have is nothing.
    private func onQueue(_ body: @escaping (any CXProviderDelegate, CXProvider) -> Void) async {
        let (delegate, queue) = state.withLockUnchecked { ($0.delegate, $0.queue) }
        guard let delegate else { return }
        await DelegateQueue(queue ?? .main) { [self] in _ = OptionalRequirement.call { body(delegate, self) } }.run()
    }
}

/// What is handed into a task of the process.
///
/// Unchecked: nobody else touches it until the task does.
private struct Tell: @unchecked Sendable {
    let transactions: [CXTransaction]
    init(_ transactions: [CXTransaction]) { self.transactions = transactions }
}

/// A completion on its way to the app's queue.
///
/// Unchecked: it is called there and nowhere else.
private struct Answer: @unchecked Sendable {
    let completion: ((any Error)?) -> Void
    init(_ completion: @escaping ((any Error)?) -> Void) { self.completion = completion }
}
