import Foundation

extension ServiceExtensionSetup {
    /// Adds a target of ours, with its files and all that the app needs beside it.
    static func addNew(
        _ app: AppTargets.App, _ request: SetupRequest, files: inout PlannedFiles, plan: inout SetupPlan
    ) throws(ProjectError) {
        let name = request.targetName
        if let other = app.file.targets.first(where: { $0.name == name }) {
            throw ProjectError(
                .targetExists, "There is a target \(name) already. Choose another name with --target-name.",
                line: app.file.line(of: other))
        }
        let folder = app.location.root.appendingPathComponent(name)
        let present = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter {
            $0 != ".DS_Store"
        }
        if !request.force, !present.isEmpty || FileManager.default.fileExists(atPath: folder.path) && !isFolder(folder)
        {
            throw ProjectError(
                .folderExists,
                "\(folder.path) is there already. Choose another --target-name, or use what is in it with --force.")
        }
        let settings = try ConfigurationSettings.all(of: app.target, in: app.file, root: app.location.root)
        let identifiers = try AppIdentifiers(settings, app: app)
        let entitlements = Entitlements(app: app, request: request, settings: settings, identifiers: identifiers)
        var builder = ExtensionBuilder(app, request, settings, adopted: nil)
        let writer = ExtensionSettings(app: app, request: request, settings: settings, identifiers: identifiers)
        var configurations: [String: [NewValue.Field]] = [:]
        for configuration in settings {
            configurations[configuration.name] = writer.fields(
                configuration, entitlements: name + entitlementsSuffix, plist: plist, plan: &plan)
            plan.bundleIDs[configuration.name] = identifiers.shown(configuration) + request.bundleSuffix
        }
        for (file, content) in [
            ("NotificationService.swift", Array(ExtensionFiles.source(appGroup: request.appGroup).utf8)),
            (plist, Array(ExtensionFiles.plist.utf8)), (name + entitlementsSuffix, try entitlements.ofNewExtension()),
        ] {
            let url = folder.appendingPathComponent(file)
            if let there = try files.bytes(url), there != content {
                plan.note("file_kept", "\(name)/\(file) has content of its own and stays as it is.")
                continue
            }
            try files.set(url, to: content)
        }
        builder.addTarget(configurations: configurations, plist: plist, entitlements: name + entitlementsSuffix)
        builder.addPackage()
        try completeApp(entitlements, &builder, files: &files, plan: &plan)
        try addPods(app, request, target: name, files: &files, plan: &plan)
        try finish(&builder, app, files: &files)
    }

    private static func isFolder(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
    }

    static func completeApp(
        _ entitlements: Entitlements, _ builder: inout ExtensionBuilder, files: inout PlannedFiles,
        plan: inout SetupPlan
    ) throws(ProjectError) {
        let identifiers = entitlements.identifiers
        let created = try entitlements.complete(
            entitlements.app.target, entitlements.settings, id: identifiers.inApp, isApp: true, files: &files,
            plan: &plan)
        guard let created else { return }
        for configuration in created.configurations {
            builder.set("CODE_SIGN_ENTITLEMENTS", to: created.path, in: configuration.object)
        }
        builder.showAppEntitlements(created.path)
    }

    /// Names the pods in the Podfile: those of the app in its target, those of the extension in one inside of it.
    static func addPods(
        _ app: AppTargets.App, _ request: SetupRequest, target: String, files: inout PlannedFiles,
        plan: inout SetupPlan
    ) throws(ProjectError) {
        guard request.usesPods == true else { return }
        let url = Pods.file(app.location)
        guard let bytes = try files.bytes(url) else {
            throw ProjectError(
                .noPodfile, "There is no Podfile in \(app.location.root.path). Use the package: --package.")
        }
        let podfile = try PodfileText(bytes)
        let folder = app.location.root
        let after = try podfile.adding(
            app: app.name, appPods: Pods.line(Pods.ofApp, request.source, folder: folder), target: target,
            targetPods: Pods.line(Pods.ofExtension, request.source, folder: folder))
        try files.set(url, to: after)
        plan.note("pod_install", "Run pod install, then open the workspace.")
        if let platform = podfile.platform, platform < ExtensionSettings.oldestSystem {
            plan.note(
                "pod_platform_too_low",
                "The Podfile is for iOS \(platform), the pods for iOS 16 and later: raise its platform.")
        }
    }

    /// Puts the project last: until it is replaced, nothing refers to what is new.
    static func finish(
        _ builder: inout ExtensionBuilder, _ app: AppTargets.App, files: inout PlannedFiles
    ) throws(ProjectError) {
        builder.finish()
        let bytes = builder.bytes()
        // A project that we could not read again is never written.
        _ = try ProjectFile(bytes)
        try files.set(app.location.file, to: bytes)
    }
}

extension ProjectError.Code {
    /// The project has another target of that name.
    package static let targetExists = Self(rawValue: "target_exists")
    /// The extension's folder is there already.
    package static let folderExists = Self(rawValue: "folder_exists")
    /// The pods are asked for, but there is no Podfile.
    package static let noPodfile = Self(rawValue: "no_podfile")
}
