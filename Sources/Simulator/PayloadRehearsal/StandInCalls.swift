import Foundation
import ProcessLocal
import SimulatedDevice

/// The half of the app that has calls: it notes each push of one, and reports a call for it unless the situation says otherwise.
final class StandInCalls: NSObject, PKPushRegistryDelegate {
    /// Where the process keeps it.
    static let shared = ProcessScoped<StandInCalls?> { nil }

    private let registry = PKPushRegistry(queue: nil)
    private let provider = CXProvider(configuration: CXProviderConfiguration())
    private let situation: Situation

    init(_ situation: Situation) {
        self.situation = situation
        super.init()
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }

    // At a launch the token comes beside the push, now before and now after it: no news of the push.
    func pushRegistry(_ registry: PKPushRegistry, didUpdate credentials: PKPushCredentials, for type: PKPushType) {}

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping @Sendable () -> Void
    ) {
        take(payload, "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)", [:], completion)
    }

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping @Sendable () -> Void
    ) {
        take(
            payload, "pushRegistry(_:didReceiveIncomingVoIPPushWith:metadata:withCompletionHandler:)",
            ["mustReport": "\(metadata.mustReport)"], completion)
    }

    private func take(
        _ payload: PKPushPayload, _ name: String, _ arguments: [String: String], _ completion: @Sendable () -> Void
    ) {
        let reports = situation.has(.callReport)
        note(
            name, arguments.merging(["dictionaryPayload": keys(of: payload.dictionaryPayload)]) { $1 },
            answer: reports ? "reports a call" : "reports no call")
        if reports {
            let update = CXCallUpdate()
            update.localizedCallerName = "The caller"
            provider.reportNewIncomingCall(with: UUID(), update: update) { _ in }
        }
        completion()
    }
}
