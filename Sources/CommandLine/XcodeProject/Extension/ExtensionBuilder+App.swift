import Foundation

/// What changes in the app.
extension ExtensionBuilder {
    /// Has the app build the extension first and carry it.
    mutating func embed(product: NewValue, productName: String, target: NewValue) {
        depend(on: target)
        carry(product: product, productName: productName)
    }

    /// Has the app built after the extension.
    mutating func depend(on target: NewValue) {
        let proxy = NewObject(
            ids("proxy"), "PBXContainerItemProxy", isa: "PBXContainerItemProxy",
            [
                .init("containerPortal", .reference(file.rootID, "Project object")), .init("proxyType", .string("1")),
                .init("remoteGlobalIDString", .string(targetID(target))), .init("remoteInfo", .string(name)),
            ])
        let dependency = NewObject(
            ids("dependency"), "PBXTargetDependency", isa: "PBXTargetDependency",
            [.init("target", target), .init("targetProxy", proxy.reference)])
        objects += [proxy, dependency]
        editor.add([dependency.reference], to: "dependencies", of: app.target)
    }

    /// Has the app take the extension in.
    mutating func carry(product: NewValue, productName: String) {
        let phases = file.objects("buildPhases", of: app.target)
        let present = phases.first { $0.isa == "PBXCopyFilesBuildPhase" && $0.string("dstSubfolderSpec") == "13" }
        let phaseName = present.map { $0.name ?? "CopyFiles" } ?? "Embed Foundation Extensions"
        let build = NewObject(
            ids("embed-build"), "\(productName) in \(phaseName)", isa: "PBXBuildFile",
            [
                .init("fileRef", product),
                .init("settings", .dictionary([.init("ATTRIBUTES", .array([.string("RemoveHeadersOnCopy")]))])),
            ])
        objects.append(build)
        if let present { return editor.add([build.reference], to: "files", of: present) }
        let phase = NewObject(
            ids("embed-phase"), phaseName, isa: "PBXCopyFilesBuildPhase",
            [
                .init("buildActionMask", .string("2147483647")), .init("dstPath", .string("")),
                .init("dstSubfolderSpec", .string("13")), .init("files", .array([build.reference])),
                .init("name", .string(phaseName)), .init("runOnlyForDeploymentPostprocessing", .string("0")),
            ])
        objects.append(phase)
        // Scripts that run after the resources often read the whole app. An extension that is embedded after them makes a
        // cycle: the script waits for the app, the app for the extension, and the extension for the script.
        let last = phases.lastIndex {
            ["PBXSourcesBuildPhase", "PBXFrameworksBuildPhase", "PBXResourcesBuildPhase"].contains($0.isa)
        }
        let script = phases[(last.map { $0 + 1 } ?? 0)...].first { $0.isa == "PBXShellScriptBuildPhase" }
        editor.add([phase.reference], to: "buildPhases", of: app.target, before: script?.id)
    }

    private func targetID(_ reference: NewValue) -> String {
        if case .reference(let id, _) = reference { id } else { "" }
    }

    /// Sets a setting of the app in one configuration.
    mutating func set(_ key: String, to value: String, in configuration: ProjectObject) {
        editor.set(key, to: .string(value), in: ["buildSettings"], of: configuration)
    }

    /// Shows a new file of the app's in its group, unless its folder is one that Xcode looks into by itself.
    mutating func showAppEntitlements(_ path: String) {
        let paths = GroupPaths(file)
        let folder = path.split(separator: "/").dropLast().joined(separator: "/")
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let isSeen = file.objects.contains { group in
            group.isa == "PBXFileSystemSynchronizedRootGroup" && paths.path(of: group.id).map { $0 == folder } == true
        }
        guard !isSeen else { return }
        let groups = file.objects.filter { $0.isa == "PBXGroup" }
        let own = groups.first { !folder.isEmpty && paths.path(of: $0.id) == folder }
        guard
            let group = own ?? groups.first(where: { $0.name == app.name })
                ?? file.project.string("mainGroup").flatMap({ file[$0] })
        else { return }
        var fields: [NewValue.Field] = [.init("lastKnownFileType", .string("text.plist.entitlements"))]
        if own == nil, !folder.isEmpty { fields.append(.init("name", .string(name))) }
        fields.append(.init("path", .string(own == nil ? path : name)))
        fields.append(.init("sourceTree", .string(own == nil ? "SOURCE_ROOT" : "<group>")))
        let reference = NewObject(ids("app-entitlements-file"), name, isa: "PBXFileReference", fields)
        objects.append(reference)
        editor.add([reference.reference], to: "children", of: group)
    }
}
