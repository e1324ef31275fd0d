/// Something that the simulated phone does although nobody has verified it on a device.
package enum Doubt: String, Sendable, Codable, CaseIterable {
    case identifier
    case extensionWithoutPermission = "extension-without-permission"
    case extensionInForeground = "extension-in-foreground"
    case tokenWithoutPermission = "token-without-permission"
    case lockScreenUnderFocus = "lock-screen-under-focus"
    case levelWithoutEntitlement = "level-without-entitlement"
    case placeholder
    case budget
    case expiration
    case extensionGrace = "extension-grace"
    case scenes
    case tapOrder = "tap-order"
    case callAfterForceQuit = "call-after-force-quit"

    /// What is not verified, as a sentence.
    package var sentence: String {
        switch self {
        case .identifier: "a push without a collapse id is named by its apns-id in capitals"
        case .extensionWithoutPermission: "the extension does not run where notifications are off"
        case .extensionInForeground:
            "with the app in front the extension runs before willPresent, which sees its content"
        case .tokenWithoutPermission: "the token stays good, and APNs accepts, where notifications are off"
        case .lockScreenUnderFocus: "what a Focus silences stays off the lock screen"
        case .levelWithoutEntitlement: "a critical notification without the entitlement counts as an active one"
        case .placeholder: "\"Notification\" stands for a hidden text where the category has no placeholder"
        case .budget: "only pushes with nothing to show count as silent ones, and how many are let through"
        case .expiration: "a push with apns-expiration 0 is not kept at all"
        case .extensionGrace: "the extension is ended a second after it was told that its time is up"
        case .scenes: "an app that is woken in the background connects no scene"
        case .tapOrder: "the response comes before the app is active"
        case .callAfterForceQuit: "a push of a call also starts an app that was swiped away"
        }
    }

    /// What is not verified of an outcome.
    static func all(about outcome: Outcome, of push: RehearsedPush, in situation: Situation) -> [Doubt] {
        allCases.filter { $0.concerns(outcome, of: push, in: situation) }
    }

    private func concerns(_ outcome: Outcome, of push: RehearsedPush, in situation: Situation) -> Bool {
        let calls = outcome.steps.filter { $0.actor != .system }
        let runsExtension = calls.contains { $0.actor == .serviceExtension }
        return switch self {
        case .identifier: outcome.identifier != nil && push["apns-collapse-id"] == nil
        case .extensionWithoutPermission:
            push.isMutable && situation.has(.serviceExtension) && outcome.reasons.contains("not_allowed")
        case .extensionInForeground: runsExtension && calls.contains { $0.name.contains("willPresent") }
        case .tokenWithoutPermission: outcome.reasons.contains("not_allowed")
        case .lockScreenUnderFocus: outcome.reasons.contains("focus") && situation.isLocked
        case .levelWithoutEntitlement: push.isCritical && outcome.level == "active"
        case .placeholder: outcome.text.last == "Notification" && situation.isLocked
        case .budget: outcome.wakeRefusal == "wake.held"
        case .expiration: outcome.reasons.contains("not_kept")
        case .extensionGrace: outcome.reasons.contains("time")
        case .scenes: situation.has(.scenes) && outcome.processes.contains("app launched")
        case .callAfterForceQuit: situation.state == .forceQuit && outcome.processes.contains("app launched")
        case .tapOrder: outcome.response.contains { $0.name.contains("didReceive") }
        }
    }
}

extension Situation {
    /// Whether the screen is locked.
    package var isLocked: Bool { state == .beforeFirstUnlock || has(.locked) }
}
