import ClientTestSupport
import Foundation
import Locking
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("An app that is started, left and locked", .timeLimit(.minutes(1))) struct LifeTests {
    private let content = MessageContent(title: "Hello", body: "World")

    @Test("What an app says before the first unlock is done after it", .rows("CS-P1"))
    func beforeFirstUnlock() async throws {
        let phone = try await SDKPhone().registered()
        let deviceID = phone.server.devices.map(\.id)
        await phone.phone.device.restart()
        phone.options.set { $0.user = "bob" }
        try await phone.push(
            TestPush.clear(to: "ada", form: .silent, content), type: "background", until: .wakeAnswered)
        try await phone.phone.command("track before.unlock")
        #expect(phone.server.events("before.unlock").isEmpty)
        await phone.phone.unlock()
        await phone.time.waitForSleepers(waking: .seconds(3))
        await phone.time.advance(by: .seconds(3))
        try await phone.server.wait { !$0.events("before.unlock").isEmpty }
        #expect(phone.server.events("before.unlock").map(\.subscriber) == ["bob"])
        #expect(phone.server.devices.map(\.id) == deviceID)
        #expect(phone.server.devices.map(\.subscriber) == ["bob"])
        await phone.phone.stop()
    }

    @Test(
        "Started ahead of time before the first unlock, it is the same person's app on the same device afterwards",
        .rows("CS-P1"), arguments: [PrewarmExtent.main, .launch])
    func prewarmed(extent: PrewarmExtent) async throws {
        let phone = try await SDKPhone { $0.set { $0.user = nil } }.registered()
        try await phone.settle()
        let before = try #require(phone.server.devices.first)
        try await phone.phone.kill()
        await phone.phone.device.restart()
        try await phone.phone.device.prewarm(bundleID, extent: extent)
        await phone.phone.unlock()
        try await phone.phone.launch()
        try await phone.settle()
        #expect(phone.server.devices.map(\.id) == [before.id])
        #expect(phone.server.devices.map(\.subscriber) == [before.subscriber])
        #expect(phone.device["installId"] == before.registration["installId"])
        await phone.phone.stop()
    }

    @Test("A push that comes right after a logout is not shown to the next person", .rows("CS-X1"))
    func logoutRace() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.settle()
        // The client is busy with an earlier command while the person logs out.
        let (gate, opening) = AsyncStream<Never>.makeStream()
        phone.options.set { $0.beforePermission = { for await _ in gate {} } }
        try await phone.phone.background()
        try await phone.phone.launch()
        try await phone.phone.command("logout")
        let mark = phone.timeline.mark
        phone.courier.send(try TestPush.clear(to: "ada", content), to: bundleID, collapseID: "msg_1")
        _ = try await phone.timeline.first(after: mark) { $0.kind == .callback && $0["name"] == "willPresent" }
        opening.finish()
        #expect(
            try await phone.timeline.first(after: mark) { [.shown, .notShown].contains($0.kind) }.kind == .notShown)
        await phone.phone.stop()
    }

    @Test("What is under way when the person leaves is finished in the background", .rows("CS-R1"))
    func finishesInBackground() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.settle()
        let (gate, opening) = AsyncStream<Never>.makeStream()
        try await leave(phone, sending: { for await _ in gate {} })
        await phone.time.waitForSleepers(waking: .seconds(5))
        await phone.time.advance(by: .seconds(5))
        await phone.time.waitForSleepers(waking: .seconds(30))
        #expect(phone.timeline.all(.state).last?["state"] == "background")
        opening.finish()
        try await phone.server.wait { !$0.events("last.word").isEmpty }
        await phone.phone.stop()
    }

    @Test("It gives up, and is not ended by the system, when there is no more time", .rows("CS-R1"))
    func givesUpInBackground() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.settle()
        let (gate, opening) = AsyncStream<Never>.makeStream()
        try await leave(phone, sending: { for await _ in gate {} })
        // The system suspends after five seconds, but for the thirty that the app has asked for.
        phone.time.startMoving()
        _ = try await phone.timeline.first { $0.kind == .state && $0["state"] == "suspended" }
        phone.time.stopMoving()
        #expect(phone.timeline.all(.ended).isEmpty)
        phone.options.set { $0.beforeSending = {} }
        opening.finish()
        try await phone.phone.launch()
        try await phone.server.wait { !$0.events("last.word").isEmpty }
        #expect(phone.server.events("last.word").count == 1)
        await phone.phone.stop()
    }

    /// Records an event and leaves the app while it is on its way to the server.
    private func leave(_ phone: SDKPhone, sending: @escaping @Sendable () async -> Void) async throws {
        let (begun, begin) = AsyncStream<Void>.makeStream()
        phone.options.set {
            $0.beforeSending = {
                begin.yield()
                await sending()
            }
        }
        try await phone.phone.command("track last.word")
        await phone.time.waitForSleepers(waking: .seconds(3))
        await phone.time.advance(by: .seconds(3))
        for await _ in begun { break }
        try await phone.phone.background()
    }

    /// Phones of one test share a notification centre, which would keep what observes it for ever.
    @Test("A client goes with its process")
    func gone() async throws {
        let kept = WeakReference<LogRecorder>()
        do {
            let phone = try SDKPhone()
            phone.options.set { $0.log = kept.make() }
            _ = try await phone.registered()
            try await phone.settle()
            await phone.phone.stop()
            phone.options.set { $0.log = LogRecorder() }
        }
        // What is left of the process comes to its end by itself.
        while kept.object != nil { await Task.yield() }
    }

    private final class WeakReference<Object: AnyObject & Sendable>: Sendable {
        private let state = Locked<() -> Object?>({ nil })
        var object: Object? { state.withLockUnchecked { $0() } }

        func make() -> Object where Object == LogRecorder {
            let object = LogRecorder()
            state.withLockUnchecked { $0 = { [weak object] in object } }
            return object
        }
    }
}
