import Foundation
import TestSupport
import Testing

@testable import XcodeProject

/// Holds the podspecs to Package.swift, as nothing here runs CocoaPods.
@Suite struct PodspecTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Modules that tools have, and no app.
    private static let notOfTheClient = ["Spawning", "Payloads"]

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// The pods by name: their modules, and the pods they need.
    private static func podspecs() throws -> [String: (folder: String, needs: [String])] {
        let folders = try Dictionary(
            uniqueKeysWithValues: text("scripts/podspec.rb").matches(of: /'(\w+)' => '(\w+\/\w+)'/).map {
                (String($0.1), String($0.2))
            })
        let names = try FileManager.default.contentsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".podspec") }
        var found: [String: (String, [String])] = [:]
        for file in names {
            let call = try #require(
                try text(file).firstMatch(of: /tidings_podspec\('(\w+)', '[^']+', %w\[([^\]]*)\]\)/))
            #expect(file == "\(call.1).podspec")
            found[String(call.1)] = (
                try #require(folders[String(call.1)]), call.2.split(separator: " ").map(String.init)
            )
        }
        #expect(Set(folders.keys) == Set(found.keys))
        return found
    }

    @Test(.rows("N34", "N37"))
    func `each module of the client has a pod with the folder and the dependencies of the package`() throws {
        let pods = try Self.podspecs()
        let pod = { (module: String) in pods.first { $0.value.folder.hasSuffix("/\(module)") }?.key }
        let manifest = try Self.text("Package.swift")
        let targets = manifest.matches(of: /library\(\s*"(\w+)", "(\w+)"(?:,\s*(\[[^\]]*\]))?/)
        var count = 0
        for target in targets
        where ["System", "Shared", "Client"].contains(target.1) && !Self.notOfTheClient.contains(String(target.2)) {
            count += 1
            let name = try #require(pod(String(target.2)), "\(target.2) has no podspec")
            #expect(pods[name]?.folder == "\(target.1)/\(target.2)")
            let needs = (target.3 ?? "").matches(of: /"(\w+)"/).compactMap { pod(String($0.1)) }
            #expect(Set(pods[name]?.needs ?? []) == Set(needs), "\(name)")
            let folder = Self.root.appendingPathComponent("Sources/\(target.1)/\(target.2)")
            #expect(FileManager.default.fileExists(atPath: folder.path))
        }
        #expect(count == pods.count)
    }

    @Test(.rows("N34"))
    func `what is written into a Podfile is what is needed, with what that needs`() throws {
        let pods = try Self.podspecs()
        func closure(_ name: String) -> Set<String> {
            Set([name]).union((pods[name]?.needs ?? []).flatMap(closure))
        }
        #expect(Set(Pods.ofExtension) == closure("TidingsServiceExtension"))
        #expect(Set(Pods.ofApp) == closure("Tidings"))
    }

    @Test func `the settings are those of the package`() throws {
        let helper = try Self.text("scripts/podspec.rb")
        let manifest = try Self.text("Package.swift")
        for feature in manifest.matches(of: /enableUpcomingFeature\("(\w+)"\)/)
        where feature.1 != "NonisolatedNonsendingByDefault" {
            #expect(helper.contains(String(feature.1)))
        }
        #expect(helper.contains("deployment_target = '16.0'") && manifest.contains(".iOS(.v16)"))
        #expect(helper.contains("-package-name tidings") && manifest.contains("name: \"tidings\""))
        let version = try Self.text("Sources/CommandLine/TidingsCommands/Version/VersionCommand.swift")
        let current = try #require(version.firstMatch(of: /current = "([0-9.]+)"/))
        #expect(helper.contains("spec.version = '\(current.1)'"))
    }
}
