import Locking
import ProcessLocal

/// Whether apps may use the microphone.
extension SimulatedDevice {
    /// The person allows an app the microphone in Settings, or takes it away; the latter ends the app, as on a phone.
    public func allowMicrophone(_ isAllowed: Bool, for bundleID: String) {
        update(bundleID) { $0.calls.recordPermission = isAllowed ? CallAccount.granted : CallAccount.denied }
        if !isAllowed { endApp(bundleID, reason: "settings") }
    }

    /// Asks for the microphone, once per install; the person's habit is that of the permission for notifications.
    func requestRecordPermission(_ bundleID: String) async -> DeviceReply {
        guard let app = try? app(bundleID) else { return .gone }
        if app.calls.recordPermission == CallAccount.undetermined {
            let isAllowed = state.withLock { $0.permissionAnswer } != .deny
            update(bundleID) { $0.calls.recordPermission = isAllowed ? CallAccount.granted : CallAccount.denied }
            return .flag(isAllowed)
        }
        return .flag(app.calls.recordPermission == CallAccount.granted)
    }
}
