import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import Tidings
import TidingsServiceExtension
import UserNotifications

/// An extension that sets the badge itself, as an app may have it.
private final class CountingService: TidingsNotificationService {
    override func customize(_ content: UNMutableNotificationContent, payload: DecryptedPayload?) {
        let words = content.body.split(separator: " ")
        guard words.first == "unread", let count = words.last.flatMap({ Int($0) }) else { return }
        content.badge = NSNumber(value: count)
    }
}

/// Push, app and extension can all write the badge: whoever of them speaks last has it.
@Suite("The badge, with app and extension", .timeLimit(.minutes(1))) struct BadgeTests {
    private func phone() async throws -> SDKPhone {
        let phone = try await SDKPhone(extension: .serviceExtension { CountingService() }).registered()
        try await phone.phone.background()
        return phone
    }

    private func send(
        _ phone: SDKPhone, _ id: String, badge: Int?, _ body: String = "Text", sealed isSealed: Bool,
        changes isChange: Bool = true
    ) async throws {
        var content = MessageContent(title: "Title", body: body)
        content.badge = badge
        let payload =
            isSealed
            ? try TestPush.sealed(id: id, to: "ada", for: phone.device, content)
            : try TestPush.clear(id: id, to: "ada", content)
        // What is shown is an entry of its own, before that of the badge.
        let mark = phone.timeline.mark
        try await phone.push(payload, id: id)
        if isChange { _ = try await phone.timeline.first(.badgeChanged, after: mark) }
    }

    @Test(
        "A push sets three, the app clears, what comes next without a number leaves it, and the extension's counts",
        .rows("CS-B1", "B69"), arguments: [false, true])
    func owners(isSealed: Bool) async throws {
        let phone = try await phone()
        func badge() -> Int { phone.phone.screen.badge }
        try await send(phone, "msg_1", badge: 3, sealed: isSealed)
        #expect(badge() == 3)
        try await phone.phone.launch()
        #expect(badge() == 3, "opening the app changes nothing")
        try await phone.phone.command("clear badge")
        #expect(badge() == 0)
        try await phone.phone.background()
        try await send(phone, "msg_2", badge: nil, sealed: isSealed, changes: false)
        #expect(badge() == 0)
        // What an older system did: the extension counts on from what it knows.
        try await send(phone, "msg_3", badge: nil, "unread 7", sealed: isSealed)
        #expect(badge() == 7)
        try await send(phone, "msg_4", badge: 2, "unread 9", sealed: isSealed)
        #expect(badge() == 9, "what the extension says comes after the push")
        try await phone.phone.kill()
        try await send(phone, "msg_5", badge: 1, sealed: isSealed)
        #expect(badge() == 1, "the last message has it, also when the app is dead")
        try await phone.phone.dismiss("msg_5")
        try await phone.phone.tap("msg_4")
        try await phone.settle()
        #expect(badge() == 1, "a swipe and a tap change nothing")
        await phone.phone.stop()
    }

    @Test(
        "What comes again, too late or for somebody else does not bring back a number that the app has cleared",
        .rows("CS-B1"), arguments: [false, true])
    func notAgain(isSealed: Bool) async throws {
        let phone = try await phone()
        try await send(phone, "msg_1", badge: 3, sealed: isSealed)
        #expect(phone.phone.screen.badge == 3)
        try await phone.phone.launch()
        try await phone.phone.command("clear badge")
        // In front, in the background and dead: the message was shown already.
        try await send(phone, "msg_1", badge: 3, sealed: isSealed, changes: false)
        #expect(phone.phone.screen.badge == 0)
        try await phone.phone.background()
        try await send(phone, "msg_1", badge: 3, sealed: isSealed, changes: false)
        #expect(phone.phone.screen.badge == 0)
        try await phone.phone.kill()
        try await send(phone, "msg_1", badge: 3, sealed: isSealed, changes: false)
        #expect(phone.phone.screen.badge == 0)
        var content = MessageContent(title: "For Bob", body: "Text")
        content.badge = 8
        try await phone.push(
            isSealed
                ? TestPush.sealed(id: "msg_2", to: "bob", for: phone.device, content)
                : TestPush.clear(id: "msg_2", to: "bob", content), id: "msg_2")
        #expect(phone.phone.screen.badge == 0)
        await phone.phone.stop()
    }
}
