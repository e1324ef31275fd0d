public import Dispatch
internal import Locking
internal import ProcessLocal

/// The app's registration for the pushes of PushKit; an app makes one at every launch.
///
/// The system tells the registry that wants a type and was made last: with several the order is unverified on a device.
open class PKPushRegistry: NSObject {
    private static let registries = ProcessScoped<[WeakRegistry]> { [] }
    private let queue: DispatchQueue
    private let state = Locked(State())

    private struct State {
        weak var delegate: (any PKPushRegistryDelegate)?
        var types: Set<PKPushType>?
    }

    private struct WeakRegistry {
        weak var registry: PKPushRegistry?
    }

    /// Makes a registry whose delegate is called on a queue; nil is the main one.
    public init(queue: DispatchQueue?) {
        self.queue = queue ?? .main
        super.init()
        Self.registries.withValue { $0 = $0.filter { $0.registry != nil } + [WeakRegistry(registry: self)] }
        ForwardedCalls.install(for: "PushKit") { await PKPushRegistry.handle($0) }
    }

    /// Whoever is told of tokens and pushes; to be set before the types.
    open weak var delegate: (any PKPushRegistryDelegate)? {
        get { state.withLockUnchecked { $0.delegate } }
        set { state.withLockUnchecked { $0.delegate = newValue } }
    }

    /// The types that the app wants; setting them registers.
    open var desiredPushTypes: Set<PKPushType>? {
        get { state.withLockUnchecked { $0.types } }
        set {
            state.withLockUnchecked { $0.types = newValue }
            _ = SimulatedProcess.current.callNow(.setPushTypes((newValue ?? []).map(\.rawValue).sorted()))
        }
    }

    /// The token that the system last gave out for a type.
    open func pushToken(for type: PKPushType) -> Data? {
        guard case .data(let token) = SimulatedProcess.current.callNow(.pushToken(type: type.rawValue)) else {
            return nil
        }
        return token
    }

    // MARK: The system's side

    private static func handle(_ call: ProcessCall) async -> ProcessReply {
        guard case .pushKit(let event) = call else { return .notImplemented }
        let type = PKPushType(rawValue: event.type)
        let known = registries.value.compactMap(\.registry)
        guard let registry = known.last(where: { $0.desiredPushTypes?.contains(type) == true }) ?? known.last else {
            return .notImplemented
        }
        return await registry.tell(event, type)
    }

    private func tell(_ event: PushKitEvent, _ type: PKPushType) async -> ProcessReply {
        guard let delegate else { return .notImplemented }
        let answer = FirstAnswer<Bool>()
        switch event {
        case .updated(_, let token):
            await DelegateQueue(queue) { [self] in
                delegate.pushRegistry(self, didUpdate: PKPushCredentials(type: type, token: token), for: type)
                answer.set(true)
            }.run()
        case .invalidated:
            await DelegateQueue(queue) { [self] in
                let isThere: Void? = OptionalRequirement.call {
                    delegate.pushRegistry(self, didInvalidatePushTokenFor: type)
                }
                answer.set(isThere != nil)
            }.run()
        case .incoming(_, let payload, let mustReport):
            await DelegateQueue(queue) { [self] in
                let push = PKPushPayload(type: type, dictionaryPayload: payload.userInfo)
                if !receive(push, mustReport, delegate, { answer.set(true) }) { answer.set(false) }
            }.run()
        }
        return await answer.wait() == true ? .done : .notImplemented
    }

    /// Hands a push to the newest form of the method that the delegate has; false when it has none.
    private func receive(
        _ push: PKPushPayload, _ mustReport: Bool?, _ delegate: any PKPushRegistryDelegate,
        _ completion: @escaping @Sendable () -> Void
    ) -> Bool {
        if let mustReport, push.type == .voIP {
            let isThere: Void? = OptionalRequirement.call {
                delegate.pushRegistry(
                    self, didReceiveIncomingVoIPPushWith: push, metadata: PKVoIPPushMetadata(mustReport: mustReport),
                    withCompletionHandler: completion)
            }
            if isThere != nil { return true }
        }
        let isThere: Void? = OptionalRequirement.call {
            delegate.pushRegistry(self, didReceiveIncomingPushWith: push, for: push.type, completion: completion)
        }
        if isThere != nil { return true }
        let isOldFormThere: Void? = OptionalRequirement.call {
            delegate.pushRegistry(self, didReceiveIncomingPushWith: push, for: push.type)
        }
        if isOldFormThere != nil { completion() }
        return isOldFormThere != nil
    }
}

extension PushKitEvent {
    fileprivate var type: String {
        switch self {
        case .updated(let type, _), .invalidated(let type), .incoming(let type, _, _): type
        }
    }
}
