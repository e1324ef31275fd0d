import PayloadRehearsal

// A rehearsal in words; nothing here decides anything.

extension Sight {
    /// Where it appears and what is heard, in a line.
    var headline: String {
        guard isNoticed else { return "nothing is shown" }
        if places == [.call] { return "a call rings" }
        var parts = places.compactMap(word)
        parts.append(sound.map { "sound \($0)" } ?? "no sound")
        if let badge { parts.append(badge == 0 ? "the badge goes" : "badge \(badge)") }
        if isReplacement { parts.append("in place of the one with its name") }
        if delay > 0 { parts.append("after \(delay) seconds") }
        return parts.joined(separator: ", ")
    }

    private func word(_ place: Place) -> String? {
        switch place {
        // A locked phone has no other place for it.
        case .banner: places.contains(.lockScreen) ? nil : "banner"
        case .lockScreen: places.contains(.banner) ? "on the lock screen, which lights up" : "on the lock screen"
        case .list: "in the list"
        case .summary: "in the scheduled summary"
        case .call: "a call rings"
        }
    }

    /// Why it is not shown, or not as it was sent.
    var explanations: [String] { reasons.map { reasonWords[$0] ?? $0 } }
}

extension Course {
    /// Which processes have to do with it, and why the app does not.
    var headline: String {
        let ran = processes.isEmpty ? "no process runs for it" : processes.joined(separator: ", ")
        return wakeRefusal.map { "\(ran); \(reasonWords[$0] ?? $0)" } ?? ran
    }
}

extension Step {
    /// What the system does, in a few words, or the callback's name.
    var words: String {
        guard actor == .system else { return name }
        let reason = details["reason"] ?? ""
        switch name {
        case "process.launched":
            if details["process"] == "extension" { return "extension starts" }
            return ["push", "voip"].contains(reason) ? "app starts in the background" : "app starts"
        case "process.ended": return "\(details["process"] ?? "") ended: \(reason)"
        case "call.ringing": return "call rings"
        case "call.refused": return "call refused: code \(details["code"] ?? "")"
        case "app.state": return "app is \(details["state"] ?? "")"
        case "push.dropped": return "dropped: \(reason)"
        case "wake.refused": return "app not woken: \(reason)"
        case "wake.held": return "push held"
        case "wake.answered":
            let result = details["result"] ?? ""
            return result == "timed_out" ? "app has not answered in time" : "app has answered: \(result)"
        case "callback.missing": return "app has no \(details["name"] ?? "")"
        case "extension.expiring": return "extension's time is up"
        case "extension.failed": return "extension given up: \(reason)"
        case "extension.frozen": return "extension stands still"
        case "notification.shown": return "shown"
        case "notification.notShown": return "not shown: \(reason)"
        case "notification.keptForSummary": return "kept for the summary"
        case "summary.delivered": return "summary comes"
        case "notification.removed": return "off the list"
        case "notification.responded":
            return details["action"]?.hasSuffix("DismissActionIdentifier") == true ? "swiped away" : "tapped"
        case "badge.changed": return "badge \(details["value"] ?? "")"
        case "misuse": return "mistake of the app: \(details["what"] ?? "")"
        default: return name
        }
    }

    /// The arguments of a callback, in alphabetical order.
    var arguments: [(name: String, value: String)] {
        actor == .system ? [] : details.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

private let reasonWords = [
    "not_allowed": "notifications are off",
    "nothing_to_show": "there is nothing to show, and nothing that wakes the app",
    "invalid_payload": "there is no aps",
    "no_app": "the app is not on the phone",
    "app_declined": "the app in front wants nothing shown",
    "not_implemented": "the app in front has no delegate that says how to present it",
    "timed_out": "the app in front did not say in time how to present it",
    "filtered": "the extension kept it back",
    "force_quit": "the app was swiped away, so nothing wakes it",
    "no_background_mode": "without the background mode remote-notification nothing wakes the app",
    "background_refresh_off": "Background App Refresh is off, so nothing wakes the app",
    "low_power": "Low Power Mode is on, so nothing wakes the app",
    "wake.held": "the app has used up its silent pushes: this one waits for the next, or until the app is opened",
    "notification.keptForSummary": "it waits for the scheduled summary",
    "focus": "a Focus keeps it quiet",
    "call.refused": "the system does not show the call that the app reports",
    "voip_unreported": "the app reported no call for the push, so the system ends it",
    "time": "the extension did not answer, so the original is shown",
    "crash": "the extension ended, so the original is shown",
    "not_kept": "APNs keeps nothing with apns-expiration 0, and the phone was off the network",
    "overtaken": "for a phone off the network APNs keeps only the newest push of an app",
]
