import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import TidingsCore
import TidingsServiceExtension
import UserNotifications

@Suite("Communications", .timeLimit(.minutes(1))) struct CommunicationTests {
    private static let face = "https://pictures.example/ada"

    private var message: MessageContent {
        var message = MessageContent(title: "Ada", body: "Are you there?")
        message.conversation = "chat_1"
        message.sender = MessageSender(id: "ada", name: "Ada Lovelace", imageURL: Self.face)
        return message
    }

    private func phone(isCapable: Bool = true) async throws -> ExtensionPhone {
        let phone = try await ExtensionPhone(
            capabilities: isCapable ? [.push, .communication] : [.push], activityTypes: ["INSendMessageIntent"])
        phone.server.offer(SampleFiles.png, type: "image/png", at: Self.face)
        return phone
    }

    @Test(
        "A message with a sender shows name and face and passes a Focus for that person", .rows("N22"),
        arguments: [false, true])
    func shown(isSealed: Bool) async throws {
        let phone = try await phone()
        let payload = try isSealed ? TestPush.sealed(for: phone.device, message) : TestPush.clear(message)
        let shown = try await phone.push(payload)
        #expect(shown["sender"] == "Ada Lovelace" && shown["avatar"] == "true" && shown["body"] == "Are you there?")
        phone.phone.device.setFocus(Focus(allowedSenders: ["Ada Lovelace"]))
        #expect(try await phone.push(TestPush.clear(id: "msg_2", message), id: "2")["banner"] == "true")
        phone.phone.device.setFocus(Focus(allowedSenders: ["Ben"]))
        #expect(try await phone.push(TestPush.clear(id: "msg_3", message), id: "3")["banner"] == "false")
        await phone.phone.stop()
    }

    @Test("The sender that notify-kit's options name is shown alike", .rows("N22", "P8"), arguments: [false, true])
    func notifyKit(asText: Bool) async throws {
        let phone = try await phone()
        let options = #"""
            {"ios":{"communicationInfo":{"conversationId":"c","groupName":"Friends","groupAvatar":"\#(Self.face)",
            "sender":{"id":"ada","displayName":"Ada Lovelace"}}}}
            """#
        let own = asText ? JSONValue.string(options).description : options
        let shown = try await phone.push(
            #"{"aps":{"alert":{"title":"Ada","body":"Hi"},"mutable-content":1},"notifee_options":\#(own)}"#)
        #expect(shown["sender"] == "Ada Lovelace" && shown["avatar"] == "true" && shown["title"] == "Ada")
        await phone.phone.stop()
    }

    @Test("Attachments and face come together", .rows("N22"))
    func withAttachment() async throws {
        let phone = try await phone()
        var message = message
        message.imageURL = Self.face
        let shown = try await phone.push(TestPush.clear(message))
        #expect(shown["sender"] == "Ada Lovelace" && shown["avatar"] == "true")
        #expect(phone.phone.screen.notifications.first?.attachments.count == 1)
        await phone.phone.stop()
    }

    @Test("Without the face the name is shown, without the capability the text", .rows("N22", "CS-N8"))
    func less() async throws {
        let phone = try await phone()
        phone.server.offer(SampleFiles.png + Data(count: 600_000), type: "image/png", at: Self.face)
        let shown = try await phone.push(TestPush.clear(message))
        #expect(shown["sender"] == "Ada Lovelace" && shown["avatar"] == "false")
        await phone.phone.stop()
        let plain = try await self.phone(isCapable: false)
        let other = try await plain.push(TestPush.clear(message))
        #expect(other["sender"] == nil && other["title"] == "Ada" && other["body"] == "Are you there?")
        await plain.phone.stop()
    }

    @Test("When the time is up before the face is there, the name is shown", .rows("CS-N3", "N25"))
    func hangingFace() async throws {
        let phone = try await phone()
        phone.server.hangDownloads(of: Self.face)
        phone.courier.send(try TestPush.clear(message), to: bundleID, collapseID: "msg_1")
        await phone.time.waitForSleepers(waking: .seconds(25))
        try await phone.server.wait { !$0.events.isEmpty }
        await phone.time.advance(by: .seconds(27))
        let shown = try await phone.timeline.first(.shown)
        #expect(shown["sender"] == "Ada Lovelace" && shown["avatar"] == "false")
        #expect(phone.timeline.all(.misuse).isEmpty)
        await phone.phone.stop()
    }

    @Test("A message for the person before does not name its sender", .rows("CS-X1"))
    func otherSubscriber() async throws {
        let phone = try await phone()
        let shown = try await phone.push(TestPush.clear(to: "bob", message))
        #expect(shown["sender"] == nil && shown["title"] != "Ada" && shown["body"] == PushPayload.placeholder)
        await phone.phone.stop()
    }
}
