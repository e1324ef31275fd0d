import Foundation
import TestSupport
import Testing

@testable import TidingsCommands

@Suite struct SendTests {
    private func body(_ words: String...) throws -> String {
        guard case .run(let command, let values) = try Command.root.parse(["send"] + words) else {
            throw CommandError(.failed, "shown as help")
        }
        let invocation = Invocation(
            command: command, values: values, output: Output(isJSON: false, write: { _ in }, writeError: { _ in }),
            environment: [:], inputLines: { AsyncStream { $0.finish() } })
        return try MessageDraft(invocation).json
    }

    @Test func `data and actions go out byte for byte`() throws {
        let data = #"{"b": 1.0, "a": 12345678901234567890123}"#
        let json = try body("--to", "u/1", "--title", "\"Hi\"", "--data", data, "--badge", "0")
        #expect(json == #"{"to":["u/1"],"title":"\"Hi\"","badge":0,"data":\#(data)}"#)
    }

    @Test func `a topic stands for people, or beside them`() throws {
        #expect(try body("--topic", "news", "--title", "x") == #"{"topic":"news","title":"x"}"#)
        #expect(try body("--topic", "news", "--to", "u", "--title", "x").hasPrefix(#"{"to":["u"],"topic":"news""#))
    }

    @Test(arguments: [
        ["--title", "x"], ["--to", "u", "--data", "[1]"], ["--to", "u", "--data", "{"], ["--to", "u", "--badge", "-1"],
        ["--to", "u", "--ttl", "59"], ["--to", "u", "--actions", "{}"],
    ])
    func `options that no message can have are refused before anything is sent`(words: [String]) async {
        let run = await tool(
            ["send"] + words, environment: ["TIDINGS_KEY": "td_tn_x", "TIDINGS_URL": "http://127.0.0.1:1"])
        #expect(run.exit == .mistake)
        #expect(run.error.hasPrefix("tidings: "))
        #expect(run.error.split(separator: "\n").count == 1)
    }

    @Test func `without a key there is nothing to try`() async {
        let run = await tool("send", "--to", "u", "--title", "t")
        #expect(run.exit == .mistake)
        #expect(run.error == "tidings: No key. Set TIDINGS_KEY or give --key; tidings keys create makes one.\n")
    }

    @Test func `a server that is not there is a failure, and the key is not told`() async {
        let run = await tool(
            "send", "--to", "u", "--title", "t", "--key", "td_tn_secret", "--server", "http://127.0.0.1:1")
        #expect(run.exit == .failure)
        #expect(run.error.contains("No answer from http://127.0.0.1:1."))
        #expect(!run.error.contains("secret"))
    }
}
