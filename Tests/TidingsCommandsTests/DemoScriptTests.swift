import Foundation
import Testing

@testable import TidingsCommands

@Suite struct DemoScriptTests {
    @Test func `steps have names of their own, for programs`() {
        let names = DemoStep.script.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0.wholeMatch(of: /[a-z_]+/) != nil })
    }

    @Test func `the readme shows steps that are there, in their order, and counts them`() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("README.md")
        let readme = try String(contentsOf: file, encoding: .utf8)
        let shown = readme.split(separator: "\n").filter { $0.hasPrefix("✓ ") }.map { String($0.dropFirst(2)) }
        let stories = DemoStep.script.map(\.story)
        #expect(shown.count > 5 && shown == stories.filter(shown.contains))
        #expect(readme.contains("All \(stories.count) steps turned out as expected."))
    }
}
