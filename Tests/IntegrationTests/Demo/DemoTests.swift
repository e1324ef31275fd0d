import Foundation
import Testing

/// The whole path: the demo's script with the SDK as it is.
@Suite(.serialized, .timeLimit(.minutes(5))) struct DemoTests {
    @Test func `every step of the demo turns out as expected`() async throws {
        let (status, report) = try await DemoRun.play()
        for step in report.steps { #expect(step.ok, "\(step.name): \(step.detail)") }
        #expect(status == 0 && report.ok)
        #expect(report.steps.count > 20)
    }

    @Test func `a step that is not there is answered with those that are`() async throws {
        let run = try await Executable.product("tidings").run(["demo", "--only", "nothing"])
        #expect(run.status == 1 && run.error.contains("user_switch"), "\(run)")
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
