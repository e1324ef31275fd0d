import XcodeProject

extension Rule {
    static let modesKey = "UIBackgroundModes"

    /// What the app has to declare to be woken.
    static let backgroundModes = [
        Rule(
            "background_mode_missing", .error, "The app handles silent pushes and does not declare the background mode",
            why: "Without remote-notification under UIBackgroundModes iOS wakes the app for no push.", repairable: true
        ) { subject in
            guard let app = subject.app else { return [] }
            let handler = /didReceiveRemoteNotification\b[^{}]{0,500}\b(fetchCompletionHandler|async)/
            var reason: String?
            if let found = app.target.first("didReceiveRemoteNotification", handler) {
                reason = "\(found.file.path):\(found.line) handles silent pushes"
            }
            if let payload = subject.payload, payload.isContentAvailable {
                reason = "\(payload.path) is to wake the app"
            }
            guard let reason else { return [] }
            return missing("remote-notification", reason, "Remote notifications", subject)
        },
        Rule(
            "voip_mode_missing", .error, "The app uses PushKit and does not declare the background mode voip",
            why: "Without voip under UIBackgroundModes PushKit gives the app no token.", repairable: true
        ) { subject in
            guard let found = subject.app?.target.first("PKPushRegistry", /\bPKPushRegistry\s*\(|\[\[?PKPushRegistry\b/)
            else {
                return []
            }
            return missing(
                "voip", "\(found.file.path):\(found.line) makes a PKPushRegistry", "Voice over IP", subject)
        },
        Rule(
            "voip_without_callkit", .error, "The app receives VoIP pushes and reports no call",
            why:
                "iOS ends an app that gets a VoIP push and reports no call to CallKit, and after some times stops delivering."
        ) { subject in
            guard let target = subject.app?.target,
                let found = target.first("didReceiveIncomingPushWith", /didReceiveIncomingPushWith/),
                !target.mentions("reportNewIncoming"), !target.mentions("reportIncomingCall")
            else { return [] }
            return [
                Sighting(
                    place: Finding.Place(found.file.path, line: found.line),
                    seen: "No source of \(target.name) calls reportNewIncomingCall.",
                    change:
                        "Report a call by CXProvider.reportNewIncomingCall on every path of this method, before its "
                        + "completion; a call that is over at once if need be.")
            ]
        },
    ]

    private static func missing(
        _ mode: String, _ reason: String, _ name: String, _ subject: Subject
    ) -> [Sighting] {
        subject.configurations.compactMap { configuration in
            switch configuration.info {
            case .missing, .unreadable: return nil
            case .none, .read: break
            }
            guard !configuration.infoWords(modesKey).contains(mode) else { return nil }
            let list = configuration.info.list
            return Sighting(
                place: list?.place(modesKey) ?? subject.place("INFOPLIST_KEY_\(modesKey)", configuration),
                seen: "\(reason), and \(modesKey) does not list \(mode).",
                change: "Under Background Modes, tick \(name); that adds \(mode) to \(modesKey) of the Info.plist.",
                repairs: list.map { [.items(path: $0.path, key: modesKey, values: [mode])] } ?? [])
        }
    }
}
