import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing

@Suite("Views in windows", .timeLimit(.minutes(1))) struct WindowTests {
    private func phone(severalWindows: Bool = false) throws -> SDKPhone {
        try TestInterface.phone("windows", hasSeveralWindows: severalWindows) { values in
            values.hasDelegate = false
            values.isReady = false
            values.registersAtLaunch = true
        }
    }

    private func views(_ phone: SDKPhone, _ name: String) -> [String] {
        phone.notes("view").filter { $0["of"] == name }.map { "\($0["value"] ?? "") \($0["window"] ?? "")" }
    }

    private func wait(_ phone: SDKPhone, for name: String, _ value: String) async throws {
        _ = try await phone.timeline.first { $0.kind == "app.view" && $0["of"] == name && $0["value"] == value }
    }

    @Test("A response goes once, to the view of the window in front, whichever was there first", .rows("U11", "U7"))
    func front() async throws {
        let phone = try await phone(severalWindows: true).registered()
        try await phone.push(#"{"aps":{"alert":"one"}}"#, id: "one")
        try await phone.phone.tap()
        try await wait(phone, for: "response", "one")
        try await phone.phone.device.openWindow(of: bundleID)
        try await phone.push(#"{"aps":{"alert":"two"}}"#, id: "two")
        try await phone.phone.tap()
        try await wait(phone, for: "response", "two")
        #expect(views(phone, "response") == ["one 1", "two 2"])
        try await phone.phone.command("targets")
        try await phone.push(#"{"aps":{"alert":"three","target-content-id":"scene-1"}}"#, id: "three")
        try await phone.phone.tap()
        try await wait(phone, for: "response", "three")
        #expect(views(phone, "response").last == "three 1", "the system brought the older one to the front")
        await phone.phone.stop()
    }

    @Test("A window that the system has freed without a word gets nothing", .rows("U7"))
    func freed() async throws {
        let phone = try await phone().registered()
        try await phone.phone.openURL("app://early")
        try await wait(phone, for: "opened", "app://early")
        try await phone.phone.background()
        try await phone.phone.device.disconnectScenes(of: bundleID)
        try await phone.push(#"{"aps":{"alert":"one"}}"#, id: "one")
        try await phone.phone.tap()
        try await wait(phone, for: "response", "one")
        try await phone.phone.openURL("app://late")
        try await wait(phone, for: "opened", "app://late")
        #expect(views(phone, "response") == ["one 2"])
        #expect(views(phone, "opened") == ["app://early 1", "app://late 2"])
        await phone.phone.stop()
    }

    @Test("The modifier takes a function as it stands", .rows("U8", "U4"))
    func function() async throws {
        let phone = try await TestInterface.phone("seed") { $0.registersAtLaunch = true }.registered()
        try await phone.push(#"{"aps":{"alert":"one"}}"#, id: "one")
        try await phone.phone.tap()
        try await wait(phone, for: "response", "one")
        await phone.phone.stop()
    }

    @Test(
        "A link reaches a view once: own, universal, at launch, and without the app being ready otherwise",
        .rows("B81", "CS-U4", "U1"))
    func links() async throws {
        let phone = try phone()
        try await phone.phone.openURL("app://cold")
        try await wait(phone, for: "opened", "app://cold")
        try await phone.phone.openURL("app://warm")
        try await wait(phone, for: "opened", "app://warm")
        try await phone.phone.device.openUniversalLink("https://app.example.com/a", in: bundleID)
        try await wait(phone, for: "opened", "https://app.example.com/a")
        try await phone.settle()
        #expect(views(phone, "opened").count == 3)
        #expect(
            phone.server.events("$deeplink.opened").compactMap { $0.data["via"]?.string } == [
                "closure", "closure", "closure",
            ])
        await phone.phone.stop()
    }

    @Test(
        "A link that the view leaves goes on: to the closure once the app is ready, or, of a tap, to the system",
        .rows("B81", "CS-U1"))
    func left() async throws {
        let phone = try phone()
        phone.options.set { $0.hasLinkHandler = true }
        try await phone.phone.openURL("app://others/1")
        try await wait(phone, for: "opened", "app://others/1")
        #expect(phone.notes("closure").isEmpty)
        try await phone.phone.command("ready")
        #expect(try await phone.note("closure")["url"] == "app://others/1")
        await phone.phone.stop()
    }
}
