import Foundation
import TestSupport
import Testing

@testable import TidingsCommands

@Suite struct ReferenceTests {
    private static let document = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Documentation/Commands.md")

    @Test func `the reference of the commands shows their help`() throws {
        let expected = CommandReference().markdown
        if ProcessInfo.processInfo.environment["TIDINGS_RECORD"] == "1" {
            try Data(expected.utf8).write(to: Self.document)
        }
        let written = try String(contentsOf: Self.document, encoding: .utf8)
        #expect(written == expected, "Write it again: TIDINGS_RECORD=1 make test ARGS='--filter Reference'")
    }
}
