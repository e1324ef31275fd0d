import Foundation

/// The rights that app and extension need: the same app group and Keychain group, and pushes for the app.
struct Entitlements {
    static let appGroups = "com.apple.security.application-groups"
    static let keychainGroups = "keychain-access-groups"
    static let pushes = "aps-environment"

    let app: AppTargets.App
    let request: SetupRequest
    let settings: [ConfigurationSettings]
    let identifiers: AppIdentifiers

    /// The list with the groups in it; what is there already in other words stays.
    private func completed(
        _ bytes: [UInt8], name: String, id: String, configurations: [ConfigurationSettings], isApp: Bool
    ) throws(ProjectError) -> [UInt8] {
        var bytes = bytes
        for (key, group) in [
            (Self.appGroups, request.appGroup ?? "group.\(id)"), (Self.keychainGroups, "$(AppIdentifierPrefix)\(id)"),
        ] {
            let list = try PropertyListText(bytes, name: name)
            let present = list.values[key] as? [String] ?? []
            let isThere =
                !configurations.isEmpty
                && configurations.allSatisfy { configuration in
                    present.contains { Self.filled($0, configuration) == Self.filled(group, configuration) }
                }
            if !isThere { bytes = try list.adding([group], to: key) }
        }
        guard isApp else { return bytes }
        return try PropertyListText(bytes, name: name).setting(Self.pushes, to: "development")
    }

    private static func filled(_ text: String, _ configuration: ConfigurationSettings) -> String {
        configuration.expanded(text.replacing("$(CFBundleIdentifier)", with: "$(PRODUCT_BUNDLE_IDENTIFIER)"))
    }

    /// The entitlements of a new extension.
    func ofNewExtension() throws(ProjectError) -> [UInt8] {
        try completed(
            Array(ExtensionFiles.emptyEntitlements.utf8), name: request.targetName, id: identifiers.inExtension,
            configurations: [], isApp: false)
    }

    /// Completes the files that a target's configurations name, and makes one for those that name none.
    ///
    /// - Returns: The path of the file that was made and the configurations that need to name it.
    func complete(
        _ target: ProjectObject, _ configurations: [ConfigurationSettings], id: ([ConfigurationSettings]) -> String,
        isApp: Bool,
        files: inout PlannedFiles, plan: inout SetupPlan
    ) throws(ProjectError) -> (path: String, configurations: [ConfigurationSettings])? {
        var byPath: [(path: String, users: [ConfigurationSettings])] = []
        var without: [ConfigurationSettings] = []
        for configuration in configurations {
            let keys = configuration.ownKeys("CODE_SIGN_ENTITLEMENTS")
            var written = keys.compactMap { configuration.own[$0]?.first }
            if written.isEmpty, let inherited = configuration.inherited["CODE_SIGN_ENTITLEMENTS"]?.first {
                written = [inherited]
            }
            written = written.filter { !$0.isEmpty }
            if written.isEmpty { without.append(configuration) }
            for text in Set(written).sorted() {
                guard let path = SourcePath.relative(configuration.expanded(text)) else {
                    plan.note(
                        "unknown_entitlements",
                        "The entitlements of \(configuration.targetName) in \(configuration.name), \(text), cannot be found: add "
                            + "the groups there yourself.")
                    continue
                }
                if let index = byPath.firstIndex(where: { $0.path == path }) {
                    byPath[index].users.append(configuration)
                } else {
                    byPath.append((path, [configuration]))
                }
            }
        }
        var created: (String, [ConfigurationSettings])?
        if !without.isEmpty {
            let path = try newPath(target, files)
            byPath.append((path, without))
            created = (path, without)
        }
        for (path, users) in byPath {
            let url = URL(fileURLWithPath: path, relativeTo: app.location.root).standardizedFileURL
            let present = try files.bytes(url)
            if present == nil, created?.0 != path {
                plan.note("entitlements_missing", "\(path) is named in the settings but was not there. It is made.")
            }
            let bytes = present ?? Array(ExtensionFiles.emptyEntitlements.utf8)
            try files.set(url, to: try completed(bytes, name: path, id: id(users), configurations: users, isApp: isApp))
            if isApp, present.flatMap({ try? PropertyListText($0, name: path) })?.values[Self.pushes] == nil {
                plan.note(
                    "push_capability_added",
                    "\(path) gets aps-environment: without it the app gets no token. Its app id needs Push Notifications."
                )
            }
        }
        return created
    }

    /// Where a target's entitlements go that has none: beside its property list, or in its folder.
    func newPath(_ target: ProjectObject, _ files: PlannedFiles) throws(ProjectError) -> String {
        let name = target.name ?? "App"
        let root = app.location.root
        let folders =
            [
                settings.first?.expandedValue("INFOPLIST_FILE").flatMap(SourcePath.relative)?.split(separator: "/")
                    .dropLast().joined(separator: "/")
            ]
            + app.file.objects("fileSystemSynchronizedGroups", of: target).map { GroupPaths(app.file).path(of: $0.id) }
            + [
                app.file.objects.first { $0.isa == "PBXGroup" && $0.name == name }.flatMap {
                    GroupPaths(app.file).path(of: $0.id)
                }
            ]
        let folder = folders.compactMap(\.self).first { !$0.isEmpty && !$0.hasPrefix("..") }
        let base = folder.map { "\($0)/\(name)" } ?? name
        var path = "\(base).entitlements"
        var number = 2
        while try files.bytes(URL(fileURLWithPath: path, relativeTo: root)) != nil {
            path = "\(base)\(number).entitlements"
            number += 1
        }
        return path
    }
}
