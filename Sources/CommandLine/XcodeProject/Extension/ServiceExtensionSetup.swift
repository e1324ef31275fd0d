import Foundation

/// Adds a notification service extension to an app, or takes it away: what would change, file by file.
package enum ServiceExtensionSetup {
    static let entitlementsSuffix = ".entitlements"
    static let plist = "Info.plist"

    /// Plans to add the extension, to change the one that is there, or to do nothing.
    ///
    /// - Throws: ``ProjectError``, with code `extension_exists`, `target_exists` or `folder_exists` among others.
    package static func add(_ request: SetupRequest, at locations: [ProjectLocation]) throws(ProjectError) -> SetupPlan
    {
        try request.check()
        var request = request
        var app = try AppTargets.choose(request.appTarget, among: locations)
        var files = PlannedFiles()
        var isUpdate = false
        let written = try SetupRecord.all(app.location, files).first { $0.app == app.name }
        if let record = written ?? ExtensionRemoval.guess(app), app.file.contains(record.prefix) || record.isAdopted {
            if !request.force { return try present(record, app, request, isGuess: written == nil) }
            isUpdate = true
            var ignored = SetupPlan(
                action: .remove, project: app.location.file, app: app.name, target: record.target)
            try ExtensionRemoval.undo(record, app, deletesChanged: false, files: &files, plan: &ignored)
            app = try reread(app, files)
        }
        let baseline = files
        request.usesPods = request.usesPods == nil ? try Pods.isUsed(by: app, files: files) : request.usesPods
        var plan = SetupPlan(
            action: isUpdate ? .update : .add, project: app.location.file, app: app.name, target: request.targetName)
        let others = AppTargets.serviceExtensions(of: app)
        let own = others.first { AppTargets.isOurs($0, app.file) }
        if let own, !request.force || !isUpdate {
            return SetupPlan(
                action: .nothing, project: app.location.file, app: app.name, target: own.name ?? "", bundleIDs: [:],
                changes: [],
                notes: [
                    .init(
                        code: "already_there",
                        text: "\(app.name) has our extension already, \(own.name ?? ""); it was not added by this tool."
                    )
                ])
        }
        if let other = others.first {
            guard request.force else {
                throw ProjectError(
                    .extensionExists,
                    "\(app.name) has a notification service extension already, \(other.name ?? ""), and iOS runs one only. Have it "
                        + "call NotificationProcessor; --force links our products and adds the groups to it, and leaves its code alone.",
                    line: app.file.line(of: other))
            }
            try adopt(other, app, request, files: &files, plan: &plan)
        } else {
            try addNew(app, request, files: &files, plan: &plan)
        }
        let isAdopted = plan.action == .adopt
        if isUpdate { plan.action = .update }
        plan.changes = try recorded(files, since: baseline, plan, app, request, isAdopted)
        return plan
    }

    /// Plans to take away what was added, to the byte where nobody has changed it since.
    ///
    /// With `force` files that were changed since are taken away too.
    package static func remove(
        appTarget: String?, force: Bool, at locations: [ProjectLocation]
    ) throws(ProjectError) -> SetupPlan {
        let app = try AppTargets.choose(appTarget, among: locations)
        var files = PlannedFiles()
        let written = try SetupRecord.all(app.location, files).first { $0.app == app.name }
        guard let record = written ?? ExtensionRemoval.guess(app) else {
            return SetupPlan(
                action: .nothing, project: app.location.file, app: app.name, target: "",
                notes: [.init(code: "nothing_to_remove", text: "\(app.name) has no extension that this tool added.")])
        }
        var plan = SetupPlan(action: .remove, project: app.location.file, app: app.name, target: record.target)
        if written == nil {
            plan.note(
                "no_record",
                "\(SetupRecord.name) is missing: what was added to the app's entitlements stays. Take it out yourself.")
        }
        try ExtensionRemoval.undo(record, app, deletesChanged: force, files: &files, plan: &plan)
        let isProject = { (change: FileChange) in change.url.path == app.location.file.standardizedFileURL.path }
        // The project first: afterwards nothing refers to what goes.
        plan.changes = files.changes.filter(isProject) + files.changes.filter { !isProject($0) }
        return plan
    }

    private static func reread(_ app: AppTargets.App, _ files: PlannedFiles) throws(ProjectError) -> AppTargets.App {
        let file = try ProjectFile(try files.bytes(app.location.file) ?? [])
        guard let target = file[app.target.id] else { return app }
        return AppTargets.App(location: app.location, file: file, target: target)
    }

    /// Nothing to do, unless something else was asked for than what is there.
    private static func present(
        _ record: SetupRecord, _ app: AppTargets.App, _ request: SetupRequest, isGuess: Bool
    ) throws(ProjectError) -> SetupPlan {
        let wanted = (
            record.isAdopted ? record.target : request.targetName,
            record.isAdopted ? record.bundleSuffix : request.bundleSuffix,
            request.appGroup
        )
        guard isGuess || wanted == (record.target, record.bundleSuffix, record.appGroup) else {
            throw ProjectError(
                .differs,
                "\(app.name) has the extension \(record.target) with the suffix \(record.bundleSuffix), not what was asked for. "
                    + "--force changes it.")
        }
        return SetupPlan(
            action: .nothing, project: app.location.file, app: app.name, target: record.target,
            notes: [
                .init(
                    code: "already_there",
                    text: "\(app.name) has the extension \(record.target) already. --force makes it anew.")
            ])
    }

    /// The lists that objects have now and had not before.
    private static func newLists(_ app: AppTargets.App, _ files: PlannedFiles) throws(ProjectError) -> [String] {
        let after = try ProjectFile(try files.bytes(app.location.file) ?? [])
        return app.file.objects.flatMap { object in
            (after[object.id]?.node.entries ?? []).filter { $0.value.items != nil && object.node[$0.key] == nil }
                .map { "\(object.id) \($0.key)" }
        }
    }

    /// The changes with the record of them, the project last.
    private static func recorded(
        _ files: PlannedFiles, since baseline: PlannedFiles, _ plan: SetupPlan, _ app: AppTargets.App,
        _ request: SetupRequest, _ isAdopted: Bool
    ) throws(ProjectError) -> [FileChange] {
        var files = files
        let root = app.location.root
        let isProject = { (change: FileChange) in change.url.path == app.location.file.standardizedFileURL.path }
        let ids = ObjectIDs(for: "tidings init-nse \(app.target.id) \(plan.target)", in: app.file)
        var parts: [SetupRecord.File] = []
        for file in files.touched {
            let change = FileChange(file, before: try baseline.bytes(file), after: try files.bytes(file))
            guard change.before != change.after, file.lastPathComponent != SetupRecord.name else { continue }
            if let part = SetupRecord.file(change, root: root, isProject: isProject(change)) { parts.append(part) }
        }
        let record = SetupRecord(
            app: plan.app, target: plan.target, prefix: ids.prefix, bundleSuffix: request.bundleSuffix,
            appGroup: request.appGroup,
            source: request.source.text(root: root), usesPods: request.usesPods == true,
            isAdopted: isAdopted,
            files: parts.sorted { $0.path < $1.path }, lists: try newLists(app, files))
        try SetupRecord.keep(record, for: app, &files)
        return files.changes.filter { !isProject($0) } + files.changes.filter(isProject)
    }
}

extension ProjectError.Code {
    /// The app has an extension of somebody else's.
    package static let extensionExists = Self(rawValue: "extension_exists")
    /// The extension is there, but not as it was asked for.
    package static let differs = Self(rawValue: "differs")
}
