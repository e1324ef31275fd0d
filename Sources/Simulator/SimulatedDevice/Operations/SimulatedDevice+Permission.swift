import Foundation
import Locking
import ProcessLocal

extension SimulatedDevice {
    /// The notification permission of an app, as the raw value of `UNAuthorizationStatus`.
    public func authorizationStatus(of bundleID: String) -> Int {
        state.withLock { $0.apps[bundleID]?.settings.authorizationStatus } ?? 0
    }

    /// Says how the person will answer the permission prompt from now on.
    public func setPermissionAnswer(_ answer: DeviceConfiguration.PermissionAnswer) {
        state.withLock { $0.permissionAnswer = answer }
    }

    /// Answers the prompt that stands on the screen; does nothing when there is none.
    public func answerPermissionPrompt(allow: Bool) {
        let prompt = state.withLock { state in
            defer { state.prompt = nil }
            return state.prompt
        }
        prompt?.set(allow)
    }

    /// Changes the permission in the Settings app; the app is not told.
    public func changeSettings(allow: Bool, for bundleID: String) {
        decide(bundleID, status: allow ? 2 : 1, options: 7)
    }

    /// Asks the person, once per install; later calls answer what was decided.
    ///
    /// With the option `provisional` the first request is granted without asking: quiet, into the list only. A later full
    /// request may then prompt.
    func requestAuthorization(_ options: UInt, _ bundleID: String) async -> DeviceReply {
        guard let status = try? app(bundleID).settings.authorizationStatus else { return .gone }
        let isProvisional = options & 64 != 0
        switch status {
        case 0 where isProvisional:
            decide(bundleID, status: 3, options: options)
            return .flag(true)
        case 0,
            3 where !isProvisional:
            let isAllowed = await prompt(bundleID)
            decide(bundleID, status: isAllowed ? 2 : 1, options: options)
            return .flag(isAllowed)
        case 1: return .flag(false)
        default: return .flag(true)
        }
    }

    private func prompt(_ bundleID: String) async -> Bool {
        let prompt = FirstAnswer<Bool>()
        // It stands on the screen before the timeline tells of it: whoever reads that may answer at once.
        let answer = state.withLock { state in
            if state.permissionAnswer == .wait { state.prompt = prompt }
            return state.permissionAnswer
        }
        timeline.add(.permissionPrompted, app: bundleID)
        switch answer {
        case .allow: return true
        case .deny: return false
        case .wait: return await prompt.wait() ?? false
        }
    }

    private func decide(_ bundleID: String, status: Int, options: UInt) {
        update(bundleID) { app in
            func setting(_ bit: UInt) -> Int { options & bit == 0 ? 0 : (status == 1 ? 1 : 2) }
            var settings = app.settings
            settings.authorizationStatus = status
            settings.badge = setting(1)
            settings.sound = setting(2)
            settings.alert = setting(4)
            settings.notificationCenter = setting(4)
            settings.lockScreen = status == 3 ? 1 : setting(4)
            settings.carPlay = setting(8)
            settings.criticalAlert = setting(16)
            settings.providesAppSettings = options & 32 != 0
            settings.timeSensitive = app.definition.capabilities.contains(.timeSensitive) ? setting(4) : 0
            settings.announcement = setting(4)
            settings.alertStyle = status == 2 && options & 4 != 0 ? 1 : 0
            settings.showPreviews = 1
            app.settings = settings
        }
        let names = ["notDetermined", "denied", "authorized", "provisional", "ephemeral"]
        timeline.add(.permissionDecided, app: bundleID, ["status": names[min(max(status, 0), 4)]])
    }
}
