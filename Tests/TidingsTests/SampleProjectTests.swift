import Foundation
import TestSupport
import Testing

/// The Xcode project of the sample app, read as the property list that it is.
private struct SampleProject {
    typealias Object = [String: Any]
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Examples/SampleApp").standardizedFileURL

    let objects: [String: Object]
    let variables: [String: String]

    init() throws {
        let project = try #require(try Self.propertyList("SampleApp.xcodeproj/project.pbxproj"))
        objects = try #require(project["objects"] as? [String: Object])
        let lines = try String(
            contentsOf: Self.folder.appendingPathComponent("Configuration/Sample.xcconfig"), encoding: .utf8)
        variables = Dictionary(
            lines.split(separator: "\n").filter { !$0.hasPrefix("//") }.compactMap { line in
                let sides = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                    .map { $0.trimmingCharacters(in: .whitespaces) }
                return sides.count == 2 ? (sides[0], sides[1]) : nil
            }, uniquingKeysWith: { $1 })
    }

    static func propertyList(_ path: String) throws -> Object? {
        let data = try Data(contentsOf: folder.appendingPathComponent(path))
        return try PropertyListSerialization.propertyList(from: data, options: [], format: nil) as? Object
    }

    func all(_ isa: String) -> [Object] { objects.values.filter { $0["isa"] as? String == isa } }

    func children(_ object: Object, _ key: String) -> [Object] {
        (object[key] as? [String] ?? []).compactMap { objects[$0] }
    }

    func target(_ name: String) throws -> Object {
        try #require(all("PBXNativeTarget").first { $0["name"] as? String == name })
    }

    /// A setting of a target in each of its configurations: its own, else the project's, with the variables of the xcconfig.
    func settings(_ name: String, of target: Object) throws -> [String: String] {
        let project = try #require(all("PBXProject").first)
        var found: [String: String] = [:]
        for owner in [project, target] {
            let list = try #require((owner["buildConfigurationList"] as? String).flatMap { objects[$0] })
            for configuration in children(list, "buildConfigurations") {
                let settings = configuration["buildSettings"] as? Object ?? [:]
                guard let key = configuration["name"] as? String, let value = settings[name] as? String else {
                    continue
                }
                found[key] = variables.reduce(value) { $0.replacingOccurrences(of: "$(\($1.key))", with: $1.value) }
            }
        }
        return found
    }
}

@Suite("The Xcode project of the sample app") struct SampleProjectTests {
    private let project: SampleProject
    private let app: SampleProject.Object
    private let serviceExtension: SampleProject.Object

    init() throws {
        project = try SampleProject()
        app = try project.target("SampleApp")
        serviceExtension = try project.target("SampleServiceExtension")
    }

    @Test func `every id leads to an object, every reference to a file or folder, and the package to this one`() throws
    {
        let text = try String(
            contentsOf: SampleProject.folder.appendingPathComponent("SampleApp.xcodeproj/project.pbxproj"),
            encoding: .utf8)
        let ids = Set(text.matches(of: #/\b[0-9A-F]{24}\b/#).map { String($0.output) })
        #expect(ids == Set(project.objects.keys))

        let groups = project.all("PBXGroup") + project.all("PBXProject")
        for (isa, isFolder) in [("PBXFileReference", false), ("PBXFileSystemSynchronizedRootGroup", true)] {
            for (id, object) in project.objects where object["isa"] as? String == isa {
                guard object["sourceTree"] as? String == "<group>" else { continue }
                let group = try #require(groups.first { ($0["children"] as? [String])?.contains(id) == true })
                let path = [group["path"] as? String, object["path"] as? String].compactMap(\.self).joined(
                    separator: "/")
                var isDirectory: ObjCBool = false
                let exists = FileManager.default.fileExists(
                    atPath: SampleProject.folder.appendingPathComponent(path).path, isDirectory: &isDirectory)
                #expect(exists && isDirectory.boolValue == isFolder, "\(path)")
            }
        }
        let package = try #require(project.all("XCLocalSwiftPackageReference").first?["relativePath"] as? String)
        let manifest = try String(
            contentsOf: SampleProject.folder.appendingPathComponent("\(package)/Package.swift"), encoding: .utf8)
        for product in project.all("XCSwiftPackageProductDependency") {
            let name = try #require(product["productName"] as? String)
            #expect(manifest.contains(#".library(name: "\#(name)""#))
        }
    }

    @Test func `the extension is built first, embedded, and has the app's deployment target and the prefix of its id`()
        throws
    {
        let proxies = project.children(app, "dependencies").compactMap { $0["target"] as? String }
        #expect(proxies.compactMap { project.objects[$0]?["name"] as? String } == ["SampleServiceExtension"])
        let phases = project.children(app, "buildPhases").filter { $0["isa"] as? String == "PBXCopyFilesBuildPhase" }
        #expect(phases.map { $0["dstSubfolderSpec"] as? String } == ["13"], "the folder of extensions")
        let embedded = phases.flatMap { project.children($0, "files") }.map { $0["fileRef"] as? String }
        #expect(embedded == [serviceExtension["productReference"] as? String])

        let oldest = try project.settings("IPHONEOS_DEPLOYMENT_TARGET", of: app)
        #expect(oldest == ["Debug": "16.0", "Release": "16.0"])
        #expect(try project.settings("IPHONEOS_DEPLOYMENT_TARGET", of: serviceExtension) == oldest)
        let ids = try project.settings("PRODUCT_BUNDLE_IDENTIFIER", of: app)
        #expect(ids == ["Debug": "com.example.sample", "Release": "com.example.sample"])
        #expect(
            try project.settings("PRODUCT_BUNDLE_IDENTIFIER", of: serviceExtension)
                == ids.mapValues { "\($0).NotificationService" })
    }

    @Test func `both targets have the same groups, and the app may get pushes`() throws {
        func plist(_ setting: String, of target: SampleProject.Object) throws -> SampleProject.Object {
            let paths = Set(try project.settings(setting, of: target).values)
            #expect(paths.count == 1)
            return try #require(try SampleProject.propertyList(paths.first ?? ""))
        }
        let entitlements = try plist("CODE_SIGN_ENTITLEMENTS", of: app)
        let others = try plist("CODE_SIGN_ENTITLEMENTS", of: serviceExtension)
        #expect(entitlements["aps-environment"] as? String == "development")
        for (key, prefix) in [
            ("com.apple.security.application-groups", "group."), ("keychain-access-groups", "$(AppIdentifierPrefix)"),
        ] {
            #expect(entitlements[key] as? [String] == ["\(prefix)$(SAMPLE_BUNDLE_ID)"])
            #expect(others[key] as? [String] == entitlements[key] as? [String])
        }
        #expect(
            try plist("INFOPLIST_FILE", of: app)["UIBackgroundModes"] as? [String] == ["remote-notification", "voip"])
        let point = try plist("INFOPLIST_FILE", of: serviceExtension)["NSExtension"] as? [String: String]
        #expect(point?["NSExtensionPointIdentifier"] == "com.apple.usernotifications.service")
        #expect(point?["NSExtensionPrincipalClass"] == "$(PRODUCT_MODULE_NAME).NotificationService")
    }
}
