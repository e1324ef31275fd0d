import Foundation
import Testing

@testable import TidingsCommands

@Suite(.timeLimit(.minutes(1)))
struct ManualPageTests {
    private static func complaints(_ program: String, _ words: [String], _ page: String) async throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString).1")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(page.utf8).write(to: file)
        return try await OtherProgram.output(of: "/usr/bin/env", [program] + words + [file.path])
    }

    @Test func `the page has every command and every option`() {
        let page = ManualPage(path: [.root]).text.replacing("\\-", with: "-")
        for entry in CompletionScript(root: .root).entries.dropFirst() {
            #expect(page.contains(".SS \"\(entry.path)\""), "\(entry.path)")
            for option in entry.command.options { #expect(page.contains("\\fB--\(option.name)\\fR"), "\(option.name)") }
        }
    }

    @Test func `mandoc finds nothing wrong with the pages`() async throws {
        for path in [[Command.root], [.root, .doctor], [.root, .send]] {
            let text = try await Self.complaints("mandoc", ["-Tlint", "-Wwarning"], ManualPage(path: path).text)
            // A version that is being worked on has no date.
            let left = text.split(separator: "\n").filter { !$0.contains("missing date") }
            #expect(left.isEmpty, "\(left.prefix(5))")
        }
    }

    @Test func `groff warns of nothing in the pages`() async throws {
        let text = try await Self.complaints(
            "groff", ["-man", "-z", "-ww", "-Tutf8", "-Kutf8"], ManualPage(path: [.root]).text)
        #expect(text == "", "\(text.prefix(600))")
    }

    @Test func `a page of one command is printed, another word refused`() async {
        #expect(await tool("man", "doctor").out.hasPrefix(".TH \"TIDINGS\\-DOCTOR\" 1"))
        #expect(await tool("man", "apps create").out.contains("\\-\\-bundle\\-id"))
        #expect(await tool("man", "doktor").error.contains("Did you mean doctor?"))
    }
}
