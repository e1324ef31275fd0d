import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import Tidings
import TidingsServiceExtension
import Timekeeping

@Suite("What the system tells twice", .timeLimit(.minutes(1))) struct RepeatedCallbackTests {
    private let content = MessageContent(title: "Dinner", body: "at eight")

    @Test(
        "A push that comes again counts once: at once or half a minute later, under its name or that in capitals",
        .rows("CS-H1", "P15"), arguments: ["msg_1", "MSG_1"], [0, 30])
    func arrival(name: String, pause: Int) async throws {
        let phone = try await SDKPhone().registered()
        try await phone.phone.command("events")
        let payload = try TestPush.clear(to: "ada", content)
        try await phone.push(payload)
        await phone.time.advance(by: .seconds(pause))
        try await phone.push(payload, id: name)
        try await phone.settle()
        #expect(phone.notes("asked").map { $0["id"] } == ["msg_1"])
        #expect(phone.server.receipts(of: "msg_1") == ["delivered", "presented"])
        #expect(phone.notes("event").filter { $0["kind"] == "presented" }.count == 1)
        await phone.phone.stop()
    }

    @Test("The second question about one push, as iOS 18.0 asks it, changes nothing", .rows("CS-H1"))
    func secondQuestion() async throws {
        let time = VirtualTime.forTest()
        let options = TestOptions(server: FakeServer(time: time))
        let phone = try await SDKPhone(
            time: time, options: options, changing: { _, device in device.asksTwiceToPresent = true }
        ).registered()
        try await phone.phone.command("events")
        #expect(try await phone.push(TestPush.clear(to: "ada", content), id: "MSG_1")["banner"] == "true")
        await time.waitForSleepers(waking: .seconds(30))
        await time.advance(by: .seconds(30))
        _ = try await phone.timeline.first { entry in
            entry.kind == .callbackDone && entry["name"] == "willPresent" && entry.notification == "msg_1"
        }
        try await phone.settle()
        #expect(phone.notes("asked").count == 1)
        #expect(phone.server.receipts(of: "msg_1") == ["delivered", "presented"])
        #expect(phone.notes("event").filter { $0["kind"] == "presented" }.count == 1)
        await phone.phone.stop()
    }

    @Test(
        "A listener that is attached once more gets nothing again", .rows("CS-H4", "N45"),
        arguments: ["delegate", "events"])
    func attachedAgain(listener: String) async throws {
        let phone = try await SDKPhone().registered()
        if listener == "events" { try await phone.phone.command("events") }
        try await phone.phone.background()
        try await phone.push(TestPush.clear(to: "ada", content))
        try await phone.phone.tap()
        let note = listener == "events" ? "event" : "opened"
        try await phone.note(note)
        for command in listener == "events" ? ["events", "events"] : ["delegate off", "delegate", "ready"] {
            try await phone.phone.command(command)
        }
        try await phone.phone.background()
        try await phone.phone.launch()
        try await phone.settle()
        #expect(phone.notes(note).count == 1)
        await phone.phone.stop()
    }

    @Test(
        "What extension and app both show stands there once and is counted once, whoever comes first",
        .rows("CS-H6", "P15"), arguments: [true, false])
    func extensionAndApp(isExtensionFirst: Bool) async throws {
        let time = VirtualTime.forTest()
        let options = TestOptions(server: FakeServer(time: time))
        let phone = try await SDKPhone(
            time: time, options: options, extension: .serviceExtension { TidingsNotificationService() }
        ).registered()
        try await phone.phone.background()
        for isVisible in [isExtensionFirst, !isExtensionFirst] {
            let payload = try TestPush.sealed(
                to: "ada", form: isVisible ? .visible : .silent, for: phone.device, content)
            if isVisible {
                try await phone.push(payload)
            } else {
                _ = try await phone.push(payload, type: "background", until: .wakeAnswered)
            }
        }
        try await phone.settle()
        #expect(phone.phone.screen.notifications.map(\.title) == ["Dinner"])
        #expect(phone.server.receipts(of: "msg_1").filter { $0 == "delivered" }.count == 1)
        await phone.phone.stop()
    }
}
