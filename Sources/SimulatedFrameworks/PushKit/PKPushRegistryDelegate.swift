public import Foundation
internal import ProcessLocal

/// What an app is told about its tokens and pushes.
///
/// All methods but the first are optional on Apple's platforms; of the forms that receive a push the newest that is
/// implemented is called, which is unverified on a device.
public protocol PKPushRegistryDelegate: NSObjectProtocol {
    /// There is a token, perhaps another one than before.
    func pushRegistry(_ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType)
    /// A push of a call came.
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping @Sendable () -> Void)
    /// A push came.
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping @Sendable () -> Void)
    /// A push came; the form of iOS 10.
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType)
    /// The token is void: nothing is to be done but to tell the server.
    func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType)
}

extension PKPushRegistryDelegate {
    /// Marks the method as missing.
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping @Sendable () -> Void
    ) { OptionalRequirement.notImplemented() }

    /// Marks the method as missing.
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping @Sendable () -> Void
    ) { OptionalRequirement.notImplemented() }

    /// Marks the method as missing.
    public func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType
    ) { OptionalRequirement.notImplemented() }

    /// Marks the method as missing.
    public func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) {
        OptionalRequirement.notImplemented()
    }
}
