import Foundation

/// Takes away what was added.
enum ExtensionRemoval {
    /// Takes back each file of a record: to the byte if it is as it was left, else what still stands there of the addition.
    static func undo(
        _ record: SetupRecord, _ app: AppTargets.App, deletesChanged: Bool, files: inout PlannedFiles,
        plan: inout SetupPlan
    ) throws(ProjectError) {
        let project = app.location.file.standardizedFileURL
        var gone: [String] = []
        for file in record.files {
            let url = URL(fileURLWithPath: file.path, relativeTo: app.location.root).standardizedFileURL
            guard let bytes = try files.bytes(url), url != project else { continue }
            if file.isNew {
                guard deletesChanged || SetupRecord.fingerprint(bytes) == file.fingerprint else {
                    plan.note(
                        "file_kept", "\(file.path) has changed since it was made and stays. --force takes it away, too."
                    )
                    continue
                }
                gone.append(file.path)
                try files.set(url, to: nil)
            } else if let before = file.undone(bytes) ?? file.patched(bytes) {
                try files.set(url, to: before)
            } else {
                plan.note(
                    "part_kept",
                    "\(file.path) has changed so much that what was added to it is not found. Take it out yourself.")
            }
        }
        let own = record.files.first {
            URL(fileURLWithPath: $0.path, relativeTo: app.location.root).standardizedFileURL == project
        }
        let before = own?.undone(app.file.bytes)
        try files.set(project, to: before == nil ? try bytes(of: app, without: record, gone: gone) : before)
        try SetupRecord.keep(nil, for: app, &files)
    }

    /// What an addition must have been whose record is lost: its ids tell it.
    static func guess(_ app: AppTargets.App) -> SetupRecord? {
        let dependencies = app.file.objects("dependencies", of: app.target).compactMap { $0.string("target") }
        guard
            let target = app.file.targets.first(where: {
                ObjectIDs.isFor("target", $0.id) && dependencies.contains($0.id)
            }),
            let name = target.name
        else { return nil }
        let root = app.location.root
        let made = [
            ("NotificationService.swift", ExtensionFiles.source(appGroup: nil)),
            (ServiceExtensionSetup.plist, ExtensionFiles.plist),
        ].map { file, text in
            SetupRecord.File(
                path: "\(name)/\(file)", isNew: true, fingerprint: SetupRecord.fingerprint(Array(text.utf8)))
        }
        let path = "\(name)/\(name)\(ServiceExtensionSetup.entitlementsSuffix)"
        let bytes = (try? SourceText.bytes(of: root.appendingPathComponent(path))) ?? []
        let keys = (try? PropertyListText(bytes, name: path)).map { Set($0.values.keys) }
        let isOurs = keys == [Entitlements.appGroups, Entitlements.keychainGroups]
        let rights = SetupRecord.File(
            path: path, isNew: true, fingerprint: isOurs ? SetupRecord.fingerprint(bytes) : "")
        return SetupRecord(
            app: app.name, target: name, prefix: String(target.id.prefix(8)), bundleSuffix: "", source: "",
            usesPods: false,
            isAdopted: false, files: made + [rights])
    }

    /// The project without the objects that were added, those that came to belong to them, and every mention of either.
    private static func bytes(of app: AppTargets.App, without record: SetupRecord, gone files: [String])
        throws(ProjectError) -> [UInt8]
    {
        let file = app.file
        let ids = ObjectIDs(prefix: record.prefix)
        var gone = Set(file.objects.map(\.id).filter(ids.made))
        if let target = file[ids("target")] { gone.formUnion(belongings(of: target, in: file)) }
        if let group = file[ids("group")] { gone.formUnion(group.strings("children")) }
        // A package that other targets use by now stays, whichever addition brought it.
        let products = file.objects.filter { $0.isa == "XCSwiftPackageProductDependency" && !gone.contains($0.id) }
        gone.formUnion(file.objects.map(\.id).filter { ObjectIDs.isFor("package", $0) })
        gone.subtract(products.compactMap { $0.string("package") })
        for object in file.objects {
            let key =
                switch object.isa {
                case "PBXBuildFile": object.string("fileRef") ?? object.string("productRef")
                case "PBXTargetDependency": object.string("target")
                case "PBXContainerItemProxy": object.string("remoteGlobalIDString")
                default: nil as String?
                }
            if let key, gone.contains(key) { gone.insert(object.id) }
        }
        for dependency in file.objects where dependency.isa == "PBXTargetDependency" {
            if let proxy = dependency.string("targetProxy"), gone.contains(proxy) { gone.insert(dependency.id) }
        }
        var editor = ProjectEditor(file)
        editor.remove(file.objects.filter { gone.contains($0.id) })
        for object in file.objects where !gone.contains(object.id) {
            for entry in object.node.entries ?? [] {
                guard let items = entry.value.items, items.contains(where: { $0.string.map(gone.contains) == true })
                else { continue }
                let wasMissing =
                    entry.key == "packageReferences"
                    || record.lists?.contains("\(object.id) \(entry.key)") == true
                if wasMissing, items.allSatisfy({ $0.string.map(gone.contains) == true }) {
                    editor.removeKey(entry.key, of: object)
                } else {
                    editor.removeItems(from: entry.key, of: object) { gone.contains($0) }
                }
            }
            let settings = object.node["buildSettings"]
            if let path = settings?["CODE_SIGN_ENTITLEMENTS"]?.string, files.contains(path) {
                editor.removeKey("CODE_SIGN_ENTITLEMENTS", in: ["buildSettings"], of: object)
            }
            if record.isAdopted, settings?[AppIdentifiers.variable] != nil {
                editor.removeKey(AppIdentifiers.variable, in: ["buildSettings"], of: object)
            }
        }
        for entry in file.project.node["attributes"]?["TargetAttributes"]?.entries ?? [] where gone.contains(entry.key)
        {
            editor.removeKey(entry.key, in: ["attributes", "TargetAttributes"], of: file.project)
        }
        let bytes = editor.bytes()
        _ = try ProjectFile(bytes)
        return bytes
    }

    /// What a target alone has: phases with their files, configurations, dependencies, its product.
    private static func belongings(of target: ProjectObject, in file: ProjectFile) -> Set<String> {
        var ids: Set<String> = [target.id]
        for phase in file.objects("buildPhases", of: target) {
            ids.insert(phase.id)
            ids.formUnion(phase.strings("files"))
        }
        if let list = target.string("buildConfigurationList").flatMap({ file[$0] }) {
            ids.insert(list.id)
            ids.formUnion(list.strings("buildConfigurations"))
        }
        for dependency in file.objects("dependencies", of: target) {
            ids.insert(dependency.id)
            if let proxy = dependency.string("targetProxy") { ids.insert(proxy) }
        }
        ids.formUnion(target.strings("packageProductDependencies"))
        if let product = target.string("productReference") { ids.insert(product) }
        return ids
    }
}
