import Foundation
import Testing

@testable import ProjectDoctor

@Suite struct RuleReferenceTests {
    private static let document = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Documentation/Doctor.md")

    @Test func `the page of the rules has each rule of the catalogue in its words`() throws {
        let expected = RuleReference.markdown
        if ProcessInfo.processInfo.environment["TIDINGS_RECORD"] == "1" {
            try Data(expected.utf8).write(to: Self.document)
        }
        let written = try String(contentsOf: Self.document, encoding: .utf8)
        #expect(written == expected, "Write it again: TIDINGS_RECORD=1 make test ARGS='--filter RuleReference'")
    }
}
