import XcodeProject

extension Rule {
    /// Whether there is a service extension that iOS finds.
    static let extensionTarget = [
        Rule(
            "extension_missing", .warning, "The app has no notification service extension",
            why:
                "Plain pushes are shown without one. Encrypted texts, pictures, buttons of the sender's and receipts of "
                + "delivery need it."
        ) { subject in
            guard let app = subject.app, app.extensions.isEmpty else { return [] }
            return [
                Sighting(
                    place: subject.place(app.target), seen: "No target of \(app.target.name)'s is a service extension.",
                    change: "Add one: tidings init-nse --app-target \(app.target.name)")
            ]
        },
        Rule(
            "extension_not_embedded", .error, "The extension is not in the app",
            why:
                "iOS looks for extensions in the app's PlugIns folder and nowhere else; one that is only built never runs.",
            repairable: true
        ) { subject in
            (subject.app?.extensions ?? []).filter { !$0.isEmbedded }.map { ext in
                Sighting(
                    place: subject.place(ext.target),
                    seen: ext.isCarried
                        ? "\(ext.target.name) is copied into another folder than PlugIns."
                        : "No phase of \(subject.app?.target.name ?? "the app") copies \(ext.target.name) into it.",
                    change:
                        "Under General, Frameworks, Libraries, and Embedded Content, add \(ext.target.name).appex with "
                        + "Embed Without Signing.",
                    repairs: ext.isCarried ? [] : [.embed(target: ext.target.object.id)])
            }
        },
        Rule(
            "extension_not_dependency", .warning, "The app is not built after the extension",
            why: "A build may then pack the extension of an earlier one, or none.", repairable: true
        ) { subject in
            (subject.app?.extensions ?? []).filter { $0.isEmbedded && !$0.isDependency }.map { ext in
                Sighting(
                    place: subject.place(ext.target),
                    seen: "\(subject.app?.target.name ?? "The app") does not depend on \(ext.target.name).",
                    change: "Add \(ext.target.name) to the app's Target Dependencies.",
                    repairs: [.embed(target: ext.target.object.id)])
            }
        },
        Rule(
            "extension_bundle_id", .error, "The extension's bundle id does not begin with the app's",
            why:
                "An app is refused at its installation when an extension's id is not the app's id, a dot and one more part.",
            repairable: true
        ) { subject in
            subject.pairs.compactMap { pair in
                guard let app = pair.app.bundleID, let ext = pair.ext.bundleID, !(app + ext).contains("$"),
                    !ext.hasPrefix(app + ".")
                else { return nil }
                let last = ext.split(separator: ".").last.map(String.init) ?? "NotificationService"
                let wanted = "\(app).\(last)"
                return Sighting(
                    place: subject.place("PRODUCT_BUNDLE_IDENTIFIER", pair.ext),
                    seen: "\(pair.target.name) is \(ext) in \(pair.ext.name), the app \(app).",
                    change: "Set its PRODUCT_BUNDLE_IDENTIFIER to \(wanted).",
                    repairs: [
                        .setting(
                            configuration: pair.ext.settings.object.id, key: "PRODUCT_BUNDLE_IDENTIFIER", value: wanted)
                    ])
            }
        },
        Rule(
            "extension_deployment_target", .error, "The extension needs a newer iOS than the app",
            why:
                "On phones between the two versions the app runs and its extension never does, without a word anywhere.",
            repairable: true
        ) { subject in
            let key = "IPHONEOS_DEPLOYMENT_TARGET"
            return subject.pairs.compactMap { pair in
                guard let app = pair.app.value(key), let wanted = version(app) else { return nil }
                let ext = pair.ext.value(key)
                if let ext, version(ext).map({ !wanted.lexicographicallyPrecedes($0) }) ?? true { return nil }
                let needed = ext.map { "iOS \($0)" } ?? "the newest iOS that Xcode knows, as it says nothing,"
                return Sighting(
                    place: subject.place(key, pair.ext),
                    seen: "\(pair.target.name) needs \(needed) in \(pair.ext.name), the app iOS \(app).",
                    change: "Set its \(key) to \(app).",
                    repairs: [.setting(configuration: pair.ext.settings.object.id, key: key, value: app)])
            }
        },
    ]

    /// The numbers of a version without zeros at its end; nil for what is none.
    private static func version(_ text: String) -> [Int]? {
        let parts = text.split(separator: ".").map { Int($0) }
        guard !parts.isEmpty, !parts.contains(nil) else { return nil }
        var numbers = parts.compactMap { $0 }
        while numbers.last == 0 { numbers.removeLast() }
        return numbers
    }
}
