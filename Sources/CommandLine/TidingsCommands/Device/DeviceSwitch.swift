import SimulatedDevice

/// Something of the phone or of its app that is on or off.
enum DeviceSwitch: String, Sendable, CaseIterable {
    case mute
    case focus
    case summary
    case refresh
    case lowPower = "low-power"
    case charging
    case banners
    case sounds
    case badges
    case list
    case lockScreen = "lock-screen"
    case timeSensitive = "time-sensitive"
    case critical

    /// Switches it.
    func set(_ isOn: Bool, on phone: Phone) {
        let device = phone.device
        switch self {
        case .mute: device.setMuted(isOn)
        case .focus: device.setFocus(isOn ? Focus() : nil)
        case .summary: device.setScheduledSummary(isOn, for: phone.bundleID)
        case .refresh: device.setBackgroundRefresh(isOn, for: phone.bundleID)
        case .lowPower: device.setLowPowerMode(isOn)
        case .charging: device.setCharging(isOn)
        case .banners: change(phone) { $0.banners = isOn }
        case .sounds: change(phone) { $0.sounds = isOn }
        case .badges: change(phone) { $0.badges = isOn }
        case .list: change(phone) { $0.notificationCenter = isOn }
        case .lockScreen: change(phone) { $0.lockScreen = isOn }
        case .timeSensitive: change(phone) { $0.timeSensitive = isOn }
        case .critical: change(phone) { $0.criticalAlerts = isOn }
        }
    }

    private func change(_ phone: Phone, _ change: (inout NotificationSwitches) -> Void) {
        phone.device.changeSettings(for: phone.bundleID, change)
    }
}
