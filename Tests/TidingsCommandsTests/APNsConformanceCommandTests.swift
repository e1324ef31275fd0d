import Foundation
import Testing

@testable import TidingsCommands

@Suite(.timeLimit(.minutes(1)))
struct APNsConformanceCommandTests {
    @Test func `the simulated APNs keeps every rule, and each has its line`() async throws {
        let run = await tool("apns-conformance")
        #expect(run.exit == .done)
        let lines = run.out.split(separator: "\n")
        #expect(lines.dropLast().allSatisfy { $0.hasPrefix("kept ") })
        let count = lines.count - 1
        #expect(lines.last == "\(count) rules: \(count) kept, 0 broken, 0 skipped.")
    }

    @Test func `rules are chosen by id and by section, and reported as JSON`() async throws {
        let run = await tool("apns-conformance", "--json", "--only", "A5", "--only", "A2.1", "--skip", "A5.1")
        #expect(run.exit == .done)
        struct Report: Decodable {
            struct Rule: Decodable {
                var id: String
                var outcome: String
            }
            var kept: Int
            var rules: [Rule]
        }
        let report = try JSONDecoder().decode(Report.self, from: Data(run.out.utf8))
        #expect(report.rules.count == report.kept)
        #expect(report.rules.first?.id == "A2.1")
        #expect(report.rules.allSatisfy { $0.outcome == "kept" && ($0.id.hasPrefix("A5.") || $0.id == "A2.1") })
        #expect(report.rules.contains { $0.id == "A5.10" } && !report.rules.contains { $0.id == "A5.1" })
    }

    @Test func `a server that is not there ends the command with 2`() async {
        let run = await tool("apns-conformance", "--url", "https://localhost:1")
        #expect(run.exit == .failure)
        #expect(run.error.contains("Cannot connect"))
    }

    @Test func `the list names what each rule needs`() async {
        let run = await tool("apns-conformance", "--list", "--only", "A5.20", "--only", "A5.7")
        #expect(run.exit == .done)
        #expect(run.out.contains("A5.7   control, device"))
        #expect(run.out.contains("A5.20  –"))
    }

    @Test(arguments: [
        (["--only", "A9"], "there is no rule \"A9\""), (["--skip", "A5."], "there is no rule"),
        (["--url", "http://localhost"], "--url"), (["--sandbox-url", "nowhere"], "--sandbox-url"),
        (["--ca", "/none.pem"], "--ca: cannot read"), (["--control", "localhost"], "--control"),
        (["--key", "/none.p8"], "--key-id"), (["--patience", "0"], "--patience"),
        (["--key", "/none.p8", "--key-id", "K", "--team-id", "T", "--bundle-id", "b"], "--key: cannot read"),
    ])
    func `a wrong option is named`(words: [String], text: String) async {
        let run = await tool(["apns-conformance"] + words)
        #expect(run.exit == .mistake)
        #expect(run.error.contains(text), "\(run.error)")
    }
}
