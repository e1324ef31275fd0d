import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import Tidings

@Suite("Links and named actions", .timeLimit(.minutes(1))) struct LinkTests {
    private func content(_ link: String? = "https://example.com/42", action: String? = nil) -> MessageContent {
        var content = MessageContent(title: "Order", body: "shipped")
        content.deepLink = link
        content.action = action.map { NamedAction(name: $0, data: ["cart": 7]) }
        return content
    }

    private func tapped(
        _ content: MessageContent, usesScenes: Bool = false, _ change: @escaping (inout TestOptions.Values) -> Void
    ) async throws -> SDKPhone {
        let phone = try await SDKPhone(usesScenes: usesScenes) { $0.set(change) }.registered()
        try await phone.phone.background()
        try await phone.push(TestPush.clear(to: "ada", content))
        try await phone.phone.tap()
        try await phone.settle()
        return phone
    }

    @Test(
        "A link goes to the delegate, then to the closure, then to the system: the first that takes it ends its way",
        .rows("B81", "CS-U1"),
        arguments: [
            (true, true, "delegate"), (false, true, "closure"), (false, false, "system"),
        ])
    func route(delegateOpens: Bool, closureOpens: Bool, via: String) async throws {
        let phone = try await tapped(content()) { values in
            values.opensLinks = delegateOpens
            values.hasLinkHandler = true
            values.handlerOpensLinks = closureOpens
        }
        #expect(phone.notes("link").count == 1)
        #expect(phone.notes("closure").count == (delegateOpens ? 0 : 1))
        #expect(phone.timeline.all(.urlOpened).count == (via == "system" ? 1 : 0))
        let events = phone.server.events("$deeplink.opened")
        #expect(events.map { $0.data["via"]?.string } == [via])
        #expect(events.first?.data["url"] == "https://example.com/42" && events.first?.data["messageId"] == "msg_1")
        await phone.phone.stop()
    }

    @Test(
        "A universal link of the app's own is never sent to the browser, one of others is", .rows("CS-U1", "B81"),
        arguments: [
            ("https://app.example.com/a", "nobody"), ("https://APP.example.com/a", "nobody"),
            ("https://example.com/a", "system"),
        ])
    func universal(link: String, via: String) async throws {
        let phone = try await tapped(content(link)) { $0.opensLinks = false }
        #expect(phone.timeline.all(.urlOpened).map { $0["url"] } == (via == "system" ? [link] : []))
        #expect(phone.server.events("$deeplink.opened").map { $0.data["via"]?.string } == [via])
        await phone.phone.stop()
    }

    @Test("Without a delegate the link is opened all the same, once the app is ready", .rows("B81", "CS-U4"))
    func withoutDelegate() async throws {
        let phone = try await tapped(content()) { values in
            values.hasDelegate = false
            values.isReady = false
        }
        #expect(phone.timeline.all(.urlOpened).isEmpty)
        try await phone.phone.command("ready")
        try await phone.settle()
        #expect(phone.timeline.all(.urlOpened).count == 1)
        await phone.phone.stop()
    }

    @Test(
        "A named action runs before the link is opened; an unknown one is reported as not handled", .rows("B81"),
        arguments: [("checkout", true), ("unheard", false)])
    func action(name: String, isKnown: Bool) async throws {
        let phone = try await tapped(content(action: name)) { _ in }
        let order = phone.timeline.entries.map(\.kind.rawValue)
            .filter { ["app.opened", "app.action", "app.link"].contains($0) }
        #expect(order == (isKnown ? ["app.opened", "app.action", "app.link"] : ["app.opened", "app.link"]))
        #expect(phone.notes("action").map { $0["data"] } == (isKnown ? [#"{"cart":7}"#] : []))
        let events = phone.server.events("$action.triggered")
        #expect(events.map { $0.data["handled"] } == [.bool(isKnown)])
        #expect(events.first?.data["name"]?.string == name && events.first?.data["messageId"] == "msg_1")
        await phone.phone.stop()
    }

    @Test(
        "A cold start leads to one navigation, after the app is ready, whichever callback tells of it first",
        .rows("CS-U4", "CS-H3", "P12"), arguments: [false, true], [false, true])
    func coldStart(usesScenes: Bool, linkFirst: Bool) async throws {
        let phone = try await SDKPhone(usesScenes: usesScenes) { options in
            options.set { values in
                values.isReady = false
                values.launchLink = linkFirst ? "https://example.com/42" : nil
            }
        }.registered()
        try await phone.phone.kill()
        try await phone.push(TestPush.clear(to: "ada", content()))
        try await phone.phone.tap()
        // The same link once more, as scene options and launch options bring it.
        for _ in 0..<3 { try await phone.phone.command("open https://example.com/42") }
        #expect(phone.notes("link").isEmpty && phone.notes("incoming").isEmpty)
        for _ in 0..<2 { try await phone.phone.command("ready") }
        try await phone.settle()
        #expect(phone.notes("opened").count == 1)
        #expect(phone.notes("link").count == 1 && phone.notes("incoming").isEmpty)
        #expect(phone.server.events("$deeplink.opened").count == 1)
        await phone.phone.stop()
    }

    @Test("A link that was opened before its tap was reported is not opened again by it", .rows("CS-U4", "CS-H3"))
    func linkBeforeTap() async throws {
        let phone = try await SDKPhone { $0.set { $0.launchLink = "https://example.com/42" } }.registered()
        try await phone.phone.kill()
        await phone.time.advance(by: .seconds(10))
        try await phone.push(TestPush.clear(to: "ada", content()))
        try await phone.phone.tap()
        try await phone.settle()
        #expect(phone.notes("opened").count == 1)
        // The first launch had the link too.
        #expect(phone.notes("incoming").count == 2 && phone.notes("link").isEmpty)
        await phone.phone.stop()
    }

    @Test(
        "A link from outside is held until the app is ready, and goes to the delegate, then to the closure",
        .rows("CS-U4", "B81"), arguments: [(true, "delegate"), (false, "closure")])
    func incoming(delegateOpens: Bool, via: String) async throws {
        let phone = try SDKPhone { options in
            options.set { values in
                values.isReady = false
                values.hasLinkHandler = true
                values.opensLinks = delegateOpens
            }
        }
        try await phone.phone.openURL("sample://settings")
        try await phone.settle()
        #expect(phone.notes("incoming").isEmpty)
        try await phone.phone.command("ready")
        try await phone.settle()
        try await phone.phone.command("open javascript:alert(1)")
        try await phone.settle()
        #expect(phone.notes("incoming").map { $0["url"] } == ["sample://settings"])
        #expect(phone.notes("closure").count == (delegateOpens ? 0 : 1))
        #expect(phone.timeline.all(.urlOpened).isEmpty)
        #expect(phone.server.events("$deeplink.opened").map { $0.data["via"]?.string } == [via])
        await phone.phone.stop()
    }

    @Test("A suspended app gets the tap that wakes it, once", .rows("CS-L8"), arguments: [false, true])
    func suspended(usesScenes: Bool) async throws {
        let phone = try await SDKPhone(usesScenes: usesScenes).registered()
        try await phone.phone.background()
        try await phone.phone.suspend()
        try await phone.push(TestPush.clear(to: "ada", content()))
        try await phone.phone.tap()
        try await phone.settle()
        #expect(phone.notes("opened").map { $0["id"] } == ["msg_1"])
        #expect(phone.notes("link").count == 1)
        #expect(phone.server.receipts(of: "msg_1").filter { $0 == "opened" }.count == 1)
        await phone.phone.stop()
    }

    @Test(
        "What launched the app can be asked before and after the delegate was told, with the same answer",
        .rows("CS-L4"), arguments: [false, true])
    func launchOpen(usesScenes: Bool) async throws {
        let phone = try await SDKPhone(usesScenes: usesScenes) { $0.set { $0.isReady = false } }.registered()
        #expect(try await phone.phone.command("launchopen") == "none")
        try await phone.phone.kill()
        try await phone.push(TestPush.clear(to: "ada", content()))
        try await phone.phone.tap()
        #expect(try await phone.phone.command("launchopen") == "msg_1")
        #expect(phone.notes("opened").isEmpty)
        try await phone.phone.command("ready")
        try await phone.note("opened")
        #expect(try await phone.phone.command("launchopen") == "msg_1")
        // A later tap did not launch the app.
        try await phone.phone.background()
        try await phone.push(TestPush.clear(id: "msg_2", to: "ada", content()), id: "msg_2")
        try await phone.phone.tap("msg_2")
        try await phone.settle()
        #expect(try await phone.phone.command("launchopen") == "msg_1")
        await phone.phone.stop()
    }
}
