internal import Foundation
internal import ProcessLocal

extension AppRuntime {
    /// Hands a push to the app in the background or foreground and waits for its verdict.
    ///
    /// The completion must be called once; calling it again ends the app, as it does on a phone.
    func wake(_ userInfo: [AnyHashable: Any], in process: SimulatedProcess) async -> ProcessReply {
        guard let delegate else { return .notImplemented }
        if let result = await OptionalRequirement.call({
            await delegate.application(application, didReceiveRemoteNotification: userInfo)
        }) {
            return .fetchResult(result.rawValue)
        }
        let answer = FirstAnswer<UInt>()
        let isThere: Void? = OptionalRequirement.call {
            delegate.application(application, didReceiveRemoteNotification: userInfo) { result in
                if !answer.set(result.rawValue) {
                    _ = process.callNow(.misuse("The fetch completion handler was called twice."))
                }
            }
        }
        guard isThere != nil else { return .notImplemented }
        return await answer.wait().map { .fetchResult($0) } ?? .gone
    }
}
