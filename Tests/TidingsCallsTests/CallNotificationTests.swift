import CallKit
import ClientTestSupport
import Foundation
import Locking
import ProcessLocal
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import TidingsContentExtension
import TidingsCore
import TidingsServiceExtension
import UIKit
import UserNotifications
import UserNotificationsUI

/// Notifications of calls, as the service extension and the content extension make them.
@Suite(.timeLimit(.minutes(1)))
struct CallNotificationTests {
    private let alert: JSONObject = ["alert": "Incoming call", "mutable-content": 1, "category": "tidings.call"]

    private func makePhone(
        filters: Bool = false, service make: @escaping @Sendable () -> TidingsNotificationService = { CallService() },
        content: Program? = nil
    ) async throws -> CallPhone {
        var capabilities: Set<AppDefinition.Capability> = [
            .push, .remoteNotificationMode, .voIPMode, .communication,
        ]
        if filters { capabilities.insert(.filtering) }
        let test = try await CallPhone(
            extension: .serviceExtension(make), contentExtension: content, capabilities: capabilities
        ).registered()
        _ = try await test.phone.command("permission")
        try await test.phone.kill()
        return test
    }

    @Test(.rows("C10", "C18"), arguments: [false, true])
    func `the extension names the caller, shows a call, and lets the app change it`(isSealed: Bool) async throws {
        let test = try await makePhone()
        let notice = test.server.ring(UUID(), now: test.time.now)
        test.courier.send(
            try test.payload(notice, sealed: isSealed, aps: alert, id: "msg_1"), to: bundleID, collapseID: "call-1")
        let shown = try await test.timeline.first(.shown)
        #expect(shown["sender"] == "Bob" && shown["body"] == "Bob is calling with a picture")
        if isSealed { #expect(shown["title"] == "Bob") }
        #expect(shown["category"] == "tidings.call")
        // That it arrived is known although the app did not run: the extension has written it down.
        #expect(test.phone.phase == .notRunning)
        // The missed call takes the place of the ring.
        let missed = test.server.happen(.missed, UUID(uuidString: notice.id) ?? UUID())
        test.courier.send(
            try test.payload(missed, aps: alert, id: "msg_2"), to: bundleID, collapseID: "call-1")
        let second = try await test.timeline.first { $0.kind == .shown && $0["replaced"] == "true" }
        #expect(second["body"] == "Bob called")
        try await test.phone.launch()
        try await test.server.wait { $0.receipts(of: "msg_1").contains("delivered") }
        await test.phone.stop()
    }

    @Test(.rows("C26"), arguments: [true, false])
    func `a service extension can hand a call on to the app, otherwise it is shown`(filters: Bool) async throws {
        let test = try await makePhone(filters: filters, service: { HandingOnService() })
        let id = UUID()
        let notice = test.server.ring(id, now: test.time.now)
        test.courier.send(try test.payload(notice, sealed: true, aps: alert), to: bundleID)
        if filters {
            #expect(try await test.note("ringing")["source"] == "push")
            #expect(test.device.calls.map(\.id) == [id] && test.timeline.all(.shown).isEmpty)
        } else {
            #expect(try await test.timeline.first(.shown)["sender"] == "Bob")
            #expect(test.device.calls.isEmpty)
        }
        await test.phone.stop()
    }

    @Test(.rows("C10")) func `a content extension draws calls and messages, and answers for the app`() async throws {
        let test = try await makePhone(content: .contentExtension { DrawingController() })
        let notice = test.server.ring(UUID(), now: test.time.now)
        test.courier.send(
            try test.payload(notice, sealed: true, aps: alert), to: bundleID, collapseID: "c1")
        _ = try await test.timeline.first(.shown)
        try await test.device.expand("c1", in: bundleID)
        let drawn = try await test.note("drewCall")
        #expect(drawn["caller"] == "Bob" && drawn["body"] == "Bob is calling with a picture")
        test.courier.send(
            #"{"aps":{"alert":{"title":"Ada","body":"Hi"},"category":"chat"},"tidings":{"v":1,"id":"msg_9"}}"#,
            to: bundleID, collapseID: "c2")
        _ = try await test.timeline.first { $0.kind == .shown && $0.notification == "c2" }
        try await test.device.expand("c2", in: bundleID)
        let message = try await test.note("drewMessage")
        #expect(message["title"] == "Ada" && message["id"] == "msg_9")
        try await test.phone.act("later", on: "c2")
        #expect(try await test.note("pressed")["action"] == "later")
        #expect(try await test.timeline.first(.contentAnswered)["result"] == "stays")
        await test.phone.stop()
    }
}

/// A service as an app with calls writes it.
private class CallService: TidingsNotificationService {
    override func customize(_ content: UNMutableNotificationContent, call: CallNotice) {
        let name = call.caller?.name ?? "Somebody"
        content.body =
            call.event == .missed ? "\(name) called" : "\(name) is calling" + (call.hasVideo ? " with a picture" : "")
    }
}

private final class HandingOnService: CallService {
    override func handOn(_ call: CallNotice, userInfo: [AnyHashable: Any]) async -> Bool {
        await withCheckedContinuation { continuation in
            CXProvider.reportNewIncomingVoIPPushPayload(userInfo) { continuation.resume(returning: $0 == nil) }
        }
    }
}

private final class DrawingController: TidingsNotificationContent {
    override func viewDidLoad() {
        super.viewDidLoad()
        extensionContext?.notificationActions = [UNNotificationAction(identifier: "later", title: "Later")]
    }

    override func show(_ message: Message) {
        extensionContext?.notificationActions = [UNNotificationAction(identifier: "later", title: "Later")]
        SimulatedProcess.current.log("drewMessage", ["title": message.title, "id": message.messageID ?? ""])
    }

    override func show(_ message: Message, for call: CallNotice) {
        SimulatedProcess.current.log("drewCall", ["caller": call.caller?.name ?? "", "body": message.body])
    }

    override func respond(to action: String, text: String?) async -> UNNotificationContentExtensionResponseOption {
        SimulatedProcess.current.log("pressed", ["action": action])
        return .doNotDismiss
    }
}
