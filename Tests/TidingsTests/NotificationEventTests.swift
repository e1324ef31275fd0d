import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import Tidings

@Suite("What happens to notifications", .timeLimit(.minutes(1))) struct NotificationEventTests {
    private func content() -> MessageContent {
        var content = MessageContent(title: "Title", body: "Text")
        content.actions = [
            ActionButton(id: "answer", title: "Answer", asksForText: true), ActionButton(id: "yes", title: "Yes"),
        ]
        content.data = Array(#"{"order":42}"#.utf8)
        return content
    }

    private func event(_ phone: SDKPhone, after mark: Int) async throws -> TimelineEntry {
        try await phone.note("event", after: mark)
    }

    @Test("In the foreground a notification is presented, in the background nobody hears of it", .rows("N44", "N50"))
    func presented() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.phone.command("events")
        var mark = phone.timeline.mark
        try await phone.push(TestPush.clear(to: "ada", content()))
        let event = try await event(phone, after: mark)
        #expect(event["kind"] == "presented" && event["message"] == "msg_1" && event["remote"] == "true")
        #expect(event["data"] == #"{"order":42}"# && event["active"] == "true")
        mark = phone.timeline.mark
        phone.options.set { $0.presents = false }
        try await phone.push(TestPush.clear(id: "msg_2", to: "ada", content()), id: "msg_2")
        try await phone.phone.background()
        try await phone.push(TestPush.clear(id: "msg_3", to: "ada", content()), id: "msg_3")
        try await phone.phone.launch()
        try await phone.settle()
        #expect(phone.notes("event").count == 1)
        await phone.phone.stop()
    }

    @Test(
        "Tap, button, text and dismissal are told apart, once each, and wait until somebody listens",
        .rows("N44", "N45", "N46", "P6"), arguments: [false, true])
    func responses(isKilled: Bool) async throws {
        let phone = try await SDKPhone().registered()
        try await phone.phone.background()
        for id in ["msg_1", "msg_2", "msg_3", "msg_4"] {
            let payload = try TestPush.sealed(id: id, to: "ada", form: .silent, for: phone.device, content())
            _ = try await phone.push(payload, id: id, type: "background", until: .wakeAnswered)
        }
        if isKilled { try await phone.phone.kill() }
        try await phone.phone.act("yes", on: "msg_1")
        try await phone.phone.reply("On my way", to: "msg_2")
        try await phone.phone.dismiss("msg_3")
        try await phone.phone.tap("msg_4")
        try await phone.phone.command("events")
        try await phone.settle()
        let events = phone.notes("event").filter { $0["kind"] != "presented" }
        #expect(events.map { $0["kind"] } == ["actionChosen", "actionChosen", "dismissed", "opened"])
        #expect(events.map { $0["action"] } == ["yes", "answer", "", "default"])
        #expect(events.map { $0["input"] } == ["", "On my way", "", ""])
        #expect(events.map { $0["message"] } == ["msg_1", "msg_2", "msg_3", "msg_4"])
        // The app drew them; the taps came while it was not active.
        #expect(events.allSatisfy { $0["remote"] == "false" && $0["active"] == "false" })
        await phone.phone.stop()
    }

    @Test("Somebody else's push shows what its sender added, without what belongs to libraries", .rows("N51", "N45"))
    func foreign() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.phone.command("events")
        try await phone.push(
            #"""
            {"aps":{"alert":"Foreign"},"gcm.message_id":"1","google.c.a.e":"1","fcm_options":{},"fcmToken":"t",
            "notifee_options":{},"notifee_data":"x","order":"42","user":{"id":1}}
            """#, id: "foreign")
        try await phone.phone.tap("foreign")
        try await phone.settle()
        let events = phone.notes("event")
        #expect(events.map { $0["kind"] } == ["presented", "opened"])
        #expect(events.allSatisfy { $0["message"] == "" && $0["remote"] == "true" })
        #expect(events.allSatisfy { $0["data"]?.contains("gcm") == false && $0["data"]?.contains("notifee") == false })
        let data = try JSONValue(parsing: events.last?["data"] ?? "").object
        #expect(Set(data?.keys ?? []) == ["order", "user"])
        await phone.phone.stop()
    }

    @Test(
        "Where taps on pushes belong to another SDK, ours is not told of them, but of its own notifications",
        .rows("N47", "P2"))
    func foreignTaps() async throws {
        let phone = try await SDKPhone { $0.set { $0.handlesRemoteTaps = false } }.registered()
        try await phone.phone.background()
        try await phone.push(TestPush.clear(to: "ada", content()))
        let payload = try TestPush.sealed(id: "msg_2", to: "ada", form: .silent, for: phone.device, content())
        _ = try await phone.push(payload, id: "msg_2", type: "background", until: .wakeAnswered)
        try await phone.phone.tap("msg_1")
        try await phone.phone.background()
        try await phone.phone.tap("msg_2")
        try await phone.settle()
        #expect(phone.notes("opened").map { $0["id"] } == ["msg_2"])
        #expect(!phone.server.receipts(of: "msg_1").contains("opened"))
        await phone.phone.stop()
    }

    @Test(
        "An active app can show another sender's push by its options, and nothing is shown where the system has",
        .rows("N40", "N41"),
        arguments: [
            ("options", "order-42", "From options"), ("plain", "m1", "Title"), ("suppressed", "nothing", nil),
            ("optionsOnly", "nothing", nil),
        ] as [(String, String, String?)])
    func foreignShown(how: String, name: String, title: String?) async throws {
        let phone = try await SDKPhone().registered()
        let mark = phone.timeline.mark
        #expect(try await phone.phone.command("foreign \(how)") == name)
        if let title {
            let shown = try await phone.timeline.first(.shown, after: mark)
            #expect(shown["title"] == title && shown["body"] == "Text" && shown["banner"] == "true")
        }
        try await phone.phone.background()
        #expect(try await phone.phone.command("foreign \(how)") == "nothing")
        #expect(phone.timeline.all(.shown).count == (title == nil ? 0 : 1))
        await phone.phone.stop()
    }
}
