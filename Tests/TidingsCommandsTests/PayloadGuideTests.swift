import Foundation
import TestSupport
import Testing

/// Runs the commands of the guide on pushes, and holds what it shows of them to what they print.
@Suite struct PayloadGuideTests {
    private static let page = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Documentation/Guides/BuildAPush.md")

    @Test func `the guide shows what its commands print`() async throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("guide-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for file in text.matches(of: /As `([\w.]+)`:\n\n```json\n([^`]*\n)```/) {
            try Data(file.2.utf8).write(to: folder.appendingPathComponent(String(file.1)))
        }
        var count = 0
        for step in text.matches(of: /```sh\n([^`]*)\n```\n\n```\n([^`]*)\n```/) {
            count += 1
            let line = step.1.replacing("\\\n", with: "")
            let words = try #require(GuideTests.words(of: Substring(line)))
            #expect(words.first == "tidings")
            let run = await tool(
                words.dropFirst().map { $0.hasSuffix(".json") ? folder.appendingPathComponent($0).path : $0 })
            let printed = (run.error + run.out).replacing(folder.path + "/", with: "")
            #expect(printed == step.2 + "\n")
        }
        #expect(count == 3)
    }
}
