import Foundation
import TestSupport
import Testing

@testable import TidingsCommands

@Suite(.timeLimit(.minutes(1)))
struct APNsSimulatorCommandTests {
    /// A run that is asked to end before it began: it starts, says so, and stops.
    private func briefRun(_ words: String...) async -> ToolRun {
        let run = Task { await tool(["apns-simulator"] + words) }
        run.cancel()
        return await run.value
    }

    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    @Test func `it prints one line of JSON when it is ready, and ends cleanly`() async throws {
        try await withFolder { folder in
            let run = await briefRun("--json", "--data", folder.path)
            #expect(run.exit == .done)
            #expect(run.out.split(separator: "\n").count == 1)
            let ready = try JSONDecoder().decode([String: String].self, from: Data(run.out.utf8))
            #expect(
                Set(ready.keys) == [
                    "apnsURL", "sandboxURL", "channelsURL", "sandboxChannelsURL", "controlURL", "caFile",
                ])
            #expect(ready["apnsURL"]?.hasPrefix("https://localhost:") == true)
            #expect(ready["controlURL"]?.hasPrefix("http://127.0.0.1:") == true)
            #expect(ready["caFile"] == folder.appendingPathComponent("ca.pem").path)
            let pem = try String(contentsOf: folder.appendingPathComponent("ca.pem"), encoding: .utf8)
            #expect(pem.hasPrefix("-----BEGIN CERTIFICATE-----"))
        }
    }

    @Test func `faults can be scripted in a file, and a wrong file is refused`() async throws {
        try await withFolder { folder in
            let file = folder.appendingPathComponent("faults.json")
            try Data(#"[{"action":"answer","reason":"Shutdown","times":2},{"action":"close"}]"#.utf8).write(to: file)
            #expect(await briefRun("--script", file.path).exit == .done)
            try Data(#"[{"action":"close"},{"action":"delay"}]"#.utf8).write(to: file)
            let run = await briefRun("--script", file.path)
            #expect(run.exit == .mistake)
            #expect(run.error.contains("fault 2: milliseconds"))
            #expect(await briefRun("--script", folder.path + "/none").error.contains("cannot read"))
        }
    }

    @Test(arguments: [
        (["--port", "70000"], "--port"), (["--threads", "0"], "--threads"),
        (["--control-port", "x"], "--control-port"),
    ])
    func `a wrong number is named`(words: [String], option: String) async throws {
        let run = await tool(["apns-simulator"] + words)
        #expect(run.exit == .mistake)
        #expect(run.error.contains(option))
    }

    @Test func `a folder that cannot be written is a failure with a sentence`() async throws {
        let run = await briefRun("--data", "/proc/nowhere")
        #expect(run.exit == .failure)
        #expect(run.error.contains("Cannot write /proc/nowhere/ca.pem"))
    }
}
