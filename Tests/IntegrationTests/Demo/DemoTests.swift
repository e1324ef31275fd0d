import Foundation
import Testing

/// The whole path: the demo's script with the SDK as it is, and with one part of it broken at a time.
@Suite(.serialized, .timeLimit(.minutes(5))) struct DemoTests {
    private struct Report: Decodable {
        struct Step: Decodable {
            var name: String
            var ok: Bool
            var detail: String
        }
        var ok: Bool
        var steps: [Step]
    }

    private func play(fault: String? = nil) async throws -> (status: Int32, report: Report) {
        let result = try await Executable.product("tidings").run(
            ["demo", "--exit", "--json"], environment: fault.map { ["TIDINGS_SAMPLE_FAULT": $0] } ?? [:])
        try #require(!result.out.isEmpty, "\(result.error)")
        return (result.status, try JSONDecoder().decode(Report.self, from: Data(result.out.utf8)))
    }

    @Test func `every step of the demo turns out as expected`() async throws {
        let (status, report) = try await play()
        for step in report.steps { #expect(step.ok, "\(step.name): \(step.detail)") }
        #expect(status == 0 && report.ok)
        #expect(Set(report.steps.map(\.name)).count == report.steps.count)
        #expect(report.steps.count >= 16)
    }

    /// Steps that look at the same receipts, or at what a broken step left behind, may fail with it; the others hold.
    private static let faults: [(fault: String, breaks: String, mayBreak: Set<String>)] = [
        ("drop-receipts", "receipts", ["text_reply"]),
        ("ignore-display-rule", "conversation_open", ["receipts"]),
        ("skip-decryption", "encrypted", ["conversation_open", "text_reply", "idempotent", "receipts"]),
        ("ignore-intercept", "intercepted", ["receipts"]),
        ("drop-tap-replay", "cold_tap", ["text_reply", "receipts"]),
        ("drop-pictures", "rich", []),
    ]

    @Test(arguments: faults)
    func `a broken SDK fails the step that shows it`(fault: String, breaks: String, mayBreak: Set<String>) async throws
    {
        let (status, report) = try await play(fault: fault)
        let failed = Set(report.steps.filter { !$0.ok }.map(\.name))
        #expect(status == 1 && !report.ok)
        #expect(failed.contains(breaks), "\(failed)")
        #expect(failed.subtracting(mayBreak) == [breaks], "\(report.steps.filter { !$0.ok })")
    }

    @Test func `the demo stays up, tells the fate of a push from outside, and ends on a signal`() async throws {
        let demo = try ChildProcess(try .product("tidings"), ["demo"])
        var url = ""
        var key = ""
        var lines = demo.out.makeAsyncIterator()
        while let line = await lines.next() {
            if line.hasPrefix("Server ") { url = line.split(separator: " ").last.map(String.init) ?? "" }
            if line.hasPrefix("secret key ") { key = line.split(separator: " ").last.map(String.init) ?? "" }
            if line.contains("From curl") { break }
        }
        let sent = try await Executable(url: URL(fileURLWithPath: "/usr/bin/env")).run([
            "curl", "-s", "\(url)/v1/messages", "-H", "Authorization: Bearer \(key)", "-H",
            "Content-Type: application/json", "-d", #"{"to":"ada","title":"From a test"}"#,
        ])
        #expect(sent.out.contains(#""status":"queued""#), "\(sent)")
        var isShown = false
        var isCounted = false
        while !(isShown && isCounted), let line = await lines.next() {
            isShown = isShown || (line.contains("ada's iPhone: notification.shown") && line.contains("From a test"))
            isCounted = isCounted || (line.contains("server: msg_") && line.contains("completed: 1 sent; 1 delivered"))
        }
        #expect(isShown && isCounted)
        demo.signal(SIGINT)
        #expect(await demo.exitStatus() == 0)
    }
}
