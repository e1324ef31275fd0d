import Foundation
import PushModel
import TestSupport
import Testing

@testable import TidingsCommands

@Suite(.timeLimit(.minutes(1)))
struct CallCommandTests {
    @Test func `a call is narrated until it is over, and its end is the exit code`() async throws {
        try await LiveServer.with { live in
            let nobody = await live.run("call", "--from", "ada", "--to", "ann")
            #expect(nobody.exit == .mistake && nobody.error.contains("subscriber_not_found"))
            let client = APIClient(server: try #require(URL(string: live.url)), key: live.key, tenant: nil)
            _ = try await client.value("PUT", "/v1/subscribers/ann", [:])
            let cancelled = await live.run(
                "call", "--from", "ada", "--name", "Ada", "--to", "ann", "--cancel-after", "0")
            #expect(cancelled.exit == .done, "\(cancelled.error)")
            let lines = cancelled.out.split(separator: "\n")
            #expect(lines.first?.hasPrefix("call ") == true && lines.count == 3, "\(cancelled.out)")
            #expect(lines[1].contains("ring") && lines[2].contains("cancelled"))

            let id = "6f1c9a52-0b6e-4a7e-9d0f-3a5d1f0c2b11"
            async let following = live.run(
                "call", "--from", "ada", "--to", "ann", "--id", id, "--end-after", "0", "--data", #"{"room":"r"}"#,
                "--json")
            while (try? await client.value("POST", "/v1/calls/\(id)/accept", ["subscriber": "ann"])) == nil {}
            let answered = await following
            #expect(answered.exit == .done, "\(answered.error)")
            let values = try answered.out.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
            #expect(values.dropLast().compactMap { $0["event"]?.string } == ["ring", "accepted", "ended"])
            #expect(values.last?["state"] == "ended" && values.last?["data"]?["room"] == "r")

            let other = "6f1c9a52-0b6e-4a7e-9d0f-3a5d1f0c2b12"
            async let declining = live.run("call", "--from", "ada", "--to", "ann", "--id", other)
            while (try? await client.value("POST", "/v1/calls/\(other)/decline", ["subscriber": "ann"])) == nil {}
            #expect(await declining.exit == .mistake)
        }
    }

    @Test(arguments: [
        ["--to", "ann"], ["--from", "ada"], ["--from", "ada", "--to", "ann", "--ring", "3"],
        ["--from", "ada", "--to", "ann", "--data", "[]"], ["--from", "ada", "--to", "ann", "--cancel-after", "x"],
    ])
    func `options that no call can have are refused before anybody rings`(words: [String]) async {
        let run = await tool(
            ["call"] + words, environment: ["TIDINGS_KEY": "td_tn_x", "TIDINGS_URL": "http://127.0.0.1:1"])
        #expect(run.exit == .mistake && run.error.split(separator: "\n").count == 1, "\(run.error)")
    }
}
