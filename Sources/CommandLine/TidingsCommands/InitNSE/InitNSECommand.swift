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
            throw CommandError(error)
        }
    }
}

extension CommandError {
    /// What other arguments would not cure.
    private static let failures: [ProjectError.Code] = [.notWritten, .busy, .changedMeanwhile]

    /// A fault of a project, with its code at the end.
    init(_ error: ProjectError) {
        self.init(
            .init(rawValue: error.code.rawValue), "\(error.description) [\(error.code.rawValue)]",
            exitCode: Self.failures.contains(error.code) ? .failure : .mistake)
    }
}

/// One run of `tidings init-nse`.
struct InitNSE {
    let invocation: Invocation
    var output: Output { invocation.output }

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
            if try FileTransaction(for: location).recover() {
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
            try FileTransaction(for: location).run(plan.changes)
        }
        report(plan, root: URL(fileURLWithPath: path).standardizedFileURL)
        return .done
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
        var folder = Tool.executable.resolvingSymlinksInPath().deletingLastPathComponent()
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
}
