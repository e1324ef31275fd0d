import BackgroundTasks
import ProcessLocal
import SimulatedDevice
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SchedulerTests {
    private static let refresh = "dev.tidings.refresh"
    private static let processing = "dev.tidings.processing"

    /// A phone whose app handles two tasks: one finishes at once, the other when it is told that its time is up.
    private func makePhone(
        _ change: (inout DeviceConfiguration) -> Void = { _ in },
        atLaunch: @escaping @MainActor @Sendable () -> Void = { register() }
    ) async throws -> TestPhone {
        var configuration = DeviceConfiguration()
        change(&configuration)
        return try await SimulatedDeviceTests.makePhone(
            delegate: { ScriptedDelegate(atLaunch: atLaunch) },
            capabilities: [.push, .fetchMode, .processingMode], configuration: configuration
        ) { app in
            app.permittedTasks = [Self.refresh, Self.processing]
            for number in 1...11 { app.permittedTasks.insert("p\(number)") }
        }
    }

    @MainActor private static func register() {
        let isKnown = BGTaskScheduler.shared.register(forTaskWithIdentifier: refresh, using: nil) { task in
            SimulatedProcess.current.log("task", ["kind": "\(type(of: task))"])
            if SimulatedProcess.current.environment["SLOW"] == nil { task.setTaskCompleted(success: true) }
        }
        let isForeign = BGTaskScheduler.shared.register(forTaskWithIdentifier: "other", using: nil) { _ in }
        _ = BGTaskScheduler.shared.register(forTaskWithIdentifier: processing, using: .main) { task in
            SimulatedProcess.current.log("task", ["kind": "\(type(of: task))"])
            let userInfo = SimulatedProcess.current
            task.expirationHandler = {
                userInfo.log("expired")
                task.setTaskCompleted(success: false)
            }
        }
        SimulatedProcess.current.log("registered", ["known": "\(isKnown)", "foreign": "\(isForeign)"])
    }

    private func submit(_ test: TestPhone, _ request: () -> BGTaskRequest) async throws -> Int {
        try await test.inApp {
            do {
                try BGTaskScheduler.shared.submit(request())
                return 0
            } catch {
                return (error as? BGTaskScheduler.Error)?.code.rawValue ?? -1
            }
        }
    }

    private func refresh(_ test: TestPhone, after seconds: Double? = nil) -> () -> BGTaskRequest {
        {
            let request = BGAppRefreshTaskRequest(identifier: Self.refresh)
            request.earliestBeginDate = seconds.map { test.time.now.addingTimeInterval($0) }
            return request
        }
    }

    @Test(.rows("F69")) func `a submitted task runs in the background once its date has come`() async throws {
        let test = try await makePhone()
        try await test.phone.launch()
        #expect(try await test.timeline.first("app.registered")["known"] == "true")
        #expect(try await test.timeline.first("app.registered")["foreign"] == "false")
        #expect(try await submit(test, refresh(test, after: 600)) == 0)
        try await test.phone.kill()
        await test.advance(by: .seconds(600))
        #expect(try await test.timeline.first(.taskEnded)["result"] == "success")
        #expect(try await test.timeline.first("app.task")["kind"] == "BGAppRefreshTask")
        #expect(test.phone.phase == .background)
        // Once submitted it runs once.
        #expect(test.timeline.all(.taskStarted).count == 1)
        await test.phone.stop()
    }

    @Test(.rows("F69")) func `a handler has to be registered during the launch, and only once`() async throws {
        let late = try await makePhone()
        try await late.phone.launch()
        try await late.inApp {
            _ = BGTaskScheduler.shared.register(forTaskWithIdentifier: "p1", using: nil) { _ in }
        }
        #expect(try await late.timeline.first(.ended)["reason"] == "crash")
        await late.phone.stop()

        let twice = try await makePhone(atLaunch: {
            Self.register()
            _ = BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.refresh, using: nil) { _ in }
        })
        await #expect(throws: DeviceError.self) { try await twice.phone.launch() }
        #expect(try await twice.timeline.first(.ended)["reason"] == "crash")
        await twice.phone.stop()
    }

    @Test(.rows("F69")) func `one short and ten long tasks may wait; the same name replaces`() async throws {
        let test = try await makePhone()
        try await test.phone.launch()
        #expect(try await submit(test, refresh(test, after: 600)) == 0)
        #expect(try await submit(test, refresh(test, after: 900)) == 0)
        #expect(try await submit(test, { BGAppRefreshTaskRequest(identifier: "p1") }) == 2)
        for number in 1...10 {
            #expect(try await submit(test, { BGProcessingTaskRequest(identifier: "p\(number)") }) == 0)
        }
        #expect(try await submit(test, { BGProcessingTaskRequest(identifier: "p11") }) == 2)
        #expect(try await submit(test, { BGProcessingTaskRequest(identifier: "other") }) == 3)
        try await test.inApp {
            #expect(await BGTaskScheduler.shared.pendingTaskRequests().count == 11)
            BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: "p1")
            #expect(await BGTaskScheduler.shared.pendingTaskRequests().count == 10)
            BGTaskScheduler.shared.cancelAllTaskRequests()
            #expect(await BGTaskScheduler.shared.pendingTaskRequests().isEmpty)
        }
        await test.phone.stop()
    }

    @Test(.rows("F69")) func `there is no scheduler on the Simulator or without background refresh`() async throws {
        let simulator = try await makePhone { $0.kind = .simulator }
        try await simulator.phone.launch()
        #expect(try await submit(simulator, refresh(simulator)) == 1)
        await simulator.phone.stop()
        let test = try await makePhone()
        test.device.setBackgroundRefresh(false, for: bundleID)
        try await test.phone.launch()
        #expect(try await submit(test, refresh(test)) == 1)
        await test.phone.stop()
    }

    @Test(.rows("F69")) func `a long task waits for network and power, and is told when its time is up`() async throws {
        let test = try await makePhone()
        try await test.phone.launch()
        try await test.phone.setOnline(false)
        let code = try await submit(
            test,
            {
                let request = BGProcessingTaskRequest(identifier: Self.processing)
                request.requiresNetworkConnectivity = true
                request.requiresExternalPower = true
                return request
            })
        #expect(code == 0)
        try await test.phone.background()
        test.device.setCharging(true)
        test.device.setCharging(false)
        try await test.phone.setOnline(true)
        test.device.setCharging(true)
        _ = try await test.timeline.first("app.task")
        let both = try #require(test.timeline.all(.powerChanged).last)
        #expect(try await test.timeline.first(.taskStarted).sequence > both.sequence)
        // The other sleeper is the app's suspension.
        await test.advance(by: .seconds(300))
        _ = try await test.timeline.first("app.expired")
        #expect(try await test.timeline.first(.taskEnded)["result"] == "failure")
        #expect(test.phone.phase != .notRunning)
        await test.phone.stop()
    }

    @Test(.rows("F69")) func `an app that does not finish its task is ended`() async throws {
        let test = try await SimulatedDeviceTests.makePhone(
            delegate: { ScriptedDelegate { Self.register() } }, capabilities: [.fetchMode]
        ) { app in
            app.permittedTasks = [Self.refresh]
            app.settings["SLOW"] = "1"
        }
        try await test.phone.launch()
        #expect(try await submit(test, refresh(test, after: 600)) == 0)
        try await test.phone.background()
        let run = Task { try await test.device.runTask(Self.refresh, of: bundleID) }
        _ = try await test.timeline.first("app.task")
        await test.advance(by: .seconds(30))
        #expect(try await test.timeline.first(.ended)["reason"] == "task")
        #expect(try await test.timeline.first(.taskEnded)["result"] == "expired")
        try await run.value
        await test.phone.stop()
    }
}
