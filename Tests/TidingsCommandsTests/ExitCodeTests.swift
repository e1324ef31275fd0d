import Foundation
import Testing

@testable import TidingsCommands

/// The exit codes 0, 1 and 2, over the whole tree of commands.
@Suite(.timeLimit(.minutes(1)))
struct ExitCodeTests {
    private static let entries = CompletionScript(root: .root).entries

    private static func words(_ entry: CompletionScript.Entry) -> [String] {
        entry.path.split(separator: " ").dropFirst().map(String.init)
    }

    /// The one line of a mistake.
    private static func isOneLine(_ run: ToolRun) -> Bool {
        run.out.isEmpty && run.error.hasPrefix("tidings: ") && run.error.hasSuffix("\n")
            && run.error.count(where: \.isNewline) == 1
    }

    @Test func `help of every command exits with 0 and says nothing beside it`() async {
        for entry in Self.entries {
            let run = await tool(Self.words(entry) + ["--help"])
            #expect(run.exit == .done && run.error.isEmpty && run.out.contains("USAGE"), "\(entry.path)")
        }
    }

    @Test func `an unknown option or one word too many exits with 1 and one line, whatever the command`() async {
        for entry in Self.entries {
            let unknown = await tool(Self.words(entry) + ["--no-such-option"])
            #expect(unknown.exit == .mistake && Self.isOneLine(unknown), "\(entry.path): \(unknown)")
            let extra = Array(repeating: "word", count: entry.command.arguments.count + 1)
            let run = await tool(Self.words(entry) + extra)
            #expect(run.exit == .mistake && Self.isOneLine(run), "\(entry.path): \(run)")
        }
    }

    @Test func `a missing argument exits with 1 and names it`() async {
        for entry in Self.entries {
            guard let missing = entry.command.arguments.first(where: { !$0.isOptional }) else { continue }
            let run = await tool(Self.words(entry))
            #expect(run.exit == .mistake && run.error.contains("needs \(missing.name)"), "\(entry.path): \(run)")
        }
    }

    @Test func `a server that does not answer exits with 2 where no argument is wrong`() async {
        for words in [
            ["tenants", "list"], ["apps", "list"], ["topics", "list"], ["segments", "list"], ["why", "msg_1"],
        ] {
            let run = await tool(words, environment: ["TIDINGS_URL": "http://127.0.0.1:1", "TIDINGS_KEY": "sk_x"])
            #expect(run.exit == .failure && Self.isOneLine(run), "\(words): \(run)")
        }
    }

    @Test(arguments: [
        (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false), (true, ["NO_COLOR": ""], true),
        (true, ["TERM": "dumb"], false),
    ])
    func `colours appear on terminals only, and not against NO_COLOR`(
        isTerminal: Bool, environment: [String: String], expected: Bool
    ) {
        #expect(Output.wantsColours(isTerminal: isTerminal, environment) == expected)
    }
}
