import Foundation
import SimulatedDevice
import TestSupport
import Testing
import Timekeeping

@Suite(.timeLimit(.minutes(1)))
struct ChildProcessTests {
    private struct Child {
        let phone: Phone
        let courier: DirectCourier
        var timeline: Timeline { phone.timeline }

        func push(_ payload: String, until kinds: TimelineEntry.Kind...) async throws -> TimelineEntry {
            let mark = timeline.mark
            courier.send(payload, to: bundleID)
            return try await timeline.first(after: mark) { kinds.contains($0.kind) }
        }
    }

    /// A phone with the fixture executables, launched and registered.
    private func makeChild(
        capabilities: Set<AppDefinition.Capability> = [.push, .remoteNotificationMode],
        time: any TimeSource = SystemTime(),
        _ change: (inout DeviceConfiguration) -> Void = { _ in }
    ) async throws -> Child {
        var configuration = DeviceConfiguration()
        change(&configuration)
        var app = AppDefinition(
            bundleID: bundleID, program: .executable(Executables.app),
            serviceExtension: .executable(Executables.serviceExtension), appGroups: ["group.dev.tidings"],
            capabilities: capabilities)
        app.contentExtension = .executable(Executables.contentExtension)
        app.contentExtensionCategories = ["chat"]
        let courier = DirectCourier()
        let phone = try Phone(app: app, courier: courier, time: time, configuration: configuration)
        try await phone.launch()
        _ = try await phone.timeline.first("app.didRegister")
        _ = try await phone.timeline.first("app.permission")
        return Child(phone: phone, courier: courier)
    }

    private func state(of pid: String?) -> String? {
        guard let pid, let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8) else {
            return nil
        }
        return status.split(separator: "\n").first { $0.hasPrefix("State:") }.map { String($0.dropFirst(7).prefix(1)) }
    }

    @Test func `an app in a process of its own registers, is called, and answers commands`() async throws {
        let child = try await makeChild()
        let shown = try await child.push(
            #"{"aps":{"alert":{"title":"Hello"},"mutable-content":1}}"#, until: .shown, .notShown)
        #expect(shown["title"] == "Hello (seen)")
        let seen = try await child.timeline.first("app.willPresent")
        #expect(seen["title"] == "Hello (seen)")
        #expect(try await child.phone.command("hi there") == "heard hi there")
        #expect(try await child.phone.command("thread") == "true")
        #expect(try await child.phone.command("online") == "true")
        try await child.phone.setOnline(false)
        #expect(try await child.phone.command("online") == "false")
        await child.phone.stop()
    }

    @Test(.rows("F49")) func `after its answer the extension's process stands still, and goes on with the next push`()
        async throws
    {
        let child = try await makeChild()
        try await child.phone.background()
        _ = try await child.push(
            #"{"aps":{"alert":"1","mutable-content":1},"do":"afterwards"}"#, until: .shown)
        let launched = try await child.timeline.first {
            $0.kind == .launched && $0.process?.hasPrefix("extension") == true
        }
        #expect(state(of: launched["pid"]) == "T")
        #expect(!child.timeline.entries.contains { $0.kind == "app.afterwards" })
        _ = try await child.push(#"{"aps":{"alert":"2","mutable-content":1},"do":"late"}"#, until: .extensionStarted)
        _ = try await child.timeline.first("app.afterwards")
        await child.phone.stop()
    }

    @Test func `a suspended app is a stopped process, and a killed one is gone`() async throws {
        let child = try await makeChild()
        let pid = try await child.phone.command("pid")
        try await child.phone.background()
        try await child.phone.suspend()
        #expect(state(of: pid) == "T")
        try await child.phone.launch()
        #expect(child.phone.phase == .active)
        #expect(try await child.phone.command("pid") == pid)
        try await child.phone.kill()
        #expect([nil, "Z"].contains(state(of: pid)))
        #expect(child.phone.phase == .notRunning)
        await child.phone.stop()
    }

    @Test(.rows("F10")) func `an app that is suspended with a lock on a shared file is ended`() async throws {
        let child = try await makeChild()
        #expect(try await child.phone.command("lock") == "locked")
        try await child.phone.background()
        try await child.phone.suspend()
        #expect(try await child.timeline.first(.ended)["reason"] == "0xdead10cc")
        try await child.phone.launch()
        let mark = child.timeline.mark
        try await child.phone.background()
        try await child.phone.suspend()
        #expect(!child.timeline.entries.dropFirst(mark).contains { $0.kind == .ended })
        await child.phone.stop()
    }

    @Test(.rows("F10"))
    func `so is an extension that has answered with a lock in hand, and the next push starts another`() async throws {
        let child = try await makeChild()
        try await child.phone.background()
        let locked = try await child.push(
            #"{"aps":{"alert":"1","mutable-content":1},"do":"lock"}"#, until: .shown)
        #expect(locked["title"] == " (seen)" || locked["body"] == "1")
        #expect(try await child.timeline.first("app.lock")["is"] == "true")
        let ended = try await child.timeline.first(.ended)
        #expect(ended["reason"] == "0xdead10cc" && ended.process?.hasPrefix("extension") == true)
        _ = try await child.push(#"{"aps":{"alert":"2","mutable-content":1}}"#, until: .shown)
        #expect(Set(child.timeline.all(.extensionAnswered).compactMap(\.process)).count == 2)
        #expect(child.timeline.all(.ended).count == 1)
        await child.phone.stop()
    }

    @Test(.rows("F45")) func `an extension that answers nothing is told of its expiry, and the original is shown`()
        async throws
    {
        let time = VirtualTime.forTest()
        let child = try await makeChild(time: time)
        try await child.phone.background()
        try await child.phone.suspend()
        for (action, title) in [("hang", "A"), ("late", "A (seen)")] {
            let mark = child.timeline.mark
            child.courier.send(#"{"aps":{"alert":{"title":"A"},"mutable-content":1},"do":"\#(action)"}"#, to: bundleID)
            _ = try await child.timeline.first("app.received", after: mark)
            await time.waitForSleepers(2)
            await time.advance(by: .seconds(30))
            _ = try await child.timeline.first("app.expiring", after: mark)
            if action == "hang" { await time.advance(by: .seconds(1)) }
            #expect(try await child.timeline.first(.shown, after: mark)["title"] == title)
        }
        #expect(try await child.timeline.first(.extensionFailed)["reason"] == "time")
        await child.phone.stop()
    }

    @Test(.rows("F46")) func `an extension over its memory limit loses, and the original is shown`() async throws {
        let child = try await makeChild()
        try await child.phone.background()
        let shown = try await child.push(
            #"{"aps":{"alert":{"title":"A"},"mutable-content":1},"do":"memory"}"#, until: .shown)
        #expect(shown["title"] == "A")
        #expect(try await child.timeline.first(.extensionFailed)["reason"] == "memory")
        await child.phone.stop()
    }

    @Test func `an extension that dies does not take the push with it`() async throws {
        let child = try await makeChild()
        try await child.phone.background()
        let shown = try await child.push(
            #"{"aps":{"alert":{"title":"A"},"mutable-content":1},"do":"exit"}"#, until: .shown)
        #expect(shown["title"] == "A")
        #expect(try await child.timeline.first(.extensionFailed)["reason"] == "crash")
        await child.phone.stop()
    }

    @Test func `an app that exits is noted as ended and can be launched again`() async throws {
        let child = try await makeChild()
        _ = try? await child.phone.command("exit")
        let ended = try await child.timeline.first(.ended)
        #expect(ended["reason"] == "exit 3")
        #expect(child.phone.phase == .notRunning)
        try await child.phone.launch()
        #expect(child.phone.phase == .active)
        await child.phone.stop()
    }

    @Test(.rows("F41")) func `an attachment is moved from the extension's container into the store`() async throws {
        let child = try await makeChild()
        try await child.phone.background()
        let shown = try await child.push(
            #"{"aps":{"alert":{"title":"A"},"mutable-content":1},"do":"attach"}"#, until: .shown)
        #expect(shown["attachments"] == "1")
        let file = try #require(child.phone.screen.notifications.first?.attachments.first)
        #expect(FileManager.default.fileExists(atPath: file.path))
        #expect(file.path.contains("/store/"))
        await child.phone.stop()
    }

    @Test func `a program that is missing or no app is refused with a sentence`() async throws {
        let courier = DirectCourier()
        let missing = try Phone(
            app: AppDefinition(bundleID: bundleID, program: .executable(URL(fileURLWithPath: "/nowhere/App"))),
            courier: courier)
        await #expect(throws: DeviceError.self) { try await missing.launch() }
        let stranger = try Phone(
            app: AppDefinition(bundleID: bundleID, program: .executable(URL(fileURLWithPath: "/bin/true"))),
            courier: courier)
        await #expect(throws: DeviceError.self) { try await stranger.launch() }
        await missing.stop()
        await stranger.stop()
    }

    @Test(.rows("F8")) func `defaults read as never set before the first unlock, and are there later`()
        async throws
    {
        let child = try await makeChild()
        #expect(try await child.phone.command("remember") == "true")
        #expect(try await child.phone.command("recall") == "this")
        await child.phone.device.restart()
        child.courier.send(#"{"aps":{"content-available":1}}"#, to: bundleID, pushType: "background")
        _ = try await child.timeline.first(.wakeAnswered)
        #expect(try await child.phone.command("recall") == "nothing")
        await child.phone.unlock()
        try await child.phone.kill()
        try await child.phone.launch()
        #expect(try await child.phone.command("recall") == "this")
        await child.phone.stop()
    }

    @Test(.rows("F8")) func `a process that is started ahead stands still before its launch methods`() async throws {
        let child = try await makeChild()
        try await child.phone.kill()
        let mark = child.timeline.mark
        try await child.phone.device.prewarm(bundleID)
        let pid = try await child.timeline.first(.launched, after: mark)["pid"]
        #expect(state(of: pid) == "T")
        try await child.phone.launch()
        #expect(try await child.phone.command("pid") == pid)
        #expect(child.timeline.entries.dropFirst(mark).filter { $0.kind == "app.didFinish" }.count == 1)
        await child.phone.stop()
    }

    @Test func `a content extension draws in a process of its own, and has its say about buttons`() async throws {
        let child = try await makeChild()
        try await child.phone.background()
        _ = try await child.push(#"{"aps":{"alert":{"title":"A"},"category":"chat"}}"#, until: .shown)
        try await child.phone.device.expand(in: bundleID)
        let drawn = try await child.timeline.first("app.drawn")
        #expect(drawn["title"] == "A" && drawn["onMain"] == "true")
        let started = try await child.timeline.first { $0.kind == .launched && $0.process == drawn.process }
        #expect(started["pid"] != nil && started["reason"] == "expand")
        try await child.phone.act("stay")
        #expect(try await child.timeline.first(.contentAnswered)["result"] == "stays")
        #expect(child.phone.screen.notifications.map(\.isExpanded) == [true])
        try await child.phone.act("forward")
        #expect(try await child.timeline.first("app.didReceive")["action"] == "forward")
        await child.phone.stop()
        #expect([nil, "Z"].contains(state(of: started["pid"])))
    }

    @Test func `a content extension that dies leaves the notification as it was, and is started anew`() async throws {
        let child = try await makeChild()
        try await child.phone.background()
        _ = try await child.push(#"{"aps":{"alert":{"title":"exit"},"category":"chat"}}"#, until: .shown)
        await #expect(throws: DeviceError.self) { try await child.phone.device.expand(in: bundleID) }
        #expect(try await child.timeline.first(.contentFailed)["reason"] == "crash")
        #expect(child.phone.screen.notifications.map(\.isExpanded) == [false])
        _ = try await child.push(#"{"aps":{"alert":{"title":"B"},"category":"chat"}}"#, until: .shown)
        try await child.phone.device.expand(in: bundleID)
        #expect(try await child.timeline.first("app.drawn")["title"] == "B")
        await child.phone.stop()
    }

    @Test(.rows("F55")) func `an impossible interval really ends the process`() async throws {
        let child = try await makeChild { $0.passesChildOutput = false }
        _ = try? await child.phone.command("interval")
        #expect(try await child.timeline.first(.ended)["reason"] == "crash")
        await child.phone.stop()
    }
}
