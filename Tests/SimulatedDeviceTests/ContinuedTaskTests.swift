import BackgroundTasks
import ProcessLocal
import SimulatedDevice
import TestSupport
import Testing

/// Tasks that go on when the app is left, of iOS 26.
@Suite(.timeLimit(.minutes(1)))
struct ContinuedTaskTests {
    private static let export = "\(bundleID).export.one"
    private static let second = "\(bundleID).export.two"

    /// The tasks of the app under test.
    ///
    /// Unchecked: only the handlers and commands of the one app touch it, which run on its executor, one after the other.
    private final class Desk: @unchecked Sendable {
        var tasks: [String: BGContinuedProcessingTask] = [:]
    }

    /// A phone whose app keeps what it is handed, and finishes it when told so.
    private func makePhone(_ kind: DeviceConfiguration.Kind = .phone) async throws -> TestPhone {
        var configuration = DeviceConfiguration()
        configuration.kind = kind
        let test = try await SimulatedDeviceTests.makePhone(
            delegate: {
                let desk = Desk()
                return ScriptedDelegate(atLaunch: { Self.takeCommands(desk) })
            }, configuration: configuration
        ) { $0.permittedTasks = ["\(bundleID).export.*", "\(bundleID).other"] }
        try await test.phone.launch()
        return test
    }

    @MainActor private static func takeCommands(_ desk: Desk) {
        SimulatedProcess.current.onCommand { line in
            let words = line.split(separator: " ").map(String.init)
            let name = words[1]
            switch words[0] {
            case "register":
                let isKnown = BGTaskScheduler.shared.register(forTaskWithIdentifier: name, using: nil) { task in
                    guard let task = task as? BGContinuedProcessingTask else { return }
                    desk.tasks[name] = task
                    SimulatedProcess.current.log("begun", ["task": name, "title": task.title])
                    let process = SimulatedProcess.current
                    task.expirationHandler = {
                        process.log("expired", ["task": name])
                        if words.count < 3 { task.setTaskCompleted(success: false) }
                    }
                }
                return "\(isKnown)"
            case "submit":
                let request = BGContinuedProcessingTaskRequest(identifier: name, title: "Export", subtitle: "0 of 4")
                if words.last == "now" { request.strategy = .fail }
                do {
                    try BGTaskScheduler.shared.submit(request)
                    return "0"
                } catch {
                    return "\((error as? BGTaskScheduler.Error)?.code.rawValue ?? -1)"
                }
            case "pending":
                return await BGTaskScheduler.shared.pendingTaskRequests().map {
                    ($0 as? BGContinuedProcessingTaskRequest).map { "\($0.identifier) \($0.title)" } ?? "?"
                }.joined()
            case "advance":
                desk.tasks[name]?.progress.totalUnitCount = 4
                desk.tasks[name]?.progress.completedUnitCount += 1
                desk.tasks[name]?.updateTitle("Export", subtitle: "1 of 4")
            case "cancel": BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: name)
            default: desk.tasks[name]?.setTaskCompleted(success: true)
            }
            return ""
        }
    }

    @Test(.rows("F69")) func `a task begins in front, goes on when the app is left, and tells how far it is`()
        async throws
    {
        let test = try await makePhone()
        // Registered when it is needed, after the launch.
        #expect(try await test.phone.command("register \(Self.export)") == "true")
        #expect(try await test.phone.command("submit \(Self.export)") == "0")
        #expect(try await test.timeline.first("app.begun")["title"] == "Export")
        try await test.phone.background()
        await test.advance(by: .seconds(600))
        #expect(test.phone.phase == .background)
        try await test.phone.command("advance \(Self.export)")
        #expect(try await test.timeline.first(.taskChanged)["subtitle"] == "1 of 4")
        try await test.phone.command("finish \(Self.export)")
        let ended = try await test.timeline.first(.taskEnded)
        #expect(ended["result"] == "success" && ended["progress"] == "0.25")
        await test.advance(by: .seconds(5))
        _ = try await test.timeline.first { $0.kind == .state && $0["state"] == "suspended" }
        await test.phone.stop()
    }

    @Test(.rows("F69")) func `a second task waits for the first, or is refused if it must begin at once`() async throws
    {
        let test = try await makePhone()
        for name in [Self.export, Self.second] { try await test.phone.command("register \(name)") }
        try await test.phone.command("submit \(Self.export)")
        _ = try await test.timeline.first("app.begun")
        #expect(try await test.phone.command("submit \(Self.second) now") == "4")
        #expect(try await test.phone.command("submit \(Self.second)") == "0")
        #expect(try await test.phone.command("pending all") == "\(Self.second) Export")
        try await test.phone.command("finish \(Self.export)")
        _ = try await test.timeline.first { $0.kind == "app.begun" && $0["task"] == Self.second }
        let ended = try await test.timeline.first { $0.kind == .taskEnded && $0["task"] == Self.export }
        let started = try await test.timeline.first { $0.kind == .taskStarted && $0["task"] == Self.second }
        #expect(ended.sequence < started.sequence)
        // One that is taken back while it waits never begins.
        try await test.phone.command("submit \(Self.export)")
        try await test.phone.command("cancel \(Self.export)")
        try await test.phone.command("finish \(Self.second)")
        _ = try await test.timeline.first { $0.kind == .taskEnded && $0["task"] == Self.second }
        #expect(test.timeline.all("app.begun").count == 2)
        await test.phone.stop()
    }

    @Test(.rows("F69")) func `only a permitted name of the app's own, in front, with a handler`() async throws {
        let test = try await makePhone()
        #expect(try await test.phone.command("register com.example.export") == "false")
        #expect(try await test.phone.command("submit com.example.export") == "3")
        #expect(try await test.phone.command("submit \(bundleID).unknown") == "3")
        try await test.phone.command("register \(Self.export)")
        try await test.phone.background()
        #expect(try await test.phone.command("submit \(Self.export)") == "4")
        try await test.phone.launch()
        // The app may still answer while it is being ended.
        _ = try? await test.phone.command("submit \(Self.second)")
        #expect(try await test.timeline.first(.ended)["reason"] == "crash")
        await test.phone.stop()
        let simulator = try await makePhone(.simulator)
        try await simulator.phone.command("register \(Self.export)")
        #expect(try await simulator.phone.command("submit \(Self.export)") == "1")
        await simulator.phone.stop()
    }

    @Test(.rows("F69"), arguments: [true, false])
    func `the person cancels a task, and an app that does not end it is ended`(answers: Bool) async throws {
        let test = try await makePhone()
        try await test.phone.command("register \(Self.export)\(answers ? "" : " deaf")")
        #expect(throws: DeviceError.self) { try test.device.cancelTask(Self.export, of: bundleID) }
        try await test.phone.command("submit \(Self.export)")
        _ = try await test.timeline.first("app.begun")
        try await test.phone.background()
        try test.device.cancelTask(Self.export, of: bundleID)
        #expect(try await test.timeline.first("app.expired")["task"] == Self.export)
        #expect(try await test.timeline.first(.taskEnded)["result"] == (answers ? "failure" : "expired"))
        if answers {
            #expect(test.phone.phase == .background)
        } else {
            #expect(try await test.timeline.first(.ended)["reason"] == "task")
        }
        await test.phone.stop()
    }

    @Test(.rows("F69")) func `with the app its tasks are over, those that wait too`() async throws {
        let test = try await makePhone()
        for name in [Self.export, Self.second] {
            try await test.phone.command("register \(name)")
            try await test.phone.command("submit \(name)")
        }
        _ = try await test.timeline.first("app.begun")
        try await test.phone.kill()
        #expect(try await test.timeline.first(.taskEnded)["result"] == "failure")
        try await test.phone.launch()
        #expect(try await test.phone.command("pending all").isEmpty)
        #expect(test.timeline.all("app.begun").count == 1)
        await test.phone.stop()
    }
}
