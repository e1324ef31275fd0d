import Foundation
import XcodeProject

extension Command {
    /// `tidings init-nse`.
    static let initNSE = Command(
        "init-nse", "Add the notification service extension to an Xcode project, from any system.",
        discussion: """
            Adds a target with the one-line class, its property list and entitlements, has the app embed it, links
            both with our products, and gives both the same groups. Settings come from the app, in every
            configuration. Nothing else in the project changes, not a byte; all files are written, or none.

            Run again it does nothing. --force makes our extension anew with other options, or links somebody
            else's with our product. --remove takes back every byte that was added.
            """,
        options: [
            .value(
                "path", "DIR",
                "The folder with the .xcodeproj, or that, or an .xcworkspace; the current folder by default."),
            .value("app-target", "NAME", "The app's target; needed if there are several apps."),
            .value("target-name", "NAME", "The name of the extension; NotificationServiceExtension by default."),
            .value(
                "bundle-suffix", "SUFFIX", "What its bundle id has after the app's; .NotificationService by default."),
            .value("app-group", "GROUP", "The shared app group; group. and the app's bundle id by default."),
            .value(
                "package", "SOURCE", "URL@VERSION, or the path of a checkout; the checkout of this tool by default."),
            .flag(
                "pods", "Use CocoaPods; by default that is so if a Podfile names the app and --package is not given."),
            .flag("dry-run", "Show what would change, as a unified diff, and write nothing."),
            .flag("force", "Change an extension that is there already; with --remove, delete files edited since."),
            .flag("remove", "Take away what was added."),
            .json,
        ],
        examples: [
            Example("tidings init-nse --path ios --dry-run", "Shows the change."),
            Example("tidings init-nse --path ios --app-target Shop", "Adds the extension to one of several apps."),
            Example("tidings init-nse --path ios --remove", "Takes it back."),
        ]
    ) { invocation in
        do throws(ProjectError) {
            return try InitNSE(invocation).run()
        } catch {
            throw CommandError(
                .init(rawValue: error.code.rawValue), "\(error.description) [\(error.code.rawValue)]",
                exitCode: InitNSE.failures.contains(error.code) ? .failure : .mistake)
        }
    }
}

/// One run of `tidings init-nse`.
struct InitNSE {
    /// What other arguments would not cure.
    static let failures: [ProjectError.Code] = [.notWritten, .busy, .changedMeanwhile]

    private let invocation: Invocation
    private var output: Output { invocation.output }

    init(_ invocation: Invocation) { self.invocation = invocation }

    func run() throws(ProjectError) -> ExitCode {
        let path = invocation.value("path") ?? "."
        var request: SetupRequest?
        if !invocation.flag("remove") {
            let wanted = try self.request()
            try wanted.check()
            request = wanted
        }
        let locations = try ProjectLocation.projects(at: path)
        for location in locations where !invocation.flag("dry-run") {
            if try transaction(location).recover() {
                output.note("An earlier run was interrupted; what it had changed in \(location.name) was taken back.")
            }
        }
        let plan =
            if let request {
                try ServiceExtensionSetup.add(request, at: locations)
            } else {
                try ServiceExtensionSetup.remove(
                    appTarget: invocation.value("app-target"), force: invocation.flag("force"), at: locations)
            }
        if !invocation.flag("dry-run"), !plan.changes.isEmpty {
            let location =
                locations.first { $0.file.standardizedFileURL == plan.project.standardizedFileURL } ?? locations[0]
            try transaction(location).run(plan.changes)
        }
        report(plan, root: URL(fileURLWithPath: path).standardizedFileURL)
        return .done
    }

    private func transaction(_ location: ProjectLocation) -> FileTransaction {
        FileTransaction(journal: location.bundle.appendingPathComponent("tidings-init-nse.journal"))
    }

    private func request() throws(ProjectError) -> SetupRequest {
        let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        let source =
            if let package = invocation.value("package") {
                try SetupRequest.Source(package, relativeTo: here)
            } else {
                SetupRequest.Source.folder(try Self.checkout())
            }
        var request = SetupRequest(source: source)
        request.appTarget = invocation.value("app-target")
        if let name = invocation.value("target-name") { request.targetName = name }
        if let suffix = invocation.value("bundle-suffix") { request.bundleSuffix = suffix }
        request.appGroup = invocation.value("app-group")
        if invocation.flag("pods") {
            request.usesPods = true
        } else if invocation.value("package") != nil {
            request.usesPods = false
        }
        request.force = invocation.flag("force")
        return request
    }

    /// The checkout that the running tool was built in.
    private static func checkout() throws(ProjectError) -> URL {
        var folder = SamplePrograms.tool.resolvingSymlinksInPath().deletingLastPathComponent()
        while folder.path != "/" {
            let manifest = folder.appendingPathComponent("Package.swift")
            if let text = try? String(contentsOf: manifest, encoding: .utf8), text.contains("name: \"tidings\"") {
                return folder
            }
            folder = folder.deletingLastPathComponent()
        }
        throw ProjectError(
            .invalidPackage,
            "This tool does not run from a checkout of the package. Give URL@VERSION or a path as --package.")
    }

    // MARK: - What a person or a program is told

    private func report(_ plan: SetupPlan, root: URL) {
        let isDry = invocation.flag("dry-run")
        for note in plan.notes where !output.isJSON {
            output.note("\(plan.action == .nothing ? "" : "note: ")\(note.text)")
        }
        if output.isJSON {
            let files = plan.changes.map { change in
                Report.File(
                    path: change.url.path, change: Self.verb(change, "created", "deleted", "changed"),
                    diff: isDry ? diff(change, root) : nil)
            }
            let report = Report(
                action: plan.action.rawValue, dryRun: isDry, project: plan.project.path, appTarget: plan.app,
                target: plan.target,
                bundleIds: plan.bundleIDs, files: files, notes: plan.notes.map { .init(code: $0.code, text: $0.text) })
            try? output.json(report)
        } else if isDry {
            for change in plan.changes { output.verbatim(coloured(diff(change, root))) }
            for change in plan.changes {
                output.note("would \(Self.verb(change, "make", "delete", "change")) \(change.url.path)")
            }
            for (name, id) in plan.bundleIDs.sorted(by: { $0.key < $1.key }) {
                output.note("\(plan.target) (\(name)): \(id)")
            }
        } else {
            for change in plan.changes {
                output.text("\(Self.verb(change, "made", "deleted", "changed")) \(change.url.path)")
            }
            if let line = summary(plan) { output.text(output.coloured(line, .green)) }
        }
    }

    private static func verb(_ change: FileChange, _ made: String, _ deleted: String, _ changed: String) -> String {
        change.before == nil ? made : change.after == nil ? deleted : changed
    }

    private func summary(_ plan: SetupPlan) -> String? {
        let ids = Set(plan.bundleIDs.values).sorted().joined(separator: ", ")
        switch plan.action {
        case .add: return "\(plan.app) has the extension \(plan.target) (\(ids))."
        case .update: return "The extension \(plan.target) (\(ids)) of \(plan.app) was made anew."
        case .adopt: return "\(plan.target) of \(plan.app) is linked with our product and has the groups."
        case .remove: return "The extension \(plan.target) of \(plan.app) is gone."
        case .nothing: return nil
        }
    }

    private func diff(_ change: FileChange, _ root: URL) -> String {
        let path =
            change.url.path.hasPrefix(root.path + "/")
            ? String(change.url.path.dropFirst(root.path.count + 1)) : change.url.path
        return LineDifference(change.before ?? [], change.after ?? []).unified(
            oldName: change.before == nil ? "/dev/null" : "a/\(path)",
            newName: change.after == nil ? "/dev/null" : "b/\(path)")
    }

    private func coloured(_ diff: String) -> String {
        guard output.hasColours else { return diff }
        return diff.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let colour: Colour? =
                line.hasPrefix("@@") ? .cyan : line.hasPrefix("+") ? .green : line.hasPrefix("-") ? .red : nil
            return colour.map { output.coloured(String(line), $0) } ?? String(line)
        }.joined(separator: "\n")
    }
}

/// The JSON form of a run.
private struct Report: Encodable {
    struct File: Encodable {
        let path: String
        let change: String
        let diff: String?
    }
    struct Note: Encodable {
        let code: String
        let text: String
    }
    let action: String
    let dryRun: Bool
    let project: String
    let appTarget: String
    let target: String
    let bundleIds: [String: String]
    let files: [File]
    let notes: [Note]
}
