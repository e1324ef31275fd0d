import ProcessLocal
import Security
import SimulatedDevice
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PrewarmTests {
    @Test(.rows("F8")) func `an app that is started ahead runs nothing of its delegate until it is opened`()
        async throws
    {
        let test = try await makePhone(delegate: { ScriptedDelegate() })
        try await test.device.prewarm(bundleID)
        #expect(try await test.timeline.first(.launched)["reason"] == "prewarm")
        #expect(test.calls.isEmpty && test.phone.phase == .notRunning)
        try await test.phone.setOnline(false)
        try await test.phone.setOnline(true)
        try await test.push(#"{"aps":{"alert":"Hi"}}"#, until: .shown)
        try await test.phone.tap()
        #expect(test.calls == ["willFinish", "didFinish", "didReceive", "didBecomeActive"])
        #expect(try await test.timeline.first("app.didFinish")["push"] == "true")
        #expect(test.timeline.all(.launched).count == 1)
        try await test.inApp { #expect(SimulatedProcess.current.environment["ActivePrewarm"] == "1") }
        await test.phone.stop()
    }

    @Test(.rows("F8")) func `some launches ahead run the launch methods, long before anybody taps`() async throws {
        let test = try await makePhone(delegate: { SceneAppDelegate() }, usesScenes: true)
        try await test.device.prewarm(bundleID, extent: .launch)
        #expect(test.calls == ["willFinish", "didFinish"])
        #expect(try await test.timeline.first("app.didFinish")["state"] == "background")
        #expect(test.phone.phase == .suspended)
        try await test.push(#"{"aps":{"alert":"Hi"}}"#, collapseID: "c1", until: .shown)
        try await test.phone.tap()
        #expect(try await test.timeline.first("app.willConnect")["response"] == "c1")
        #expect(try await test.timeline.first("app.didReceive")["id"] == "c1")
        #expect(test.timeline.all(.launched).count == 1)
        await test.phone.stop()
    }

    @Test(.rows("F8")) func `a silent push launches an app that was started ahead`() async throws {
        let test = try await makePhone(delegate: { ScriptedDelegate() })
        try await test.device.prewarm(bundleID)
        try await test.push(#"{"aps":{"content-available":1}}"#, type: "background", until: .wakeAnswered)
        #expect(test.calls == ["willFinish", "didFinish", "fetch"])
        await test.phone.stop()
    }

    @Test(.rows("F8")) func `before the first unlock no file of the app is there; afterwards it is`() async throws {
        let test = try await makePhone(delegate: { ScriptedDelegate() })
        try await test.phone.launch()
        func files() async throws -> (home: String?, group: String?) {
            try await test.inApp {
                let containers = SimulatedProcess.current.containers
                let group = try #require(containers.group("group.dev.tidings"))
                return (
                    try? String(contentsOf: containers.home.appendingPathComponent("defaults"), encoding: .utf8),
                    try? String(contentsOf: group.appendingPathComponent("journal"), encoding: .utf8)
                )
            }
        }
        try await test.inApp {
            let containers = SimulatedProcess.current.containers
            try Data("mine".utf8).write(to: containers.home.appendingPathComponent("defaults"))
            let group = try #require(containers.group("group.dev.tidings"))
            try Data("ours".utf8).write(to: group.appendingPathComponent("journal"))
        }
        await test.device.restart()
        try await test.device.prewarm(bundleID, extent: .launch)
        #expect(try await files() == (nil, nil))
        try await test.inApp {
            let group = try #require(SimulatedProcess.current.containers.group("group.dev.tidings"))
            #expect(throws: (any Error).self) { try Data().write(to: group.appendingPathComponent("journal")) }
        }
        await test.phone.unlock()
        #expect(try await files() == ("mine", "ours"))
        await test.phone.stop()
    }
}
