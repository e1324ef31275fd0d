import Foundation
import Testing

/// The document and the tags in small trees, as `scripts/rows` reads them.
@Suite(.timeLimit(.minutes(1))) struct RowCheckTests {
    private func check(_ document: String, _ test: String, json: Bool = false) async throws -> Executable.Result {
        try await ScratchFolder.with { folder in
            try folder.write(document, to: "Documentation/Requirements.md")
            try folder.write(test, to: "Tests/ATests/ATests.swift")
            return try await Executable.script("rows").run((json ? ["--json"] : []) + [folder.path])
        }
    }

    // The tag is put together here, so that the check of this repository does not count it.
    private let tag = ".rows" + "(\"Q1\", \"Q2\")"

    @Test func `each requirement is listed with its tests`() async throws {
        let result = try await check(
            "- **Q1** One.\n- **Q2** Two.\n", "@Test(\(tag)) func `it holds`() {}\n", json: true)
        #expect(result.status == 0, "\(result)")
        let rows = try JSONDecoder().decode([String: [String]].self, from: Data(result.out.utf8))
        #expect(rows == ["Q1": ["it holds"], "Q2": ["it holds"]])
    }

    @Test func `a display name goes before the function's`() async throws {
        let result = try await check(
            "- **Q1** One.\n- **Q2** Two.\n", "@Test(\"It \\\"holds\\\"\", \(tag))\nfunc holds() {}\n")
        #expect(result.out.hasPrefix("Q1: It \\\"holds\\\"\n"))
    }

    @Test func `a requirement without a test fails`() async throws {
        let result = try await check("- **Q1** One.\n- **Q2** Two.\n- **Q3** Three.\n", "@Test(\(tag)) func a() {}\n")
        #expect(result.status == 1)
        #expect(result.error.contains("Q3 has no test"))
    }

    @Test func `a tag that the document does not know fails`() async throws {
        let result = try await check("- **Q1** One.\n", "@Test(\(tag)) func a() {}\n")
        #expect(result.status == 1)
        #expect(result.error.contains("\"a\" is tagged Q2"))
    }

    @Test func `a disabled or commented test proves nothing`() async throws {
        let disabled = try await check("- **Q1** One.\n", "@Test(\(tag), .disabled(\"later\")) func a() {}\n")
        #expect(disabled.error.contains("Q1 has no test"))
        let commented = try await check("- **Q1** One.\n", "// @Test(\(tag)) func a() {}\n")
        #expect(commented.error.contains("Q1 has no test"))
    }

    @Test func `a requirement twice fails`() async throws {
        let result = try await check("- **Q1** One.\n- **Q1** Again.\n- **Q2** Two.\n", "@Test(\(tag)) func a() {}\n")
        #expect(result.error.contains("Q1 stands twice"))
    }
}
