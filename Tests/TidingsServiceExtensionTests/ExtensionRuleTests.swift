import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import TidingsCore
import TidingsNotifications
import TidingsServiceExtension
import UserNotifications

/// A subclass that rewrites what is shown, as an app with its own wording does.
private final class RewritingService: TestService {
    override func customize(_ content: UNMutableNotificationContent, payload: DecryptedPayload?) {
        content.title = "Call from \(content.title)"
        content.subtitle = "tap to answer"
        content.body = "\(payload?.body ?? content.body)!"
        content.categoryIdentifier = "call"
    }
}

@Suite("What the extension is for", .timeLimit(.minutes(1))) struct ExtensionRuleTests {
    private let message = MessageContent(title: "Dinner", body: "at eight")

    @Test("An app that was swiped away gets no silent push; the visible one is decrypted and shown", .rows("K20"))
    func forceQuit() async throws {
        let phone = try await ExtensionPhone()
        try await phone.phone.launch()
        try await phone.phone.forceQuit()
        let silent = try TestPush.sealed(form: .silent, for: phone.device, message)
        phone.courier.send(silent, to: bundleID, pushType: "background", collapseID: "msg_1")
        _ = try await phone.timeline.first { $0.kind == .wakeRefused || $0.kind == .pushDropped }
        #expect(phone.timeline.all(.shown).isEmpty && phone.phone.phase == .notRunning)
        let shown = try await phone.push(TestPush.sealed(id: "msg_2", for: phone.device, message), id: "msg_2")
        #expect(shown["title"] == "Dinner" && shown["body"] == "at eight")
        #expect(phone.phone.phase == .notRunning)
        await phone.phone.stop()
    }

    @Test("A subclass changes texts and category, for the system's own layout or one of the app", .rows("C10", "K15"))
    func rewriting() async throws {
        let phone = try await ExtensionPhone(service: { RewritingService($0) })
        let clear = try await phone.content(of: TestPush.clear(message))
        #expect(clear.title == "Call from Dinner" && clear.subtitle == "tap to answer" && clear.body == "at eight!")
        #expect(clear.categoryIdentifier == "call")
        let sealed = try await phone.content(of: TestPush.sealed(id: "msg_2", for: phone.device, message), id: "2")
        #expect(sealed.title == "Call from Dinner" && sealed.body == "at eight!")
        await phone.phone.stop()
    }

    @Test("What was shown and never tapped is counted as delivered", .rows("CS-R3", "P1"))
    func countedWithoutTap() async throws {
        let phone = try await ExtensionPhone()
        try await phone.push(TestPush.clear(message))
        #expect(phone.server.receipts(of: "msg_1") == ["delivered"])
        #expect(phone.timeline.all(.callback).isEmpty, "the app has not run")
        await phone.phone.stop()
    }

    @Test("Without a shared app group the push is shown, and the log says what is missing", .rows("CS-R3"))
    func noGroup() async throws {
        let courier = DirectCourier()
        let time = VirtualTime.forTest()
        let app = AppDefinition(
            bundleID: bundleID, program: .app { IdleAppDelegate() },
            serviceExtension: .serviceExtension { TidingsNotificationService() }, appGroups: [])
        let phone = try Phone(app: app, courier: courier, time: time)
        phone.device.changeSettings(allow: true, for: bundleID)
        _ = try await courier.register(bundleID: bundleID, environment: .sandbox)
        courier.send(try TestPush.clear(message), to: bundleID, collapseID: "msg_1")
        #expect(try await phone.timeline.first(.shown)["title"] == "Dinner")
        let lines = phone.timeline.entries.compactMap { $0["message"] }
        #expect(lines.contains { $0.contains("share no app group") })
        #expect(lines.contains { $0.contains("no session") })
        await phone.stop()
    }
}
