import Foundation
import SimulatedDevice
import TestSupport
import Testing

/// `tidings device` beside `tidings serve --dev`, each a process of its own.
@Suite(.timeLimit(.minutes(1)))
struct DeviceCommandTests {
    private struct Access: Decodable {
        var url: String
        var apnsControlURL: String
        var secretKey: String
        var publishableKey: String
    }

    /// A line of `--json`.
    private struct Entry: Decodable {
        var kind: String
        var notification: String?
        var details: [String: String]
    }

    private struct Trial {
        let server: ChildProcess
        let device: ChildProcess
        let access: Access

        init(_ arguments: [String] = []) async throws {
            let tidings = try Executable.product("tidings")
            server = try ChildProcess(tidings, ["serve", "--dev", "--json"])
            let line = try #require(await server.out.first { _ in true })
            access = try JSONDecoder().decode(Access.self, from: Data(line.utf8))
            device = try ChildProcess(
                tidings,
                [
                    "device", "--json", "--apns-control", access.apnsControlURL, "--server", access.url, "--key",
                    access.publishableKey, "--user", "ada",
                ] + arguments)
        }

        /// The next entry of a kind; what comes before it is read over.
        func next(_ kind: String, where condition: (Entry) -> Bool = { _ in true }) async throws -> Entry {
            for await line in device.out {
                guard let entry = try? JSONDecoder().decode(Entry.self, from: Data(line.utf8)) else { continue }
                if entry.kind == kind, condition(entry) { return entry }
            }
            throw CancellationError()
        }

        func send(_ title: String, _ more: [String] = []) async throws {
            let sent = try await Executable.product("tidings").run(
                ["send", "--to", "ada", "--title", title, "--wait"] + more,
                environment: ["TIDINGS_URL": access.url, "TIDINGS_KEY": access.secretKey])
            #expect(sent.status == 0, "\(sent)")
        }

        func end() async {
            server.signal(SIGTERM)
            _ = await server.exitStatus()
        }
    }

    @Test func `a push arrives on a phone in another process, and the phone does what is typed`() async throws {
        let trial = try await Trial()
        _ = try await trial.next("app.registration")
        try trial.device.write("background")
        _ = try await trial.next("app.state") { $0.details["state"] == "background" }
        try await trial.send("Hello")
        let shown = try await trial.next("notification.shown")
        #expect(shown.details["title"] == "Hello")

        try trial.device.write("nonsense")
        #expect(await trial.device.error.first { $0.contains("nonsense") } != nil)
        try trial.device.write("kill")
        _ = try await trial.next("process.ended")
        try trial.device.write("tap")
        let opened = try await trial.next("app.opened")
        #expect(opened.notification == shown.notification)
        try trial.device.write("quit")
        #expect(await trial.device.exitStatus() == 0)
        await trial.end()
    }

    @Test(.rows("F18")) func `a phone that was offline gets the newest push of its app`() async throws {
        let trial = try await Trial()
        _ = try await trial.next("app.registration")
        try trial.device.write("background")
        try trial.device.write("offline")
        _ = try await trial.next("device.network") { $0.details["state"] == "offline" }
        for title in ["one", "two", "three"] { try await trial.send(title) }
        try trial.device.write("online")
        let shown = try await trial.next("notification.shown")
        #expect(shown.details["title"] == "three")
        try trial.device.write("quit")
        var later: [String] = []
        for await line in trial.device.out where line.contains("push.arrived") { later.append(line) }
        #expect(later.isEmpty)
        await trial.end()
    }

    @Test func `a content extension is a process that draws what is opened up`() async throws {
        let program = try Executable.product("FixtureContentExtension").url.path
        let trial = try await Trial(["--content-extension", program, "--content-category", "chat"])
        _ = try await trial.next("app.registration")
        try trial.device.write("background")
        _ = try await trial.next("app.state") { $0.details["state"] == "background" }
        try await trial.send("Plain")
        _ = try await trial.next("notification.shown")
        try trial.device.write("expand")
        #expect(await trial.device.error.first { $0.contains("No content extension") } != nil)
        try await trial.send("Open me", ["--category", "chat"])
        let shown = try await trial.next("notification.shown")
        try trial.device.write("expand")
        #expect(try await trial.next("process.launched").details["reason"] == "expand")
        #expect(try await trial.next("app.drawn").details["title"] == "Open me")
        #expect(try await trial.next("notification.expanded").notification == shown.notification)
        try trial.device.write("quit")
        #expect(await trial.device.exitStatus() == 0)
        await trial.end()
    }

    @Test func `a content extension without a category is refused in one line`() async throws {
        let run = try await Executable.product("tidings").run(
            ["device", "--apns-control", "http://127.0.0.1:1", "--content-extension", "/bin/true"])
        #expect(run.status == 1)
        #expect(run.error.contains("--content-category"), "\(run.error)")
    }

    @Test func `SIGTERM switches the phone off, and none of its programs is left`() async throws {
        let trial = try await Trial()
        let launched = try await trial.next("process.launched")
        let program = try #require(launched.details["pid"].flatMap(Int32.init))
        _ = try await trial.next("app.registration")
        trial.device.signal(SIGTERM)
        #expect(await trial.device.exitStatus() == 0)
        #expect(kill(program, 0) != 0)
        await trial.end()
    }

    @Test func `a simulated APNs that is not there is named in one line`() async throws {
        let run = try await Executable.product("tidings").run(["device", "--apns-control", "http://127.0.0.1:1"])
        #expect(run.status == 2)
        #expect(run.error.contains("--apns-control") && run.error.split(separator: "\n").count == 1, "\(run.error)")
    }

    @Test func `a courier tells what the control API refused`() async throws {
        await #expect(throws: CourierError.self) {
            try await ControlCourier.join(controlURL: #require(URL(string: "ftp://127.0.0.1/")), name: "x")
        }
        let trial = try await Trial(["--no-launch"])
        let url = try #require(URL(string: trial.access.apnsControlURL))
        let courier = try await ControlCourier.join(controlURL: url, name: "second", patience: 1)
        let token = try await courier.register(bundleID: "com.example.sample", environment: .sandbox)
        #expect(try await courier.register(bundleID: "com.example.sample", environment: .sandbox) == token)
        #expect(try await courier.pushes(after: 0).isEmpty)
        try await courier.unregister(token: token)
        #expect(try await courier.register(bundleID: "com.example.sample", environment: .sandbox) != token)
        await #expect(throws: CourierError.self) { try await courier.unregister(token: "00") }
        trial.device.signal(SIGTERM)
        _ = await trial.device.exitStatus()
        await trial.end()
    }
}
