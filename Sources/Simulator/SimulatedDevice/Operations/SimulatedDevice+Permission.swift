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
        decide(bundleID, status: allow ? 2 : 1, options: 7 | 16)
    }

    /// What the person says to a notification that came on trial.
    public enum TrialAnswer: Sendable {
        /// From now on with banner and sound.
        case keepProminently
        /// Into the list only, as before.
        case keepQuietly
        /// No more of them.
        case turnOff
    }

    /// Answers the question that stands under notifications on trial; does nothing when the app is not on trial.
    ///
    /// Source: Apple documentation, "Asking permission to use notifications". That kept quietly means allowed, with banners
    /// and sounds switched off, is unverified on a device.
    public func answerTrial(_ answer: TrialAnswer, for bundleID: String) {
        guard authorizationStatus(of: bundleID) == 3 else { return }
        decide(bundleID, status: answer == .turnOff ? 1 : 2, options: 7)
        if answer == .keepQuietly {
            changeSettings(for: bundleID) { switches in
                switches.banners = false
                switches.sounds = false
                switches.lockScreen = false
            }
        }
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

    /// An App Clip may notify for eight hours after its launch without asking.
    ///
    /// Source: Apple documentation, "Enabling notifications in App Clips". That the status is then undetermined again is
    /// unverified on a device.
    func beginTrialOfAppClip(_ bundleID: String) {
        guard let app = try? app(bundleID), app.definition.isAppClip, app.settings.authorizationStatus == 0 else {
            return
        }
        decide(bundleID, status: 4, options: 7)
        Task { [weak self, time] in
            guard (try? await time.sleep(for: .seconds(8 * 3600))) != nil, let device = self,
                device.authorizationStatus(of: bundleID) == 4
            else { return }
            device.decide(bundleID, status: 0, options: 0)
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
            settings.criticalAlert = app.definition.capabilities.contains(.criticalAlerts) ? setting(16) : 0
            settings.providesAppSettings = options & 32 != 0
            settings.timeSensitive = app.definition.capabilities.contains(.timeSensitive) ? setting(4) : 0
            settings.announcement = setting(4)
            settings.directMessages = app.definition.capabilities.contains(.communication) ? setting(4) : 0
            settings.alertStyle = status == 2 && options & 4 != 0 ? 1 : 0
            settings.showPreviews = 1
            app.settings = settings
        }
        let names = ["notDetermined", "denied", "authorized", "provisional", "ephemeral"]
        timeline.add(.permissionDecided, app: bundleID, ["status": names[min(max(status, 0), 4)]])
        if [2, 3, 4].contains(status) { retryRegistrations(bundleID) }
    }
}
