import ProcessLocal
import SimulatedDevice
import TestSupport
import Testing

/// The half of an app that has calls: does with each push what its payload says, and notes what it is told.
final class CallPeer: NSObject, PKPushRegistryDelegate, CXProviderDelegate {
    let registry = PKPushRegistry(queue: nil)
    let provider: CXProvider
    private let controller = CXCallController()
    private var waiting: [CXAction] = []
    /// Pushes that no call was reported for yet.
    private var late: [(id: String, completion: @Sendable () -> Void)] = []

    override init() {
        let configuration = CXProviderConfiguration()
        configuration.maximumCallGroups = 1
        configuration.supportsVideo = true
        provider = CXProvider(configuration: configuration)
        super.init()
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
        provider.setDelegate(self, queue: nil)
    }

    private func note(_ name: String, _ details: [String: String] = [:]) {
        SimulatedProcess.current.log(name, details)
    }

    func pushRegistry(_ registry: PKPushRegistry, didUpdate credentials: PKPushCredentials, for type: PKPushType) {
        note("token", ["bytes": "\(credentials.token.count)", "cached": "\(registry.pushToken(for: type) != nil)"])
    }

    func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) {
        note("invalidated", ["cached": "\(registry.pushToken(for: type) != nil)"])
    }

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping @Sendable () -> Void
    ) {
        note("push", ["must": "\(metadata.mustReport)"])
        handle(payload, completion)
    }

    func handle(_ payload: PKPushPayload, _ completion: @escaping @Sendable () -> Void) {
        let values = payload.dictionaryPayload
        switch values["do"] as? String {
        case "report":
            report(values)
            completion()
        case "hang": break
        case "later": late.append((values["id"] as? String ?? "", completion))
        default: completion()
        }
    }

    /// Reports what was put off.
    func catchUp() {
        for (id, completion) in late {
            report(["id": id])
            completion()
        }
        late = []
    }

    func report(_ values: [AnyHashable: Any]) {
        guard let id = (values["id"] as? String).flatMap(UUID.init(uuidString:)) else { return }
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .generic, value: values["from"] as? String ?? "ada")
        update.localizedCallerName = "Ada"
        provider.reportNewIncomingCall(with: id, update: update) { error in
            let code = (error as? CXErrorCodeIncomingCallError)?.code.rawValue
            SimulatedProcess.current.log("reported", ["error": code.map { "\($0)" } ?? "none"])
        }
    }

    /// Completes an action unless the app was told to be slow.
    private func perform(_ name: String, _ action: CXAction) {
        let pending = provider.pendingTransactions.count
        note(name, ["pending": "\(pending)"])
        switch SimulatedProcess.current.environment["CALLS"] {
        case "hang": waiting.append(action)
        case "fail": action.fail()
        default: action.fulfill()
        }
    }

    func providerDidReset(_ provider: CXProvider) { note("reset") }
    func providerDidBegin(_ provider: CXProvider) { note("begin") }
    func provider(_ provider: CXProvider, perform action: CXStartCallAction) { perform("start", action) }
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) { perform("answer", action) }
    func provider(_ provider: CXProvider, perform action: CXEndCallAction) { perform("end", action) }
    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
        perform(action.isOnHold ? "hold" : "unhold", action)
    }
    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) { perform("mute", action) }
    func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) { perform("tones", action) }
    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
        note("timedOut", ["complete": "\(action.isComplete)"])
    }
    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
        note("audio", ["active": "true"])
    }
    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {
        note("audio", ["active": "false"])
    }
}

/// The same with the method of systems before iOS 26.4 only.
final class OldCallPeer: NSObject, PKPushRegistryDelegate {
    let registry = PKPushRegistry(queue: nil)

    override init() {
        super.init()
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }

    func pushRegistry(_ registry: PKPushRegistry, didUpdate credentials: PKPushCredentials, for type: PKPushType) {}

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping @Sendable () -> Void
    ) {
        SimulatedProcess.current.log("oldPush")
        completion()
    }
}

/// Where a process keeps the half of its app that has calls.
enum CallPeers {
    static let peer = ProcessScoped<CallPeer?> { nil }
    static let old = ProcessScoped<OldCallPeer?> { nil }
}

/// A phone whose app has calls, with a token for them; the app does not run.
func makeCallPhone(
    capabilities: Set<AppDefinition.Capability> = [.push, .remoteNotificationMode, .voIPMode],
    configuration: DeviceConfiguration = DeviceConfiguration(), settings: [String: String] = [:],
    serviceExtension: Program? = nil, registers: Bool = true,
    atLaunch: @escaping @MainActor @Sendable () -> Void = { CallPeers.peer.value = CallPeer() }
) async throws -> TestPhone {
    let test = try await makePhone(
        delegate: { ScriptedDelegate(atLaunch: atLaunch) }, serviceExtension: serviceExtension,
        capabilities: capabilities, configuration: configuration
    ) { $0.settings = settings }
    guard registers else { return test }
    try await test.phone.launch()
    _ = try await test.timeline.first { $0.kind == .registered && $0["type"] == "voip" }
    try await test.phone.kill()
    return test
}

extension TestPhone {
    /// Sends a push of a call and waits for what becomes of it.
    @discardableResult
    func pushCall(
        _ id: UUID = UUID(), do what: String = "report", from handle: String = "ada", expiration: Int? = nil,
        until kinds: TimelineEntry.Kind...
    ) async throws -> TimelineEntry {
        let mark = timeline.mark
        courier.send(
            #"{"do":"\#(what)","id":"\#(id.uuidString.lowercased())","from":"\#(handle)"}"#, to: bundleID,
            pushType: "voip", expiration: expiration)
        return try await timeline.first(after: mark) { kinds.contains($0.kind) }
    }
}
