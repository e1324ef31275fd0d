import PushModel

extension Diagnosis {
    /// Draws conclusions from facts.
    package init(_ facts: DiagnosisFacts) {
        self.init(
            Self.shared(facts) + Self.serviceExtension(facts) + Self.rights(facts) + Self.token(facts)
                + Self.delegates(facts))
    }

    private static func shared(_ facts: DiagnosisFacts) -> [Finding] {
        var findings: [Finding] = []
        if !facts.isAppGroupReachable {
            findings.append(
                Finding(
                    "app_group_missing", .error, "The app group \(facts.appGroup) cannot be reached.",
                    advice: "Add it under App Groups to the app and to the extension, or name another as appGroup."))
        }
        if facts.keychainGroup == .notEntitled {
            findings.append(
                Finding(
                    "keychain_group_missing", .error, "The keys cannot be shared through \(facts.appGroup).",
                    advice: "Add the app group to the app and to the extension: its name is their Keychain group too."))
        }
        return findings
    }

    private static func serviceExtension(_ facts: DiagnosisFacts) -> [Finding] {
        guard facts.embedsExtension else {
            return [
                Finding(
                    "extension_missing", .note, "The app embeds no notification service extension.",
                    advice: "Add one, or encrypted messages, pictures and buttons need the app to be woken.")
            ]
        }
        if let target = facts.extensionTarget.flatMap(SemanticVersion.init),
            let system = SemanticVersion(facts.osVersion), target > system
        {
            return [
                Finding(
                    "extension_target_too_new", .error,
                    "The extension needs \(facts.extensionTarget ?? ""), and this is \(facts.osVersion).",
                    advice: "Give the extension the deployment target of the app.")
            ]
        }
        guard facts.hasVisiblePush, facts.extensionMark == nil else { return [] }
        return [
            Finding(
                "extension_never_ran", .warning, "A push was shown, but the extension left no mark in the app group.",
                advice: "Give app and extension the same app group, and check the extension's bundle id and signing.")
        ]
    }

    private static func rights(_ facts: DiagnosisFacts) -> [Finding] {
        var findings: [Finding] = []
        if facts.pushRight == .missing {
            findings.append(
                Finding(
                    "aps_environment_missing", .error, "The provisioning profile has no aps-environment.",
                    advice: "Add the capability Push Notifications and make the profile anew."))
        }
        let right: PushEnvironment? =
            switch facts.pushRight {
            case .development: .sandbox
            case .production: .production
            case .missing, .unknown: nil
            }
        if let right, let configured = facts.configuredEnvironment, right != configured {
            findings.append(
                Finding(
                    "aps_environment_mismatch", .error,
                    "The profile is for \(right.rawValue), the configuration says \(configured.rawValue).",
                    advice: "Leave pushEnvironment out: APNs refuses a token in the other environment."))
        }
        if !facts.backgroundModes.contains("remote-notification") {
            findings.append(
                Finding(
                    "background_mode_missing", .warning, "The app does not declare the background mode.",
                    advice: "Add Remote notifications under Background Modes, or no silent push wakes the app."))
        }
        if !facts.hasScenes {
            findings.append(
                Finding(
                    "scenes_missing", .note, "The app declares no scenes.",
                    advice: "Adopt them: apps built with newer SDKs do not start without."))
        }
        return findings
    }

    private static func token(_ facts: DiagnosisFacts) -> [Finding] {
        var findings: [Finding] = []
        if facts.permission == .denied {
            findings.append(
                Finding(
                    "permission_denied", .note, "The person does not allow notifications.",
                    advice: "Only they can change that, in Settings; silent pushes still arrive."))
        }
        if facts.permission.allowsNotifications, !facts.hasToken {
            findings.append(
                facts.hasHeardOfToken
                    ? Finding(
                        "token_missing", .warning, "There is no device token.",
                        advice: "Call registerForPush, and look for the reason that APNs gives in the log.")
                    : Finding(
                        "token_not_forwarded", .error, "No callback with a device token reached the SDK.",
                        advice: "Use TidingsAppDelegate, with @UIApplicationDelegateAdaptor in SwiftUI, or pass it on.")
            )
        }
        return findings
    }

    private static func delegates(_ facts: DiagnosisFacts) -> [Finding] {
        var findings: [Finding] = []
        if facts.wantsDelegate, !facts.isDelegate {
            findings.append(
                Finding(
                    "delegate_missing", .error, "Another delegate has the place at the notification centre.",
                    advice: "Set it before configure, or add it by addNotificationDelegate, so that both are called."))
        } else if !facts.replacements.isEmpty {
            findings.append(
                Finding(
                    "delegate_replaced", .warning,
                    "The notification delegate was replaced by \(facts.replacements.joined(separator: ", ")).",
                    advice: "It was chained again. Until then taps and receipts were lost: set it before configure."))
        }
        if !facts.silentDelegates.isEmpty {
            findings.append(
                Finding(
                    "delegate_silent", .warning,
                    "No answer in time came from \(facts.silentDelegates.joined(separator: ", ")).",
                    advice: "It has to call its completion handler, once, on every path."))
        }
        if !facts.unknownCategories.isEmpty {
            findings.append(
                Finding(
                    "category_unknown", .warning,
                    "Notifications stand there with unknown categories: \(facts.unknownCategories.joined(separator: ", ")).",
                    advice: "Somebody replaced the whole set. Read it, add to it, and set it again."))
        }
        return findings
    }
}
