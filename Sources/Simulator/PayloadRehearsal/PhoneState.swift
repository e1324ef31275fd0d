import SimulatedDevice

/// What state the app and the phone are in when a push comes.
package enum PhoneState: String, Sendable, Codable, CaseIterable {
    /// The app is in front of the person.
    case foreground
    /// The app runs, and nothing of it is visible.
    case background
    /// The app's process stands still.
    case suspended
    /// The system has ended the app's process.
    case notRunning = "not-running"
    /// The person has swiped the app away.
    case forceQuit = "force-quit"
    /// The phone was started and has not been unlocked since.
    case beforeFirstUnlock = "before-first-unlock"

    /// Brings an app that is in the background to the state.
    func reach(on phone: Phone) async throws {
        switch self {
        case .foreground: try await phone.launch()
        case .background: break
        case .suspended: try await phone.suspend()
        case .notRunning: try await phone.kill()
        case .forceQuit: try await phone.forceQuit()
        case .beforeFirstUnlock: await phone.device.restart()
        }
    }
}
