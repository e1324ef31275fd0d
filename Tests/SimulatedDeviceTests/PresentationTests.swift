import ProcessLocal
import SimulatedDevice
import TestSupport
import Testing
import UIKit
import UserNotifications

@Suite(.timeLimit(.minutes(1)))
struct PresentationTests {
    private func payload(_ present: String) -> String {
        #"{"aps":{"alert":"Hi","badge":3,"sound":"default"},"present":"\#(present)"}"#
    }

    @Test(.rows("F27")) func `in the background nobody is asked, in the foreground the app is`() async throws {
        let test = try await makePhone()
        try await test.push(payload("everything"), until: .shown)
        #expect(!test.calls.contains("willPresent"))
        try await test.phone.launch()
        let shown = try await test.push(payload("everything"), until: .shown)
        #expect(test.calls.contains("willPresent"))
        #expect(shown["banner"] == "true" && shown["list"] == "true" && shown["sound"] == "true")
        await test.phone.stop()
    }

    @Test(.rows("F28")) func `no options present nothing and leave nothing to tap; the list alone keeps it`()
        async throws
    {
        let test = try await makePhone()
        try await test.phone.launch()
        let declined = try await test.push(payload("nothing"), until: .shown, .notShown)
        #expect(declined["reason"] == "app_declined")
        await #expect(throws: DeviceError.self) { try await test.phone.tap() }
        let listed = try await test.push(payload("list"), until: .shown, .notShown)
        #expect(listed["banner"] == "false" && listed["list"] == "true")
        #expect(test.phone.screen.badge == 0)
        try await test.phone.tap()
        #expect(test.calls.last == "didReceive")
        await test.phone.stop()
    }

    @Test func `an answer off the main thread is noted, one on it is not`() async throws {
        let test = try await makePhone()
        try await test.phone.launch()
        try await test.push(payload("list"), until: .shown)
        try await test.phone.tap()
        #expect(test.timeline.all(.misuse).isEmpty)
        try await test.phone.launch()
        try await test.push(payload("elsewhere"), until: .shown)
        #expect(test.timeline.all(.misuse).map { $0["method"] } == ["willPresent"])
        await test.phone.stop()
    }

    @Test(.rows("F28")) func `only the first completion counts`() async throws {
        let test = try await makePhone()
        try await test.phone.launch()
        let shown = try await test.push(payload("twice"), until: .shown, .notShown)
        #expect(shown.kind == .shown)
        let noted = try await test.timeline.first(.misuse)
        #expect(noted["method"] == "willPresent" && noted["what"] == "completion called again")
        await test.phone.stop()
    }

    @Test(.rows("F27")) func `an app that does not answer in time, or has no such method, presents nothing`()
        async throws
    {
        let slow = try await makePhone()
        try await slow.phone.launch()
        slow.courier.send(payload("never"), to: bundleID)
        _ = try await slow.timeline.first("app.willPresent")
        await slow.time.waitForSleepers(1)
        await slow.time.advance(by: .seconds(30))
        #expect(try await slow.timeline.first(.notShown)["reason"] == "timed_out")
        await slow.phone.stop()

        let bare = try await makePhone(delegate: { BareDelegate() })
        try await bare.phone.launch()
        let entry = try await bare.push(payload("everything"), until: .shown, .notShown)
        #expect(entry["reason"] == "not_implemented")
        await bare.phone.stop()
    }

    @Test(.rows("F35")) func `the badge: absent leaves it, zero clears it, no code runs, and the app can set it`()
        async throws
    {
        let test = try await makePhone()
        try await test.push(#"{"aps":{"badge":3}}"#, until: .badgeChanged)
        #expect(test.phone.screen.badge == 3)
        try await test.push(#"{"aps":{"alert":"Hi"}}"#, until: .shown)
        #expect(test.phone.screen.badge == 3)
        try await test.push(#"{"aps":{"badge":0}}"#, until: .badgeChanged)
        #expect(test.phone.screen.badge == 0)
        #expect(test.calls.isEmpty)
        await test.phone.stop()
    }

    @Test(.rows("F25")) func `the collapse identifier names the notification, and the same name replaces in place`()
        async throws
    {
        let test = try await makePhone()
        let first = try await test.push(#"{"aps":{"alert":"1"}}"#, collapseID: "score", until: .shown)
        #expect(first.notification == "score" && first["replaced"] == "false")
        let second = try await test.push(#"{"aps":{"alert":"2"}}"#, collapseID: "score", until: .shown)
        #expect(second["replaced"] == "true")
        #expect(test.phone.screen.notifications.map(\.body) == ["2"])
        let other = try await test.push(#"{"aps":{"alert":"3"}}"#, until: .shown)
        #expect(UUID(uuidString: other.notification ?? "") != nil)
        #expect(test.phone.screen.notifications.map(\.body) == ["3", "2"])
        await test.phone.stop()
    }

    @Test(.rows("F37")) func `a passive notification goes into the list without a banner or a sound`() async throws {
        let test = try await makePhone()
        let shown = try await test.push(
            #"{"aps":{"alert":"Hi","sound":"default","interruption-level":"passive"}}"#, until: .shown)
        #expect(shown["banner"] == "false" && shown["list"] == "true" && shown["sound"] == "false")
        await test.phone.stop()
    }

    @Test func `localized texts are looked up among the app's strings`() async throws {
        let test = try await makePhone(changing: {
            $0.strings = ["GREETING": "Hello %2$@ and %1$@", "PLAIN": "50%% of %@"]
        })
        let greeting = try await test.push(
            #"{"aps":{"alert":{"title-loc-key":"GREETING","title-loc-args":["Ada","Ben"],"loc-key":"PLAIN","loc-args":["it"]}}}"#,
            until: .shown)
        #expect(greeting["title"] == "Hello Ben and Ada")
        #expect(greeting["body"] == "50% of it")
        let unknown = try await test.push(
            #"{"aps":{"alert":{"loc-key":"NOBODY"}}}"#, until: .shown)
        #expect(unknown["body"] == "NOBODY")
        await test.phone.stop()
    }
}
