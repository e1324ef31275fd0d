import Foundation
import Testing

@testable import XcodeProject

/// A folder of a test's own with a project and the files of an app.
final class Scratch: Sendable {
    let folder: URL

    /// Takes a fixture as App.xcodeproj, and other files by their paths.
    init(_ fixture: String, _ files: [String: String] = [:]) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-nse-\(UUID().uuidString)")
            .resolvingSymlinksInPath()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write("App.xcodeproj/project.pbxproj", try Fixture.bytes(fixture))
        try write("tidings/Package.swift", [])
        for (path, text) in files { try write(path, Array(text.utf8)) }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func write(_ path: String, _ bytes: [UInt8]) throws {
        let url = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    func write(_ path: String, _ text: String) throws { try write(path, Array(text.utf8)) }

    func read(_ path: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    }

    func project() throws -> ProjectFile {
        try ProjectFile(contentsOf: folder.appendingPathComponent("App.xcodeproj/project.pbxproj"))
    }

    /// Every file and folder with what it holds.
    func tree() throws -> [String: String] {
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return try Dictionary(
            uniqueKeysWithValues: paths.map { path in
                let url = folder.appendingPathComponent(path)
                var isFolder: ObjCBool = false
                _ = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
                return (path, isFolder.boolValue ? "folder" : try String(contentsOf: url, encoding: .utf8))
            })
    }

    var request: SetupRequest {
        SetupRequest(source: .folder(folder.appendingPathComponent("tidings").standardizedFileURL))
    }
    var locations: [ProjectLocation] { get throws { try ProjectLocation.projects(at: folder.path) } }
    var transaction: FileTransaction { transaction { _ in } }

    func transaction(_ onStep: @escaping @Sendable (FileTransaction.Step) throws -> Void) -> FileTransaction {
        FileTransaction(
            journal: folder.appendingPathComponent("App.xcodeproj/tidings-init-nse.journal"), onStep: onStep)
    }

    @discardableResult func add(_ edit: (inout SetupRequest) -> Void = { _ in }) throws -> SetupPlan {
        var request = request
        edit(&request)
        let plan = try ServiceExtensionSetup.add(request, at: locations)
        try transaction.run(plan.changes)
        return plan
    }

    @discardableResult func remove(_ app: String? = nil, force: Bool = false) throws -> SetupPlan {
        let plan = try ServiceExtensionSetup.remove(appTarget: app, force: force, at: locations)
        try transaction.run(plan.changes)
        return plan
    }

    /// The property list at a path as Foundation reads it.
    func list(_ path: String) throws -> [String: Any] {
        let data = try Data(contentsOf: folder.appendingPathComponent(path))
        return try #require(
            try PropertyListSerialization.propertyList(from: data, options: [], format: nil) as? [String: Any])
    }
}

/// The code of the error that the body throws.
func code(_ body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch {
        return (error as? ProjectError)?.code.rawValue ?? "\(error)"
    }
}

extension ProjectFile {
    /// The target of this name.
    func target(_ name: String) throws -> ProjectObject { try #require(targets.first { $0.name == name }) }

    /// A plain setting of a target in each of its configurations.
    func settings(_ key: String, of target: ProjectObject) throws -> [String: String] {
        let all = objects("buildConfigurations", of: try object("buildConfigurationList", of: target))
        return Dictionary(
            all.compactMap { configuration in
                configuration.node["buildSettings"]?[key]?.string.map { (configuration.string("name") ?? "", $0) }
            }, uniquingKeysWith: { $1 })
    }
}
