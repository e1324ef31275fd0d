/// Something that the simulated phone does although nobody has verified it on a device.
package enum Doubt: String, Sendable, Codable, CaseIterable {
    /// How a push without a collapse id is named.
    case identifier
    /// Whether the extension runs where notifications are off.
    case extensionWithoutPermission = "extension-without-permission"
    /// Whether the extension runs before an app in front is asked.
    case extensionInForeground = "extension-in-foreground"
    /// Whether the token stays good where notifications are off.
    case tokenWithoutPermission = "token-without-permission"
    /// Where what a Focus silences stands on a locked phone.
    case lockScreenUnderFocus = "lock-screen-under-focus"
    /// What a critical notification without the entitlement is.
    case levelWithoutEntitlement = "level-without-entitlement"
    /// What stands for a hidden text.
    case placeholder
    /// How silent pushes are counted.
    case budget
    /// Whether anything with expiration 0 is kept.
    case expiration
    /// How long an extension has after it was told that its time is up.
    case extensionGrace = "extension-grace"
    /// Whether an app that is woken connects a scene.
    case scenes
    /// When the response comes.
    case tapOrder = "tap-order"
    /// Whether a push of a call starts an app that was swiped away.
    case callAfterForceQuit = "call-after-force-quit"
    /// What becomes of the second answer on iOS 18.0.
    case secondAnswer = "second-answer"
    /// How notifications without a thread are grouped.
    case threadless

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
        case .secondAnswer: "what the delegate answers the second time shows nothing"
        case .threadless: "notifications without a thread form one group"
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
        case .secondAnswer: situation.has(.asksTwice) && calls.contains { $0.name.contains("willPresent") }
        case .threadless: outcome.list.contains { $0.count > 1 && $0[0].thread.isEmpty }
        case .callAfterForceQuit: situation.state == .forceQuit && outcome.processes.contains("app launched")
        case .tapOrder: outcome.response.contains { $0.name.contains("didReceive") }
        }
    }
}

extension Situation {
    /// Whether the screen is locked.
    package var isLocked: Bool { state == .beforeFirstUnlock || has(.locked) }
}
