import Foundation
import TestSupport
import Testing

@testable import XcodeProject

@Suite struct RepeatAndRemoveTests {
    private static let foreignList = """
        <plist version="1.0"><dict><key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>
        <string>com.apple.usernotifications.service</string></dict></dict></plist>
        """

    private func scratch(_ fixture: String) throws -> Scratch {
        try Scratch(fixture, ["Letterbox/Letterbox.entitlements": text(Array(ExtensionFiles.emptyEntitlements.utf8))])
    }

    @Test(.rows("N32", "N36"), arguments: Fixture.own)
    func `a second run does nothing, and taking away restores every byte`(fixture: String) throws {
        let scratch = try scratch(fixture)
        let before = try scratch.tree()
        let options: (inout SetupRequest) -> Void = { request in
            request.force = fixture == "ExtensionThere"
            request.appTarget = fixture == "SeveralApps" ? "Market" : nil
        }
        #expect(try !scratch.add(options).changes.isEmpty)
        let after = try scratch.tree()
        #expect(before != after)
        let again = try scratch.add { $0.appTarget = fixture == "SeveralApps" ? "Market" : nil }
        #expect(again.action == .nothing && again.changes.isEmpty)
        let forced = try scratch.add {
            options(&$0)
            $0.force = true
        }
        #expect(forced.changes.isEmpty, "made anew it is the same")
        #expect(try scratch.remove(fixture == "SeveralApps" ? "Market" : nil).action == .remove)
        #expect(try scratch.tree() == before)
        #expect(try scratch.remove(fixture == "SeveralApps" ? "Market" : nil).action == .nothing)
    }

    /// Each project there is, whichever app is its first.
    @Test(arguments: Fixture.all)
    func `what is added to a project leaves every other line as it is, and can be read by others`(url: URL) throws {
        let scratch = try Scratch("Classic")
        let bytes = [UInt8](try Data(contentsOf: url))
        try scratch.write("App.xcodeproj/project.pbxproj", bytes)
        let name = try scratch.locations.first.flatMap { location in
            try ProjectFile(contentsOf: location.file).targets.first {
                $0.string("productType") == "com.apple.product-type.application"
            }
        }?.name
        let before = try scratch.tree()
        let plan = try scratch.add {
            $0.appTarget = name
            $0.force = true
        }
        guard plan.action != .nothing else { return }
        let after = try scratch.project().bytes
        let gone = LineDifference(bytes, after).hunks.flatMap { $0.old }
        #expect(gone.isEmpty, "only lines are added")
        let (old, new) = (try #require(try foundation(bytes)), try #require(try foundation(after)))
        let objects = try #require(old["objects"] as? [String: NSDictionary])
        let now = try #require(new["objects"] as? [String: NSDictionary])
        let changed = objects.filter { now[$0.key] != $0.value }.compactMap { $0.value["isa"] as? String }
        #expect(
            Set(changed).isSubset(of: [
                "PBXProject", "PBXGroup", "PBXNativeTarget", "PBXFrameworksBuildPhase", "XCBuildConfiguration",
                "PBXCopyFilesBuildPhase",
            ]))
        try scratch.remove(name)
        #expect(try scratch.tree() == before)
    }

    @Test(.rows("N32"))
    func `other options need force, and then the extension is made anew with them`() throws {
        let scratch = try scratch("Classic")
        let before = try scratch.tree()
        try scratch.add()
        #expect(code { try scratch.add { $0.bundleSuffix = ".Push" } } == "differs")
        let plan = try scratch.add {
            $0.bundleSuffix = ".Push"
            $0.targetName = "Push"
            $0.force = true
        }
        #expect(plan.action == .update)
        let file = try scratch.project()
        #expect(file.targets.map(\.name) == ["Letterbox", "LetterboxTests", "Push"])
        #expect(
            try file.settings("PRODUCT_BUNDLE_IDENTIFIER", of: file.target("Push"))["Release"]
                == "com.example.letterbox.Push")
        #expect(try scratch.tree()["NotificationServiceExtension"] == nil)
        try scratch.remove()
        #expect(try scratch.tree() == before)
    }

    @Test(.rows("N36"))
    func `a class that was edited since is kept, whether the rest is made anew or goes`() throws {
        let scratch = try scratch("Classic")
        try scratch.add()
        let path = "NotificationServiceExtension/NotificationService.swift"
        try scratch.write(path, "// edited\n")
        let plan = try scratch.add {
            $0.bundleSuffix = ".Push"
            $0.force = true
        }
        #expect(plan.notes.contains { $0.code == "file_kept" })
        #expect(try scratch.read(path) == "// edited\n")
        try scratch.remove()
        #expect(try scratch.read(path) == "// edited\n")
        #expect(try scratch.project().targets.count == 2)
    }

    @Test(.rows("N36"))
    func `taking away after other edits takes only what was added`() throws {
        let scratch = try scratch("Classic")
        let original = try scratch.read("App.xcodeproj/project.pbxproj")
        let rights = try scratch.read("Letterbox/Letterbox.entitlements")
        try scratch.add()
        // Somebody works on in Xcode: the app is renamed, the extension gets a file and a configuration setting.
        func edited(_ text: String) -> String {
            text.replacing("LastUpgradeCheck = 1430", with: "LastUpgradeCheck = 2600").replacing(
                "MARKETING_VERSION = 3.1.4", with: "MARKETING_VERSION = 3.2")
        }
        var text = edited(try scratch.read("App.xcodeproj/project.pbxproj"))
        let build =
            "\t\tFF0000000000000000000001 /* More.swift in Sources */ = {isa = PBXBuildFile; fileRef = FF0000000000000000000002 /* More.swift */; };\n"
        let reference =
            "\t\tFF0000000000000000000002 /* More.swift */ = {isa = PBXFileReference; lastKnownFileType = sourcecode.swift; path = More.swift; sourceTree = \"<group>\"; };\n"
        text = text.replacing("/* End PBXBuildFile section */", with: build + "/* End PBXBuildFile section */")
        text = text.replacing(
            "/* End PBXFileReference section */", with: reference + "/* End PBXFileReference section */")
        let file = try scratch.project()
        let target = try file.target("NotificationServiceExtension")
        let own = try #require(file.objects("buildPhases", of: target).first?.strings("files").first)
        let source = try #require(file[own]?.string("fileRef"))
        text = text.replacing(
            "\(own) /* NotificationService.swift in Sources */,\n",
            with:
                "\(own) /* NotificationService.swift in Sources */,\n\t\t\t\tFF0000000000000000000001 /* More.swift in Sources */,\n"
        )
        text = text.replacing(
            "\(source) /* NotificationService.swift */,\n",
            with: "\(source) /* NotificationService.swift */,\n\t\t\t\tFF0000000000000000000002 /* More.swift */,\n")
        try scratch.write("App.xcodeproj/project.pbxproj", text)
        try scratch.write(
            "Letterbox/Letterbox.entitlements",
            try scratch.read("Letterbox/Letterbox.entitlements").replacing(
                "<dict>\n", with: "<dict>\n\t<key>x</key>\n\t<true/>\n"))

        try scratch.remove()
        #expect(try scratch.read("App.xcodeproj/project.pbxproj") == edited(original))
        #expect(
            try scratch.read("Letterbox/Letterbox.entitlements")
                == rights.replacing("<dict>\n", with: "<dict>\n\t<key>x</key>\n\t<true/>\n"))
        #expect(try scratch.tree()["NotificationServiceExtension"] == nil)
    }

    @Test func `without its record an addition is known by its ids`() throws {
        let scratch = try scratch("Classic")
        let original = try scratch.read("App.xcodeproj/project.pbxproj")
        try scratch.add()
        try FileManager.default.removeItem(
            at: scratch.folder.appendingPathComponent("App.xcodeproj/\(SetupRecord.name)"))
        let plan = try scratch.remove()
        #expect(plan.notes.contains { $0.code == "no_record" })
        #expect(try scratch.tree()["NotificationServiceExtension"] == nil)
        let left = try scratch.read("App.xcodeproj/project.pbxproj").replacing(
            /\t\t\tpackageProductDependencies = \(\n\t\t\t\);\n/, with: "")
        #expect(left == original)
    }

    @Test(.rows("N31", "N36"))
    func `two apps of a project have an extension each, and each goes without the other, in any order`() throws {
        for first in ["Market", "Market Pro"] {
            let scratch = try Scratch("SeveralApps")
            let before = try scratch.tree()
            try scratch.add { $0.appTarget = "Market" }
            try scratch.add {
                $0.appTarget = "Market Pro"
                $0.targetName = "ProService"
            }
            let file = try scratch.project()
            for (app, service) in [("Market", "NotificationServiceExtension"), ("Market Pro", "ProService")] {
                let dependencies = file.objects("dependencies", of: try file.target(app)).map { $0.string("target") }
                #expect(dependencies == [try file.target(service).id])
            }
            #expect(file.objects.filter { $0.isa == "XCLocalSwiftPackageReference" }.count == 1)
            #expect(try scratch.add { $0.appTarget = "Market" }.action == .nothing)
            try scratch.remove(first)
            #expect(try scratch.project().targets.count == 4)
            #expect(try scratch.project().objects.filter { $0.isa == "XCLocalSwiftPackageReference" }.count == 1)
            try scratch.remove(first == "Market" ? "Market Pro" : "Market")
            let after = try scratch.tree()
            #expect(after.keys.sorted() == before.keys.sorted())
            // The package was the first one's; the second took it over.
            #expect(try foundation(try scratch.project().bytes) == foundation(try Fixture.bytes("SeveralApps")))
        }
    }

    @Test func `without its record it is still known, and made anew with force`() throws {
        for pods in [false, true] {
            let scratch = try Scratch("CocoaPods", ["Podfile": "target 'Ferry' do\nend\n", "Ferry/Info.plist": ""])
            try scratch.add { $0.usesPods = pods }
            let record = scratch.folder.appendingPathComponent("App.xcodeproj/\(SetupRecord.name)")
            try FileManager.default.removeItem(at: record)
            #expect(try scratch.add().action == .nothing)
            let plan = try scratch.add {
                $0.usesPods = pods
                $0.bundleSuffix = ".Push"
                $0.force = true
            }
            #expect(plan.action == .update)
            #expect(try scratch.project().targets.count == 2)
            #expect(try scratch.read("Podfile").ranges(of: "TidingsServiceExtension").count == (pods ? 1 : 0))
            #expect(FileManager.default.fileExists(atPath: record.path))
        }
    }

    @Test func `a record that is damaged is an error, not a second addition`() throws {
        let scratch = try scratch("Classic")
        try scratch.add()
        try scratch.write("App.xcodeproj/\(SetupRecord.name)", "{")
        #expect(code { try scratch.add() } == "unreadable_record")
        #expect(code { try scratch.remove() } == "unreadable_record")
    }

    @Test(.rows("N32"))
    func `an extension of another provider stops the run, and with force is linked and given the groups`() throws {
        let scratch = try Scratch(
            "ExtensionThere",
            [
                "OneSignalNotificationServiceExtension/Info.plist": Self.foreignList,
                "OneSignalNotificationServiceExtension/NotificationService.swift": "// theirs\n",
            ])
        let error = #expect(throws: ProjectError.self) { try scratch.add() }
        #expect(error?.code == .extensionExists)
        #expect(error?.description.contains("OneSignalNotificationServiceExtension") == true)
        #expect(error?.line != nil)
        let plan = try scratch.add { $0.force = true }
        #expect(plan.action == .adopt)
        #expect(plan.notes.contains { $0.code == "code_left_alone" })
        let file = try scratch.project()
        #expect(file.targets.count == 2)
        let target = try file.target("OneSignalNotificationServiceExtension")
        #expect(
            file.objects("packageProductDependencies", of: target).map { $0.string("productName") } == [
                "TidingsServiceExtension"
            ])
        let path = try #require(try file.settings("CODE_SIGN_ENTITLEMENTS", of: target)["Debug"])
        #expect(try scratch.list(path)[Entitlements.appGroups] as? [String] == ["group.com.example.harbour"])
        #expect(try scratch.list(path)["aps-environment"] == nil)
        #expect(try scratch.read("OneSignalNotificationServiceExtension/NotificationService.swift") == "// theirs\n")
    }

    @Test func `another kind of extension is in nobody's way`() throws {
        let scratch = try Scratch(
            "ExtensionThere",
            [
                "OneSignalNotificationServiceExtension/Info.plist": Self.foreignList.replacing(
                    "usernotifications.service", with: "widgetkit-extension")
            ])
        let plan = try scratch.add()
        #expect(plan.action == .add)
        let file = try scratch.project()
        let phases = file.objects("buildPhases", of: try file.target("Harbour")).filter {
            $0.string("dstSubfolderSpec") == "13"
        }
        #expect(phases.count == 1, "the phase that is there embeds both")
        #expect(phases.first?.strings("files").count == 2)
    }

    @Test func `an extension of ours that was made by hand is enough`() throws {
        let scratch = try Scratch("Classic")
        try scratch.write(
            "App.xcodeproj/project.pbxproj",
            [UInt8](try Data(contentsOf: try #require(Fixture.all.first { $0.path.contains("SampleApp") }))))
        let plan = try scratch.add()
        #expect(plan.action == .nothing)
        #expect(plan.target == "SampleServiceExtension")
    }
}
