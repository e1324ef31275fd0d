import Foundation
import Testing
import TestSupport

@testable import TidingsCommands

@Suite struct ToolTests {
    private static func commands(below command: Command) -> [[String]] {
        command.subcommands.isEmpty
            ? [[]] : [[]] + command.subcommands.flatMap { child in commands(below: child).map { [child.name] + $0 } }
    }

    @Test func `every command explains itself`() async throws {
        for path in Self.commands(below: .root) {
            guard case .help(let commands) = try Command.root.parse(path + ["--help"]) else {
                Issue.record("\(path) has no help")
                continue
            }
            let text = HelpText(path: commands).text
            #expect(text.contains("USAGE\n  tidings"))
            #expect(commands.last?.examples.isEmpty == false, "\(path) shows no example")
            #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 }, "\(path) has a long line")
        }
    }

    @Test func `version prints text or JSON`() async {
        #expect(await tool("version").out == "tidings \(Version.current)\n")
        #expect(await tool("version", "--json").out == "{\"version\":\"\(Version.current)\"}\n")
        #expect(await tool("--version").exit == .done)
    }

    @Test func `the document of the API is printed as YAML, as JSON or for people`() async {
        #expect(await tool("openapi").out.hasPrefix("openapi: \"3.1.0\"\n"))
        #expect(await tool("openapi", "--json").out.hasPrefix("{\"openapi\":\"3.1.0\""))
        #expect(await tool("openapi", "--markdown").out.hasPrefix("# The API\n"))
        let both = await tool("openapi", "--json", "--markdown")
        #expect(both.exit == .mistake)
        #expect(both.error.contains("Give one of them."))
    }

    @Test func `a mistake is one line on standard error and exit code 1`() async {
        let run = await tool("versoin")
        #expect(run.exit == .mistake)
        #expect(run.out.isEmpty)
        #expect(run.error == "tidings: tidings has no command versoin. Did you mean version?\n")
    }

    @Test func `a failure of a command is exit code 2, a cancellation is none`() async {
        struct Broken: Error, CustomStringConvertible { let description = "The disk is full. Make room." }
        let root = Command(
            "t", "T.",
            subcommands: [
                Command("fail", "Fail.") { _ in throw Broken() },
                Command("stop", "Stop.") { _ in throw CancellationError() },
            ])
        #expect(await tool("fail", root: root).error == "t: The disk is full. Make room.\n")
        #expect(await tool("fail", root: root).exit == .failure)
        #expect(await tool("stop", root: root).exit == .done)
    }

    @Test func `colours appear only where they are wanted`() {
        let plain = Output(isJSON: false, write: { _ in }, writeError: { _ in })
        let colour = Output(isJSON: false, hasColours: true, write: { _ in }, writeError: { _ in })
        #expect(plain.coloured("ok", .green) == "ok")
        #expect(colour.coloured("ok", .green) == "\u{1B}[32mok\u{1B}[0m")
        #expect(!Output.standard(isJSON: false, environment: ["NO_COLOR": "1"]).hasColours)
    }

    @Test func `a table pads its columns`() {
        let output = Output(isJSON: false, write: { _ in }, writeError: { _ in })
        #expect(output.table(["ID", "NAME"], [["key_1", "a"], ["k", "bc"]]) == "ID     NAME\nkey_1  a\nk      bc")
    }
}
