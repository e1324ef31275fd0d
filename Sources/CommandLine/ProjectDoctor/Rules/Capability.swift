import XcodeProject

extension Rule {
    static let pushRight = "aps-environment"

    /// What gives the app the right to a token.
    static let capability = [
        Rule(
            "aps_environment_missing", .error, "The app has no right to receive pushes",
            why: "Without the entitlement aps-environment iOS gives the app no device token, and says so only to "
                + "didFailToRegisterForRemoteNotificationsWithError.", repairable: true
        ) { subject in
            let without = subject.configurations.filter { if case .none = $0.entitlements { true } else { false } }
            let names = without.map(\.name).joined(separator: ", ")
            let files = subject.configurations.compactMap { $0.entitlements.list }.filter {
                $0.values[pushRight] == nil
            }
            return without.prefix(1).map { configuration in
                Sighting(
                    place: subject.place("CODE_SIGN_ENTITLEMENTS", configuration),
                    seen: "\(configuration.settings.targetName) has no entitlements in \(names).",
                    change: "Add the capability Push Notifications to the target in Xcode, for all configurations.",
                    repairs: [.entitlements])
            }
                + files.map { list in
                    Sighting(
                        place: Finding.Place(list.path), seen: "\(list.path) has no aps-environment.",
                        change:
                            "Add <key>aps-environment</key><string>development</string> to it; Xcode puts production "
                            + "into builds for the store.",
                        repairs: [.text(path: list.path, key: pushRight, value: "development")])
                }
        },
        Rule(
            "aps_environment_invalid", .error, "aps-environment has a value that is none",
            why:
                "The value is development or production and nothing else; with another one the build is not signed, or "
                + "the app gets no token."
        ) { subject in
            subject.configurations.compactMap { configuration in
                guard let list = configuration.entitlements.list, let value = list.values[pushRight] else { return nil }
                let text = (value as? String).map(configuration.filled)
                if let text, text.contains("$") || TokenEnvironment(entitlement: text) != nil { return nil }
                return Sighting(
                    place: list.place(pushRight),
                    seen: "aps-environment is \(text.map { "\"\($0.prefix(40))\"" } ?? "no text").",
                    change: "Write development; Xcode puts production into builds for the store.")
            }
        },
    ]

    /// Lists that are named and cannot be judged.
    static let lists = [
        Rule(
            "property_list_unreadable", .error, "A property list cannot be read",
            why: "Xcode does not build with it, and nothing that it says counts."
        ) { subject in
            named(subject).compactMap { _, list, _ in
                guard case .unreadable(let path) = list else { return nil }
                return Sighting(
                    place: Finding.Place(path), seen: "\(path) is no property list with a dictionary.",
                    change: "Correct it: plutil -lint \(path) says where it breaks.")
            }
        },
        Rule(
            "property_list_missing", .note, "A property list is not where the settings say",
            why: "What it would say was not checked."
        ) { subject in
            named(subject).compactMap { configuration, list, key in
                guard case .missing(let path) = list else { return nil }
                return Sighting(
                    place: subject.place(key, configuration),
                    seen: "\(configuration.settings.targetName) names \(path), which is not there.",
                    change: "Check the folder as it is built, or correct \(key).")
            }
        },
    ]

    private static func named(
        _ subject: Subject
    ) -> [(InspectedConfiguration, InspectedConfiguration.NamedList, String)] {
        (subject.configurations + (subject.app?.extensions ?? []).flatMap(\.target.configurations)).flatMap {
            [($0, $0.info, "INFOPLIST_FILE"), ($0, $0.entitlements, "CODE_SIGN_ENTITLEMENTS")]
        }
    }
}
