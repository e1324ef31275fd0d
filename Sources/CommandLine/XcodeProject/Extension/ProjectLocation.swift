package import Foundation

/// Where a project lies: its file, and the folder that its paths begin at.
package struct ProjectLocation: Sendable {
    /// The `project.pbxproj`.
    package let file: URL
    /// The folder that the project's paths are relative to.
    package let root: URL

    /// The project's bundle, or what stands for it.
    package var bundle: URL { file.deletingLastPathComponent() }
    /// The name of the bundle, for people.
    package var name: String { bundle.pathExtension == "xcodeproj" ? bundle.lastPathComponent : file.lastPathComponent }

    private init(file: URL, root: URL) {
        self.file = file
        self.root = root
    }

    /// A project by its `.xcodeproj` folder.
    package init(bundle: URL) {
        let url = bundle.standardizedFileURL
        self.init(file: url.appendingPathComponent("project.pbxproj"), root: url.deletingLastPathComponent())
    }

    /// The projects that a path stands for: a project, a workspace, or a folder with either; `ios` in it counts as well.
    ///
    /// - Throws: ``ProjectError`` with code `no_project`.
    package static func projects(at path: String) throws(ProjectError) -> [ProjectLocation] {
        let url = URL(fileURLWithPath: path).standardizedFileURL
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw ProjectError(.noProject, "\(path) is not there. Give the project's folder as --path.")
        }
        if url.lastPathComponent == "project.pbxproj" {
            let bundle = url.deletingLastPathComponent()
            return bundle.pathExtension == "xcodeproj"
                ? [ProjectLocation(bundle: bundle)] : [ProjectLocation(file: url, root: bundle)]
        }
        guard isFolder.boolValue else {
            throw ProjectError(
                .noProject, "\(path) is neither a folder nor a project. Give the project's folder as --path.")
        }
        if url.pathExtension == "xcodeproj" { return try existing([url], path) }
        if url.pathExtension == "xcworkspace" { return try existing(members(of: url), path) }
        for folder in [url, url.appendingPathComponent("ios")] {
            let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
            let bundles = names.filter { $0.hasSuffix(".xcodeproj") && $0 != "Pods.xcodeproj" }
            if !bundles.isEmpty { return try existing(bundles.map(folder.appendingPathComponent), path) }
            if names.contains("project.pbxproj") {
                return [ProjectLocation(file: folder.appendingPathComponent("project.pbxproj"), root: folder)]
            }
            if let workspace = names.first(where: { $0.hasSuffix(".xcworkspace") }) {
                let members = members(of: folder.appendingPathComponent(workspace))
                if !members.isEmpty { return try existing(members, path) }
            }
        }
        throw ProjectError(.noProject, "There is no .xcodeproj in \(path). Give the folder that holds it as --path.")
    }

    private static func existing(_ bundles: [URL], _ path: String) throws(ProjectError) -> [ProjectLocation] {
        let found = bundles.map(ProjectLocation.init(bundle:)).filter {
            FileManager.default.fileExists(atPath: $0.file.path)
        }
        guard !found.isEmpty else { throw ProjectError(.noProject, "\(path) holds no project.pbxproj.") }
        return found
    }

    /// The projects that a workspace names; that of CocoaPods is nobody's own.
    private static func members(of workspace: URL) -> [URL] {
        let contents = workspace.appendingPathComponent("contents.xcworkspacedata")
        guard let bytes = try? SourceText.bytes(of: contents, limit: 1 << 20) else { return [] }
        return String(decoding: bytes, as: UTF8.self).matches(
            of: /location\s*=\s*"(?:group|container):([^"]+\.xcodeproj)"/
        )
        .map { workspace.deletingLastPathComponent().appendingPathComponent(String($0.1)).standardizedFileURL }
        .filter { $0.lastPathComponent != "Pods.xcodeproj" }
    }

    /// The location with the folder that the project itself says its paths begin at.
    func rooted(by file: ProjectFile) -> ProjectLocation {
        guard let path = file.project.string("projectDirPath"), !path.isEmpty else { return self }
        return ProjectLocation(file: self.file, root: root.appendingPathComponent(path).standardizedFileURL)
    }
}

extension ProjectError.Code {
    /// There is no project where one was looked for.
    package static let noProject = Self(rawValue: "no_project")
}
