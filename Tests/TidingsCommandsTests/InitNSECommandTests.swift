import Foundation
import TestSupport
import Testing

@testable import TidingsCommands

@Suite struct InitNSECommandTests {
    /// A folder with a project; the caller removes it.
    private static func project(_ fixture: String) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-init-\(UUID().uuidString)")
            .resolvingSymlinksInPath()
        let bundle = folder.appendingPathComponent("App.xcodeproj")
        try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
        let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("XcodeProjectTests/Fixtures/\(fixture).pbxproj")
        try FileManager.default.copyItem(at: fixtures, to: bundle.appendingPathComponent("project.pbxproj"))
        return folder
    }

    private static func files(_ folder: URL) -> [String] {
        (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []).sorted()
    }

    @Test(.rows("N30", "N32"))
    func `a dry run shows the change and writes nothing, then it is made, once, and taken back`() async throws {
        let folder = try Self.project("Classic")
        defer { try? FileManager.default.removeItem(at: folder) }
        let before = Self.files(folder)
        let dry = await tool("init-nse", "--path", folder.path, "--dry-run")
        #expect(dry.exit == .done)
        #expect(dry.out.contains("--- a/App.xcodeproj/project.pbxproj\n+++ b/App.xcodeproj/project.pbxproj\n@@ "))
        #expect(dry.out.contains("+final class NotificationService: TidingsNotificationService {}\n"))
        #expect(dry.error.contains("would change \(folder.path)/App.xcodeproj/project.pbxproj\n"))
        #expect(
            dry.error.contains("NotificationServiceExtension (Release): com.example.letterbox.NotificationService\n"))
        #expect(Self.files(folder) == before)

        let made = await tool("init-nse", "--path", folder.path)
        #expect(made.exit == .done)
        #expect(made.out.contains("made \(folder.path)/NotificationServiceExtension/Info.plist\n"))
        let again = await tool("init-nse", "--path", folder.path)
        #expect(again.exit == .done)
        #expect(again.out.isEmpty)
        #expect(again.error.contains("has the extension NotificationServiceExtension already"))
        let gone = await tool("init-nse", "--path", folder.path, "--remove")
        #expect(gone.exit == .done)
        #expect(Self.files(folder) == before)
    }

    @Test(.rows("N30"))
    func `programs get the change as JSON, and mistakes a line with a code and exit 1`() async throws {
        let folder = try Self.project("SeveralApps")
        defer { try? FileManager.default.removeItem(at: folder) }
        let several = await tool("init-nse", "--path", folder.path)
        #expect(several.exit == .mistake)
        #expect(several.error.contains("Market, Market Pro") && several.error.contains("[several_apps]"))
        let report = await tool("init-nse", "--path", folder.path, "--app-target", "Market", "--json", "--dry-run")
        let values = try #require(try JSONSerialization.jsonObject(with: Data(report.out.utf8)) as? [String: Any])
        #expect(values["action"] as? String == "add")
        #expect(values["dryRun"] as? Bool == true)
        #expect((values["files"] as? [[String: Any]])?.allSatisfy { $0["diff"] is String } == true)
        for words in [
            ["--target-name", "a;b"], ["--bundle-suffix", "x"], ["--package", "https://example.com/a"],
            ["--app-target", "None"],
            ["--path", folder.path + "/none"],
        ] {
            let run = await tool(["init-nse", "--path", folder.path] + words)
            #expect(run.exit == .mistake, "\(words)")
            #expect(run.error.split(separator: "\n").count == 1, "\(words)")
        }
    }

    @Test(.rows("N30"))
    func `another run at work on the project is a failure, not a mistake, and an extension of others is a mistake`()
        async throws
    {
        let folder = try Self.project("ExtensionThere")
        defer { try? FileManager.default.removeItem(at: folder) }
        let foreign = await tool("init-nse", "--path", folder.path)
        #expect(foreign.exit == .mistake)
        #expect(foreign.error.contains("[extension_exists]"))
        let lock = open(folder.appendingPathComponent("App.xcodeproj").path, O_RDONLY | O_CLOEXEC)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        let before = Self.files(folder)
        let busy = await tool("init-nse", "--path", folder.path, "--force")
        #expect(busy.exit == .failure)
        #expect(busy.error.contains("[busy]"))
        #expect(Self.files(folder) == before)
    }

    @Test(.rows("N36"))
    func `what an interrupted run left is taken back first`() async throws {
        let folder = try Self.project("Classic")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("App.xcodeproj/project.pbxproj")
        let text = try Data(contentsOf: file)
        try Data("{".utf8).write(to: file)
        let journal = folder.appendingPathComponent("App.xcodeproj/tidings-init-nse.journal")
        try JSONSerialization.data(
            withJSONObject: [
                "files": [["path": file.path, "before": text.base64EncodedString()]], "folders": [String](),
            ]
        ).write(to: journal)
        let run = await tool("init-nse", "--path", folder.path, "--remove")
        #expect(run.exit == .done)
        #expect(run.error.contains("interrupted"))
        #expect(try Data(contentsOf: file) == text)
        #expect(!FileManager.default.fileExists(atPath: journal.path))
    }
}
