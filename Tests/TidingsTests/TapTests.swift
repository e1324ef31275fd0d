import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import Tidings

@Suite("Taps", .timeLimit(.minutes(1))) struct TapTests {
    private var content: MessageContent {
        var content = MessageContent(title: "Tap me", body: "now")
        content.deepLink = "sample://orders/42"
        return content
    }

    private func withActions() -> MessageContent {
        var content = content
        content.actions = [
            ActionButton(id: "answer", title: "Answer", asksForText: true), ActionButton(id: "yes", title: "Yes"),
        ]
        return content
    }

    @Test("A tap on the banner reaches the delegate once, then its link", .rows("B68", "B72", "K21", "P12"))
    func warm() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.phone.background()
        try await phone.push(TestPush.clear(to: "ada", content))
        try await phone.phone.tap()
        #expect(try await phone.note("opened")["id"] == "msg_1")
        #expect(try await phone.note("link")["url"] == "sample://orders/42")
        #expect(try await phone.receipts("opened").filter { $0 == "opened" } == ["opened"])
        #expect(phone.timeline.all(.urlOpened).isEmpty)
        await phone.phone.stop()
    }

    @Test("A link that the delegate does not open goes to the system", .rows("B68", "CS-U1"))
    func systemOpensLink() async throws {
        let phone = try await SDKPhone { $0.set { $0.opensLinks = false } }.registered()
        try await phone.phone.background()
        var content = content
        content.deepLink = "https://example.com/orders/42"
        try await phone.push(TestPush.clear(to: "ada", content))
        try await phone.phone.tap()
        #expect(try await phone.timeline.first(.urlOpened)["url"] == "https://example.com/orders/42")
        await phone.phone.stop()
    }

    @Test(
        "A tap that launched the app waits for ready() and comes once", .rows("K22", "P5", "CS-L1", "CS-L2"),
        arguments: [false, true])
    func cold(usesScenes: Bool) async throws {
        let phone = try await SDKPhone(usesScenes: usesScenes) { $0.set { $0.isReady = false } }.registered()
        try await phone.phone.kill()
        try await phone.push(TestPush.clear(to: "ada", content))
        try await phone.phone.tap()
        _ = try await phone.receipts("opened")
        #expect(phone.notes("opened").isEmpty)
        await phone.time.advance(by: .seconds(59))
        try await phone.phone.command("ready")
        try await phone.note("opened")
        try await phone.phone.command("ready")
        try await phone.phone.kill()
        try await phone.phone.launch()
        try await phone.phone.command("ready")
        try await phone.settle()
        #expect(phone.notes("opened").count == 1)
        #expect(phone.server.receipts(of: "msg_1").filter { $0 == "opened" }.count == 1)
        await phone.phone.stop()
    }

    @Test("A tap older than sixty seconds is dropped with one line; the receipt counts", .rows("K22"))
    func tooOld() async throws {
        let phone = try await SDKPhone { $0.set { $0.isReady = false } }.registered()
        try await phone.phone.kill()
        try await phone.push(TestPush.clear(to: "ada", content))
        try await phone.phone.tap()
        _ = try await phone.receipts("opened")
        await phone.time.advance(by: .seconds(61))
        try await phone.phone.command("ready")
        try await phone.settle()
        #expect(phone.notes("opened").isEmpty)
        #expect(phone.options.current.log.lines.filter { $0.contains("too old to be replayed") }.count == 1)
        #expect(phone.server.receipts(of: "msg_1").contains("opened"))
        await phone.phone.stop()
    }

    @Test("A tap that comes long before the app may begin is dropped, and the log says so", .rows("K22", "CS-L3"))
    func tooLongBeforeConfigure() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.phone.kill()
        phone.options.set { $0.configures = false }
        try await phone.push(TestPush.clear(to: "ada", content))
        // Whoever refuses consent never lets the app configure: the system is answered all the same.
        try await phone.phone.tap()
        #expect(phone.timeline.all(.callbackDone).contains { $0["name"] == "didReceive" && $0["result"] == "done" })
        await phone.time.advance(by: .seconds(61))
        try await phone.phone.command("configure")
        try await phone.settle()
        #expect(phone.notes("opened").isEmpty)
        #expect(phone.options.current.log.lines.contains { $0.contains("too old to be replayed") })
        await phone.phone.stop()
    }

    @Test("A tap before configure is remembered and replayed after it", .rows("K22", "CS-L3"))
    func beforeConfigure() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.phone.kill()
        phone.options.set { $0.configures = false }
        try await phone.push(TestPush.clear(to: "ada", content))
        try await phone.phone.tap()
        #expect(phone.notes("opened").isEmpty)
        try await phone.phone.command("configure")
        #expect(try await phone.note("opened")["id"] == "msg_1")
        #expect(try await phone.receipts("opened").filter { $0 == "opened" }.count == 1)
        await phone.phone.stop()
    }

    @Test("A tap outlives the death of the app before it was ready", .rows("CS-L7", "P5"))
    func survivesDeath() async throws {
        let phone = try await SDKPhone { $0.set { $0.isReady = false } }.registered()
        try await phone.phone.kill()
        try await phone.push(TestPush.clear(to: "ada", content))
        try await phone.phone.tap()
        _ = try await phone.receipts("opened")
        try await phone.phone.kill()
        try await phone.phone.launch()
        try await phone.phone.command("ready")
        #expect(try await phone.note("opened")["id"] == "msg_1")
        await phone.phone.stop()
    }

    @Test("A typed answer reaches a killed app with action and text, and the server", .rows("B72", "P6"))
    func reply() async throws {
        let phone = try await SDKPhone().registered()
        // Without an extension the buttons have to be known before: the app's own banner registers them.
        try await phone.phone.background()
        let payload = try TestPush.sealed(to: "ada", form: .silent, for: phone.device, withActions())
        _ = try await phone.push(payload, type: "background", until: .wakeAnswered)
        try await phone.phone.kill()
        try await phone.phone.reply("On my way")
        let opened = try await phone.note("opened")
        #expect(opened["action"] == "answer" && opened["input"] == "On my way")
        #expect(phone.notes("link").isEmpty)
        _ = try await phone.receipts("opened")
        let event = phone.server.events("$notification.opened").first
        #expect(event?.data["action"] == "answer" && event?.data["input"] == "On my way")
        await phone.phone.stop()
    }

    @Test(
        "A button that works in the background opens nothing: no link, and the app counts as not launched by it",
        .rows("CS-L9", "B72"), arguments: [false, true])
    func backgroundButton(isKilled: Bool) async throws {
        let phone = try await SDKPhone().registered()
        try await phone.phone.background()
        let payload = try TestPush.sealed(to: "ada", form: .silent, for: phone.device, withActions())
        _ = try await phone.push(payload, type: "background", until: .wakeAnswered)
        if isKilled { try await phone.phone.kill() }
        try await phone.phone.reply("On my way")
        #expect(try await phone.note("opened")["action"] == "answer")
        try await phone.settle()
        #expect(try await phone.phone.command("launchopen") == "none")
        #expect(phone.notes("link").isEmpty && phone.timeline.all(.urlOpened).isEmpty)
        #expect(phone.timeline.entries.last { $0.kind == .state }?["state"] != "active")
        await phone.phone.stop()
    }

    @Test(
        "Without network a tap is complete at once; its receipt follows", .rows("CS-C4", "P5"),
        arguments: [false, true])
    func offline(isKilled: Bool) async throws {
        let phone = try await SDKPhone().registered()
        try await phone.phone.background()
        if isKilled { try await phone.phone.kill() }
        try await phone.push(TestPush.clear(to: "ada", content))
        phone.server.isOffline = true
        // The clock stands still: nothing waits for a deadline.
        try await phone.phone.tap()
        #expect(phone.timeline.all(.callbackDone).contains { $0["name"] == "didReceive" && $0["result"] == "done" })
        try await phone.note("opened")
        #expect(!phone.server.receipts(of: "msg_1").contains("opened"))
        phone.server.isOffline = false
        try await phone.settle()
        #expect(phone.server.receipts(of: "msg_1").filter { $0 == "opened" }.count == 1)
        await phone.phone.stop()
    }

    @Test("A dismissed notification with buttons is a receipt and no tap", .rows("B72", "CS-L9"))
    func dismissed() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.phone.background()
        let payload = try TestPush.sealed(to: "ada", form: .silent, for: phone.device, withActions())
        _ = try await phone.push(payload, type: "background", until: .wakeAnswered)
        try await phone.phone.dismiss()
        _ = try await phone.receipts("dismissed")
        #expect(phone.notes("opened").isEmpty)
        #expect(!phone.server.receipts(of: "msg_1").contains("opened"))
        await phone.phone.stop()
    }

    @Test("Two quick taps both arrive, in order", .rows("U7"))
    func twoTaps() async throws {
        let phone = try await SDKPhone { $0.set { $0.isReady = false } }.registered()
        try await phone.phone.background()
        for id in ["msg_1", "msg_2"] { try await phone.push(TestPush.clear(id: id, to: "ada", content), id: id) }
        try await phone.phone.tap("msg_1")
        try await phone.phone.tap("msg_2")
        try await phone.phone.command("ready")
        try await phone.settle()
        #expect(phone.notes("opened").map { $0["id"] } == ["msg_1", "msg_2"])
        await phone.phone.stop()
    }

    @Test("A tap on a message for the person before leads nowhere", .rows("CS-X1"))
    func otherSubscriber() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.phone.background()
        try await phone.push(TestPush.clear(to: "ada", content))
        try await phone.phone.launch()
        try await phone.phone.command("logout")
        try await phone.settle()
        try await phone.phone.tap()
        try await phone.settle()
        #expect(phone.notes("opened").isEmpty)
        await phone.phone.stop()
    }
}
