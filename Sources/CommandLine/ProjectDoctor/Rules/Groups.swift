import XcodeProject

extension Rule {
    static let appGroupsKey = "com.apple.security.application-groups"
    static let keychainKey = "keychain-access-groups"

    /// What app and extension need in common.
    static let groups = [
        Rule(
            "app_groups_differ", .error, "App and extension have no app group in common",
            why:
                "What the extension notes down, receipts, badge and keys, lies in the folder of the group. In another group, "
                + "or in none, the app never sees it.", repairable: true
        ) { subject in
            differing(subject, appGroupsKey, name: "app group")
        },
        Rule(
            "app_group_missing", .warning, "App and extension share no app group",
            why: "The SDK keeps what both need in the folder of a group: without it no receipts and no decryption."
        ) { subject in
            guard let app = subject.app,
                app.target.products.contains("Tidings") || app.target.mentions("import Tidings")
            else { return [] }
            return subject.pairs.compactMap { pair in
                guard let list = pair.app.entitlements.list, let other = pair.ext.entitlements.list,
                    (list.strings(appGroupsKey) ?? []).isEmpty, (other.strings(appGroupsKey) ?? []).isEmpty
                else { return nil }
                return Sighting(
                    place: Finding.Place(list.path), seen: "Neither \(list.path) nor \(other.path) has an app group.",
                    change: "Add the capability App Groups with group.\(pair.app.bundleID ?? "your.bundle.id") to both."
                )
            }
        },
        Rule(
            "app_group_name", .error, "An app group's name does not begin with group.",
            why: "iOS knows no group of another name; the folder cannot be reached."
        ) { subject in
            (subject.configurations + extensionConfigurations(subject).map(\.1)).flatMap { configuration in
                (configuration.entitlements.list?.strings(appGroupsKey) ?? []).map(configuration.filled)
                    .filter { !$0.hasPrefix("group.") && !$0.contains("$") }.map { name in
                        Sighting(
                            place: configuration.entitlements.list?.place(appGroupsKey),
                            seen: "\"\(name.prefix(80))\" is listed as an app group.",
                            change: "Call it group.\(name.prefix(80)), on Apple's site too.")
                    }
            }
        },
        Rule(
            "keychain_groups_differ", .warning, "App and extension have no Keychain group in common",
            why: "Keys that the app puts into its Keychain group cannot be read by the extension, which then shows the "
                + "placeholder of an encrypted push. (Where both have one app group, Tidings uses that instead.)",
            repairable: true
        ) { subject in
            differing(subject, keychainKey, name: "Keychain group")
        },
    ]

    /// Lists of app and extension of which at least one has entries and which have none in common.
    private static func differing(_ subject: Subject, _ key: String, name: String) -> [Sighting] {
        subject.pairs.compactMap { pair in
            guard let list = pair.app.entitlements.list else { return nil }
            let own = list.strings(key) ?? []
            let others: [String]
            let place: Finding.Place
            switch pair.ext.entitlements {
            case .none:
                others = []
                place = subject.place("CODE_SIGN_ENTITLEMENTS", pair.ext)
            case .read(let other):
                others = other.strings(key) ?? []
                place = other.place(key)
            case .missing, .unreadable: return nil
            }
            guard !own.isEmpty || !others.isEmpty else { return nil }
            let filled = Set(own.map(pair.app.filled))
            guard filled.isDisjoint(with: others.map(pair.ext.filled)) else { return nil }
            let wanted = own.isEmpty ? others : own
            let path = own.isEmpty ? list.path : pair.ext.entitlements.list?.path
            // Variables mean something else in the other target.
            let repairs: [Repair] =
                wanted.contains {
                    $0.contains("$(") && !$0.hasPrefix("$(AppIdentifierPrefix)") || $0.dropFirst(2).contains("$(")
                }
                ? [] : path.map { [.items(path: $0, key: key, values: wanted)] } ?? []
            return Sighting(
                place: own.isEmpty ? Finding.Place(list.path) : place,
                seen: "The app has the \(name) \(shown(own)), \(pair.target.name) has \(shown(others)).",
                change: "Add \(wanted.joined(separator: ", ")) to \(path ?? "entitlements of \(pair.target.name)").",
                repairs: repairs)
        }
    }

    private static func shown(_ names: [String]) -> String { names.isEmpty ? "none" : names.joined(separator: ", ") }
}
