import Foundation

/// The pods that app and extension are made of; the repository holds their podspecs.
enum Pods {
    /// What the extension is linked with.
    static let ofExtension = [
        "TidingsLocking", "TidingsTimekeeping", "TidingsPushModel", "TidingsPushCrypto", "TidingsCore",
        "TidingsNotifications",
        "TidingsServiceExtension",
    ]
    /// What the app is linked with.
    static let ofApp = ofExtension.dropLast() + ["Tidings"]

    /// One line for all of them: pods that lie beside each other have to be named each.
    static func line(_ names: some Collection<String>, _ source: SetupRequest.Source, folder: URL) -> String {
        "%w[\(names.joined(separator: " "))].each { |name| pod name, \(place(source, folder)) }"
    }

    private static func place(_ source: SetupRequest.Source, _ folder: URL) -> String {
        switch source {
        case .folder(let url): ":path => '\(quoted(SourcePath.relative(from: folder, to: url)))'"
        case .repository(let url, .version(let version)): ":git => '\(quoted(url))', :tag => '\(quoted(version))'"
        case .repository(let url, .branch(let branch)): ":git => '\(quoted(url))', :branch => '\(quoted(branch))'"
        case .repository(let url, .revision(let commit)): ":git => '\(quoted(url))', :commit => '\(quoted(commit))'"
        }
    }

    private static func quoted(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
    }

    /// The Podfile of a project, in its folder.
    static func file(_ location: ProjectLocation) -> URL { location.root.appendingPathComponent("Podfile") }

    /// Whether the client comes through CocoaPods if nobody said how: a Podfile names the app.
    static func isUsed(by app: AppTargets.App, files: PlannedFiles) throws(ProjectError) -> Bool {
        guard let bytes = try files.bytes(file(app.location)) else { return false }
        return try PodfileText(bytes).targets.contains { $0.name == app.name }
    }
}
