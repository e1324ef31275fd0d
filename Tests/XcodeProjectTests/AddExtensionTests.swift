import Foundation
import TestSupport
import Testing

@testable import XcodeProject

@Suite struct AddExtensionTests {
    private static let entitlements = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <!-- ours -->
        <dict>
            <key>com.apple.security.application-groups</key>
            <array>
                <string>group.com.example.old</string>
            </array>
            <key>aps-environment</key>
            <string>production</string>
        </dict>
        </plist>
        """

    @Test(.rows("N33", "N35"))
    func `a classic project gets a target that is built, embedded and signed as the app is, in every configuration`()
        throws
    {
        let scratch = try Scratch("Classic", ["Letterbox/Letterbox.entitlements": Self.entitlements])
        let plan = try scratch.add()
        #expect(plan.action == .add)
        #expect(plan.notes.isEmpty)
        let file = try scratch.project()
        let target = try file.target("NotificationServiceExtension")
        let app = try file.target("Letterbox")
        #expect(target.string("productType") == "com.apple.product-type.app-extension")

        let phases = file.objects("buildPhases", of: app)
        #expect(
            phases.map(\.isa.description)
                == ["Sources", "Frameworks", "Resources", "CopyFiles", "ShellScript"].map { "PBX\($0)BuildPhase" })
        let embedded = file.objects("files", of: phases[3])
        #expect(phases[3].string("dstSubfolderSpec") == "13")
        #expect(phases[3].name == "Embed Foundation Extensions")
        #expect(embedded.map { $0.string("fileRef") } == [target.string("productReference")])
        #expect(embedded.first?.node["settings"]?["ATTRIBUTES"]?.items?.compactMap(\.string) == ["RemoveHeadersOnCopy"])
        let dependency = try #require(file.objects("dependencies", of: app).first)
        #expect(dependency.string("target") == target.id)
        #expect(try file.object("targetProxy", of: dependency).string("remoteGlobalIDString") == target.id)

        let sources = file.objects("buildPhases", of: target).flatMap { file.objects("files", of: $0) }
            .compactMap { $0.string("fileRef").flatMap { file[$0]?.name } }
        #expect(sources == ["NotificationService.swift"])
        for (name, product) in [("Letterbox", "Tidings"), ("NotificationServiceExtension", "TidingsServiceExtension")] {
            let products = file.objects("packageProductDependencies", of: try file.target(name))
            #expect(products.map { $0.string("productName") } == [product])
            #expect(
                products.compactMap { $0.string("package").flatMap { file[$0]?.string("relativePath") } } == ["tidings"]
            )
            let linked = file.objects("buildPhases", of: try file.target(name)).flatMap {
                file.objects("files", of: $0)
            }
            #expect(linked.contains { $0.string("productRef") == products.first?.id })
        }

        let names = ["Debug", "Release", "Staging"]
        for key in [
            "DEVELOPMENT_TEAM", "MARKETING_VERSION", "CURRENT_PROJECT_VERSION", "CODE_SIGN_STYLE", "SWIFT_VERSION",
            "TARGETED_DEVICE_FAMILY",
            "CODE_SIGN_IDENTITY[sdk=iphoneos*]",
        ] {
            #expect(try file.settings(key, of: target) == file.settings(key, of: app), "\(key)")
            #expect(try file.settings(key, of: target).keys.sorted() == names, "\(key)")
        }
        #expect(try file.settings("IPHONEOS_DEPLOYMENT_TARGET", of: target).isEmpty, "the project sets it for both")
        #expect(
            try file.settings("PRODUCT_BUNDLE_IDENTIFIER", of: target) == [
                "Debug": "com.example.letterbox.dev.NotificationService",
                "Release": "com.example.letterbox.NotificationService",
                "Staging": "com.example.letterbox.staging.NotificationService",
            ])
        #expect(plan.bundleIDs == (try file.settings("PRODUCT_BUNDLE_IDENTIFIER", of: target)))
    }

    @Test(.rows("N33"))
    func `app and extension get the same groups, and the app's file keeps what it has`() throws {
        let scratch = try Scratch("Classic", ["Letterbox/Letterbox.entitlements": Self.entitlements])
        try scratch.add()
        let text = try scratch.read("Letterbox/Letterbox.entitlements")
        #expect(
            text
                == Self.entitlements.replacing(
                    "old</string>\n",
                    with: "old</string>\n        <string>group.$(PRODUCT_BUNDLE_IDENTIFIER)</string>\n"
                ).replacing(
                    "</dict>",
                    with: """
                            <key>keychain-access-groups</key>
                            <array>
                                <string>$(AppIdentifierPrefix)$(PRODUCT_BUNDLE_IDENTIFIER)</string>
                            </array>
                        </dict>
                        """))
        let rights = try scratch.list("NotificationServiceExtension/NotificationServiceExtension.entitlements")
        #expect(rights[Entitlements.appGroups] as? [String] == ["group.$(TIDINGS_APP_IDENTIFIER)"])
        #expect(rights[Entitlements.keychainGroups] as? [String] == ["$(AppIdentifierPrefix)$(TIDINGS_APP_IDENTIFIER)"])
        let file = try scratch.project()
        #expect(
            try file.settings("TIDINGS_APP_IDENTIFIER", of: file.target("NotificationServiceExtension"))
                == file.settings("PRODUCT_BUNDLE_IDENTIFIER", of: file.target("Letterbox")))
        let list = try scratch.list("NotificationServiceExtension/Info.plist")["NSExtension"] as? [String: String]
        #expect(
            list == [
                "NSExtensionPointIdentifier": "com.apple.usernotifications.service",
                "NSExtensionPrincipalClass": "$(PRODUCT_MODULE_NAME).NotificationService",
            ])
        #expect(
            try scratch.read("NotificationServiceExtension/NotificationService.swift")
                .contains("\nfinal class NotificationService: TidingsNotificationService {}\n"))
    }

    @Test(.rows("N35"))
    func `a project with synchronized folders gets one, with the property list as its exception`() throws {
        let scratch = try Scratch("Synchronized", ["Tramway/App.swift": ""])
        try scratch.add { $0.appGroup = "group.com.example.shared" }
        let file = try scratch.project()
        let target = try file.target("NotificationServiceExtension")
        let folder = try #require(file.objects("fileSystemSynchronizedGroups", of: target).first)
        #expect(folder.string("path") == "NotificationServiceExtension")
        let exceptions = try #require(file.objects("exceptions", of: folder).first)
        #expect(exceptions.strings("membershipExceptions") == ["Info.plist"])
        #expect(exceptions.string("target") == target.id)
        #expect(
            file.objects("buildPhases", of: target).allSatisfy { phase in
                phase.isa != "PBXSourcesBuildPhase" || phase.strings("files").isEmpty
            })
        #expect(try file.settings("SWIFT_DEFAULT_ACTOR_ISOLATION", of: target)["Release"] == "nonisolated")

        // The app had no entitlements: they lie in its folder, where Xcode finds them, and both configurations name them.
        #expect(try scratch.list("Tramway/Tramway.entitlements")["aps-environment"] as? String == "development")
        #expect(
            try file.settings("CODE_SIGN_ENTITLEMENTS", of: file.target("Tramway"))
                == ["Debug": "Tramway/Tramway.entitlements", "Release": "Tramway/Tramway.entitlements"])
        #expect(!file.objects.contains { $0.isa == "PBXFileReference" && $0.name == "Tramway.entitlements" })
        #expect(
            try scratch.list("Tramway/Tramway.entitlements")[Entitlements.appGroups] as? [String] == [
                "group.com.example.shared"
            ])
        #expect(
            try scratch.read("NotificationServiceExtension/NotificationService.swift")
                .contains("override var appGroup: String? { \"group.com.example.shared\" }"))
    }

    @Test(.rows("N31", "N35"))
    func `variables of the app are filled in, and the embed phase stands before the scripts that read the app`() throws
    {
        let scratch = try Scratch("CocoaPods", ["Ferry/Info.plist": Self.infoList])
        let plan = try scratch.add { $0.usesPods = false }
        let file = try scratch.project()
        let target = try file.target("NotificationServiceExtension")
        #expect(
            try file.settings("PRODUCT_BUNDLE_IDENTIFIER", of: target)
                == [
                    "Debug": "org.example.Ferry-Line.NotificationService",
                    "Release": "org.example.Ferry-Line.NotificationService",
                ])
        let phases = file.objects("buildPhases", of: try file.target("Ferry")).map { $0.name ?? $0.isa }
        #expect(
            phases == [
                "[CP] Check Pods Manifest.lock", "PBXSourcesBuildPhase", "PBXFrameworksBuildPhase",
                "PBXResourcesBuildPhase",
                "Embed Foundation Extensions", "Bundle JavaScript", "[CP] Embed Pods Frameworks",
                "[CP-User] [RNFB] Core Configuration",
            ])
        // The versions are in the app's property list.
        #expect(try file.settings("MARKETING_VERSION", of: target)["Release"] == "4.5.6")
        #expect(try file.settings("CURRENT_PROJECT_VERSION", of: target)["Debug"] == "77")
        #expect(plan.notes.contains { $0.code == "version_in_property_list" })
        #expect(
            file.objects.contains { $0.name == "Ferry.entitlements" && $0.string("path") == "Ferry/Ferry.entitlements" }
        )
    }

    private static let infoList = """
        <plist version="1.0"><dict><key>CFBundleShortVersionString</key><string>4.5.6</string>
        <key>CFBundleVersion</key><string>77</string></dict></plist>
        """

    @Test(.rows("N31"))
    func
        `a variable of the project's stays, one that nobody knows stays with a warning, and a file of settings is read`()
        throws
    {
        let scratch = try Scratch(
            "Synchronized", ["Config/Base.xcconfig": "#include \"More.xcconfig\"\n// x\nTEAM = ABC // y\n"])
        try scratch.write(
            "Config/More.xcconfig",
            "SUFFIX = .$(BETA:lower)\nBETA = $(STAGE)\nDEVELOPMENT_TEAM[sdk=iphoneos*] = $(TEAM)\n")
        var text = try scratch.read("App.xcodeproj/project.pbxproj")
        text = text.replacing(
            "SDKROOT = iphoneos;",
            with: "SDKROOT = iphoneos;\n\t\t\t\tBASE_ID = com.example.base;\n\t\t\t\tSTAGE = Beta;")
        text = text.replacing("= com.example.Tramway;", with: "= \"$(BASE_ID)$(SUFFIX)$(ELSEWHERE)\";")
        text = text.replacing(
            "isa = XCBuildConfiguration;\n\t\t\tbuildSettings = {\n\t\t\t\tCODE_SIGN_STYLE",
            with:
                "isa = XCBuildConfiguration;\n\t\t\tbaseConfigurationReferenceAnchor = 0DDBA11E0000000000000008;\n\t\t\t"
                + "baseConfigurationReferenceRelativePath = ../Config/Base.xcconfig;\n\t\t\tbuildSettings = {\n\t\t\t\tCODE_SIGN_STYLE"
        )
        try scratch.write("App.xcodeproj/project.pbxproj", text)
        try scratch.write("Tramway/App.swift", "")
        let plan = try scratch.add()
        let file = try scratch.project()
        let target = try file.target("NotificationServiceExtension")
        #expect(
            try file.settings("PRODUCT_BUNDLE_IDENTIFIER", of: target)["Debug"]
                == "$(BASE_ID).beta$(ELSEWHERE).NotificationService")
        #expect(plan.bundleIDs["Debug"] == "com.example.base.beta$(ELSEWHERE).NotificationService")
        #expect(plan.notes.contains { $0.code == "unknown_variable" && $0.text.contains("ELSEWHERE") })
        #expect(try file.settings("DEVELOPMENT_TEAM[sdk=iphoneos*]", of: target)["Debug"] == "ABC")
    }

    @Test(.rows("N31"))
    func `of several apps one has to be named, and those of a Mac are no candidates`() throws {
        let scratch = try Scratch("SeveralApps")
        let error = #expect(throws: ProjectError.self) { try scratch.add() }
        #expect(error?.code == .severalApps)
        #expect(error?.description.contains("Market, Market Pro.") == true)
        let wrong = #expect(throws: ProjectError.self) { try scratch.add { $0.appTarget = "MarketMac" } }
        #expect(wrong?.code == .unknownApp)
        let plan = try scratch.add { $0.appTarget = "Market Pro" }
        #expect(plan.bundleIDs["Debug"] == "com.example.Market-Pro.NotificationService")
        #expect(code { try scratch.add { $0.appTarget = "Market" } } == "target_exists")
    }

    @Test(.rows("N31"))
    func `a folder, a project, a workspace and the folder ios are found, and what is missing is told`() throws {
        let scratch = try Scratch("Classic")
        let files = FileManager.default
        #expect(try ProjectLocation.projects(at: scratch.folder.path + "/App.xcodeproj").count == 1)
        #expect(try ProjectLocation.projects(at: scratch.folder.path + "/App.xcodeproj/project.pbxproj").count == 1)
        try scratch.write("Other.xcodeproj/project.pbxproj", try Fixture.bytes("Synchronized"))
        try scratch.write("Pods/Pods.xcodeproj/project.pbxproj", [])
        try scratch.write(
            "All.xcworkspace/contents.xcworkspacedata",
            "<Workspace><FileRef location = \"group:Other.xcodeproj\"/><FileRef location = \"group:Pods/Pods.xcodeproj\"/></Workspace>"
        )
        #expect(
            try ProjectLocation.projects(at: scratch.folder.path + "/All.xcworkspace").map(\.name) == [
                "Other.xcodeproj"
            ])
        let error = #expect(throws: ProjectError.self) { try scratch.add() }
        #expect(error?.description.contains("Letterbox (App.xcodeproj), Tramway (Other.xcodeproj)") == true)
        let parent = scratch.folder.appendingPathComponent("up")
        try files.createDirectory(at: parent, withIntermediateDirectories: true)
        #expect(code { _ = try ProjectLocation.projects(at: parent.path) } == "no_project")
        #expect(code { _ = try ProjectLocation.projects(at: parent.path + "/none") } == "no_project")
        try files.createDirectory(at: parent.appendingPathComponent("ios"), withIntermediateDirectories: true)
        try files.moveItem(
            at: scratch.folder.appendingPathComponent("Other.xcodeproj"),
            to: parent.appendingPathComponent("ios/Other.xcodeproj"))
        #expect(try ProjectLocation.projects(at: parent.path).map(\.root.lastPathComponent) == ["ios"])
    }

    @Test(
        .rows("N30"),
        arguments: [
            ("a b", ".x", nil), ("x/../y", ".x", nil), ("", ".x", nil), ("-x", ".x", nil), (".x", ".x", nil),
            ("a\"", ".x", nil),
            ("TidingsServiceExtension", ".x", nil), ("a", "x", nil), ("a", ".x.y", nil), ("a", ".", nil),
            ("a", ".x;", nil),
            ("a", ".x", "com.example"), ("a", ".x", "group.a\" b"),
        ] as [(String, String, String?)])
    func `names are checked before anything is read`(name: String, suffix: String, group: String?) {
        var request = SetupRequest(source: .repository("https://example.com/x", .version("1.0.0")))
        request.targetName = name
        request.bundleSuffix = suffix
        request.appGroup = group
        #expect(code { try request.check() } == "invalid_name")
    }

    @Test func `a package is a checkout, or an address with a version, a branch or a commit`() throws {
        let here = URL(fileURLWithPath: "/")
        func source(_ text: String) throws -> SetupRequest.Source { try SetupRequest.Source(text, relativeTo: here) }
        #expect(
            try source("https://example.com/a/tidings.git@1.2.3")
                == .repository("https://example.com/a/tidings.git", .version("1.2.3")))
        #expect(
            try source("git@example.com:a/tidings@main") == .repository("git@example.com:a/tidings", .branch("main")))
        let commit = String(repeating: "a1", count: 20)
        #expect(
            try source("ssh://git@example.com/a@\(commit)") == .repository("ssh://git@example.com/a", .revision(commit))
        )
        for wrong in [
            "https://example.com/a", "https://u:p@example.com/a@1.0.0", "https://example.com/a@",
            "https://example.com/\"@1.0.0", "nowhere", "git@example.com:a",
        ] {
            #expect(code { _ = try source(wrong) } == "invalid_package", "\(wrong)")
        }
        let scratch = try Scratch("Classic")
        try scratch.add { $0.source = .repository("https://example.com/a/tidings.git", .version("1.2.3")) }
        let text = try scratch.read("App.xcodeproj/project.pbxproj")
        #expect(
            text.contains(
                " /* XCRemoteSwiftPackageReference \"tidings\" */ = {\n\t\t\tisa = XCRemoteSwiftPackageReference;\n\t\t\trepositoryURL = \"https://example.com/a/tidings.git\";\n\t\t\trequirement = {\n\t\t\t\tkind = upToNextMajorVersion;\n\t\t\t\tminimumVersion = 1.2.3;\n\t\t\t};\n"
            ))
    }

    @Test(.rows("N32"))
    func `a target or folder of that name that is not ours is left alone`() throws {
        let scratch = try Scratch("Classic")
        #expect(code { try scratch.add { $0.targetName = "LetterboxTests" } } == "target_exists")
        try scratch.write("Mine/NotificationService.swift", "// mine\n")
        #expect(code { try scratch.add { $0.targetName = "Mine" } } == "folder_exists")
        let plan = try scratch.add {
            $0.targetName = "Mine"
            $0.force = true
        }
        #expect(plan.notes.map(\.code).contains("file_kept"))
        #expect(try scratch.read("Mine/NotificationService.swift") == "// mine\n")
    }

    @Test(.rows("N37"))
    func `an app below the client's oldest system, and one that is signed by hand, are told so`() throws {
        let scratch = try Scratch("Classic")
        var text = try scratch.read("App.xcodeproj/project.pbxproj")
        text = text.replacing("IPHONEOS_DEPLOYMENT_TARGET = 16.0", with: "IPHONEOS_DEPLOYMENT_TARGET = 15.4")
        try scratch.write(
            "App.xcodeproj/project.pbxproj",
            text.replacing("CODE_SIGN_STYLE = Automatic", with: "CODE_SIGN_STYLE = Manual"))
        let codes = try scratch.add().notes.map(\.code)
        #expect(
            codes.contains("deployment_target_too_low") && codes.contains("manual_signing")
                && codes.contains("entitlements_missing"))
    }
}
