import Foundation
import SimulatedDevice
import TestSupport
import Testing
import Timekeeping

@Suite("onNotification", .timeLimit(.minutes(1))) struct OnNotificationTests {
    private struct ViewPhone {
        let phone: Phone
        let courier = DirectCourier()
        let time = VirtualTime.forTest()

        init(listens: Bool = true) async throws {
            let app = AppDefinition(
                bundleID: bundleID, program: .app(TestSwiftUIApp.self), appGroups: ["group.\(bundleID)"],
                settings: ["LISTENS": listens ? "1" : "0"])
            phone = try Phone(app: app, courier: courier, time: time)
            phone.device.changeSettings(allow: true, for: bundleID)
            _ = try await courier.register(bundleID: bundleID, environment: .sandbox)
        }

        func push(_ id: String) async throws {
            let mark = phone.timeline.mark
            courier.send(#"{"aps":{"alert":"Hello"}}"#, to: bundleID, collapseID: id)
            _ = try await phone.timeline.first(after: mark) { $0.kind == .shown || $0.kind == .notShown }
        }

        var responses: [TimelineEntry] { phone.timeline.all("app.response") }

        func response(_ id: String) async throws -> TimelineEntry {
            try await phone.timeline.first { $0.kind == "app.response" && $0["id"] == id }
        }
    }

    @Test(
        "A tap reaches the closure: in front, in the background, and in a killed app", .rows("U1", "U4", "U5", "CS-L6"))
    func allStates() async throws {
        let phone = try await ViewPhone()
        try await phone.phone.launch()
        try await phone.push("front")
        #expect(phone.phone.timeline.all(.shown).count == 1)
        try await phone.phone.tap()
        _ = try await phone.response("front")
        try await phone.phone.background()
        try await phone.push("back")
        try await phone.phone.tap()
        _ = try await phone.response("back")
        try await phone.phone.kill()
        try await phone.push("killed")
        try await phone.phone.tap()
        _ = try await phone.response("killed")
        #expect(phone.responses.map { $0["id"] } == ["front", "back", "killed"])
        await phone.phone.stop()
    }

    @Test("One view gets a response, and a view that is made anew gets no old one", .rows("U7", "CS-H4"))
    func oneShot() async throws {
        let phone = try await ViewPhone()
        try await phone.phone.launch()
        try await phone.phone.background()
        try await phone.push("once")
        try await phone.phone.tap()
        _ = try await phone.response("once")
        try await phone.phone.command("silence")
        try await phone.phone.command("listen")
        try await phone.phone.command("again")
        #expect(phone.responses.map { $0["by"] } == ["view 0"])
        await phone.phone.stop()
    }

    @Test("A view gets only what it wants; the rest waits for one that does", .rows("U12", "U7"))
    func filtered() async throws {
        let phone = try await ViewPhone(listens: false)
        try await phone.phone.launch()
        try await phone.phone.command("orders")
        for id in ["other", "order-1"] {
            try await phone.phone.background()
            try await phone.push(id)
            try await phone.phone.tap(id)
        }
        #expect(try await phone.response("order-1")["by"] == "orders")
        #expect(phone.responses.count == 1)
        try await phone.phone.command("listen")
        #expect(try await phone.response("other")["by"] == "view 0")
        await phone.phone.stop()
    }

    @Test("A view that has gone gets nothing; the response waits for one that is there", .rows("U7"))
    func goneView() async throws {
        let phone = try await ViewPhone()
        try await phone.phone.launch()
        try await phone.phone.command("silence")
        try await phone.phone.background()
        try await phone.push("late")
        try await phone.phone.tap()
        #expect(phone.responses.isEmpty)
        try await phone.phone.command("listen")
        _ = try await phone.response("late")
        #expect(phone.responses.count == 1)
        await phone.phone.stop()
    }

    @Test(
        "Responses wait in order for a view that listens, in an app that runs and in one that they start",
        .rows("U5", "U7", "CS-L1"), arguments: [false, true])
    func ordered(isKilled: Bool) async throws {
        let phone = try await ViewPhone(listens: false)
        try await phone.phone.launch()
        try await phone.phone.background()
        if isKilled { try await phone.phone.kill() }
        for id in ["first", "second"] { try await phone.push(id) }
        try await phone.phone.tap("first")
        try await phone.phone.tap("second")
        #expect(phone.responses.isEmpty)
        await phone.time.advance(by: .seconds(5))
        try await phone.phone.command("listen")
        _ = try await phone.response("second")
        #expect(phone.responses.map { $0["id"] } == ["first", "second"])
        await phone.phone.stop()
    }

    @Test("A response that nobody took for sixty seconds is not replayed", .rows("U7", "K22"))
    func expiry() async throws {
        let phone = try await ViewPhone(listens: false)
        try await phone.phone.launch()
        try await phone.phone.background()
        try await phone.push("old")
        try await phone.phone.tap()
        await phone.time.advance(by: .seconds(61))
        try await phone.push("new")
        try await phone.phone.tap("new")
        try await phone.phone.command("listen")
        _ = try await phone.response("new")
        #expect(phone.responses.map { $0["id"] } == ["new"])
        await phone.phone.stop()
    }

    @Test("The newest closure of a view counts")
    func newestClosure() async throws {
        let phone = try await ViewPhone()
        try await phone.phone.launch()
        try await phone.phone.command("again")
        try await phone.push("late")
        try await phone.phone.tap()
        #expect(try await phone.response("late")["by"] == "view 1")
        await phone.phone.stop()
    }
}
