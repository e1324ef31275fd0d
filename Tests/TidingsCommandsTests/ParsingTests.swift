import Payloads
import Testing
import TestSupport

@testable import TidingsCommands

@Suite struct ParsingTests {
    private static let root = Command(
        "tool", "A tool.",
        subcommands: [
            Command(
                "send", "Send.", arguments: [Argument("WHO", "Whom.", optional: true)],
                options: [
                    .value("title", "TEXT", "Title."), .value("to", "ID", "Whom.", repeatable: true),
                    .flag("wait", "Wait."), .json,
                ]
            ) { _ in .done },
            Command("keys", "Keys.", subcommands: [Command("list", "List.") { _ in .done }]),
        ])

    private func values(_ words: String...) throws -> ParsedValues {
        guard case .run(_, let values) = try Self.root.parse(words) else {
            throw CommandError(.failed, "shown as help")
        }
        return values
    }

    @Test func `options take their value from the next word or after an equals sign`() throws {
        let values = try values("send", "--title", "-5", "--to=a", "--to", "b", "--wait", "someone")
        #expect(values.options == ["title": ["-5"], "to": ["a", "b"], "wait": [""]])
        #expect(values.arguments == ["someone"])
    }

    @Test func `two dashes end the options`() throws {
        #expect(try values("send", "--", "--wait").arguments == ["--wait"])
    }

    @Test(arguments: [
        (["sned"], "unknown_command", "Did you mean send?"),
        (["send", "--tilte", "x"], "unknown_option", "Did you mean --title?"),
        (["send", "-t"], "unknown_option", "send has no option -t."),
        (["send", "--title"], "missing_value", "--title TEXT"),
        (["send", "--title", "--wait"], "missing_value", "--title TEXT"),
        (["send", "--wait=yes"], "invalid_value", "takes no value"),
        (["send", "--title", "a", "--title", "b"], "invalid_value", "twice"),
        (["send", "a", "b"], "unexpected_argument", "\"b\""),
        (["keys", "frobnicate"], "unknown_command", "tool keys --help"),
    ])
    func `a mistake is named with what to do`(words: [String], code: String, text: String) {
        let error = #expect(throws: CommandError.self) { _ = try Self.root.parse(words) }
        #expect(error?.code.rawValue == code)
        #expect(error?.description.contains(text) == true, "\(error?.description ?? "")")
        #expect(error?.exitCode == .mistake)
    }

    @Test(arguments: [
        ["--help"], ["-h"], [], ["help"], ["send", "--help"], ["send", "a", "-h"], ["keys"],
        ["keys", "list", "--help"],
        ["help", "keys", "list"],
    ])
    func `help is found everywhere`(words: [String]) throws {
        guard case .help(let path) = try Self.root.parse(words) else {
            Issue.record("\(words) does not show help")
            return
        }
        #expect(path.dropFirst().map(\.name) == words.filter { ["send", "keys", "list"].contains($0) })
    }

    @Test func `the distance counts a swap as one`() {
        #expect(editDistance("tilte", "title") == 1)
        #expect(editDistance("", "abc") == 3)
        #expect(editDistance("same", "same") == 0)
    }
}
