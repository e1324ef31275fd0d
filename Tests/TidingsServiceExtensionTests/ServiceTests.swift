import ClientTestSupport
import Foundation
import PushCrypto
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import TidingsCore
import TidingsServiceExtension

@Suite("The service extension", .timeLimit(.minutes(1))) struct ServiceTests {
    private var content: MessageContent {
        var content = MessageContent(title: "Dinner", subtitle: "at eight", body: "Bring the umbrella")
        content.conversation = "chat_1"
        return content
    }

    @Test("A sealed push to a dead app is one banner with the decrypted text", .rows("K13", "K18"))
    func decrypts() async throws {
        let phone = try await ExtensionPhone()
        let shown = try await phone.push(TestPush.sealed(to: "ada", for: phone.device, content))
        #expect(shown["title"] == "Dinner" && shown["subtitle"] == "at eight" && shown["body"] == "Bring the umbrella")
        #expect(phone.timeline.all(.shown).count == 1)
        #expect(phone.phone.phase == .notRunning)
        #expect(phone.server.receipts(of: "msg_1") == ["delivered"])
        await phone.phone.stop()
    }

    /// Why a push cannot be decrypted, and what the log says.
    enum Undecryptable: String, CaseIterable {
        case missingKey = "no_key"
        case shutKeychain = "shut"
        case foreignKey = "foreign"
        case damaged = "undecipherable"

        var reason: String { self == .damaged ? rawValue : "no_key" }
    }

    @Test(
        "Without the key, or with damage, the placeholder stays, nothing else is shown, and the log says why",
        .rows("K19", "K25", "CS-N5"), arguments: Undecryptable.allCases)
    func undecryptable(cause: Undecryptable) async throws {
        let phone = try await ExtensionPhone()
        var payload = try TestPush.sealed(to: "ada", for: phone.device, content)
        switch cause {
        case .missingKey: phone.parts.vault.empty()
        case .shutKeychain: phone.parts.vault.setShut(true)
        case .foreignKey:
            payload = payload.replacing(phone.device["encryption"]?["keyId"]?.string ?? "-", with: "k_other")
        case .damaged:
            var push = try #require(JSONValue(parsing: payload).object)
            var envelope = try #require(push["tidings"]?.object)
            let body = try #require(envelope["enc"]?.string)
            envelope["enc"] = .string(String(body.dropLast(2)) + (body.hasSuffix("AA") ? "BB" : "AA"))
            push["tidings"] = .object(envelope)
            payload = String(decoding: JSONValue.object(push).encoded(), as: UTF8.self)
        }
        let shown = try await phone.push(payload)
        #expect(shown["body"] == "New message")
        #expect((shown["title"] ?? "").isEmpty)
        #expect(phone.parts.log.lines.contains { $0.contains(cause.reason) })
        #expect(phone.server.receipts(of: "msg_1") == ["delivered"])
        await phone.phone.stop()
    }

    @Test("It leaves a mark in the shared folder, by which the app sees that it runs there", .rows("P7", "CS-R3"))
    func leavesMark() async throws {
        let phone = try await ExtensionPhone()
        #expect(ExtensionMark.date(in: try phone.parts.container) == nil)
        try await phone.push(TestPush.clear(to: "ada", content))
        #expect(ExtensionMark.date(in: try phone.parts.container) == phone.time.now)
        await phone.phone.stop()
    }

    @Test("One line of subclass is enough, and its hook sees what was decrypted", .rows("K15"))
    func customize() async throws {
        let phone = try await ExtensionPhone { CustomService($0) }
        #expect(try await phone.push(TestPush.sealed(for: phone.device, content))["title"] == "[chat_1] Dinner")
        let clear = try TestPush.clear(id: "msg_2", content)
        #expect(try await phone.push(clear, id: "msg_2")["title"] == "[not decrypted] Dinner")
        phone.parts.vault.empty()
        let sealed = try TestPush.sealed(id: "msg_3", for: phone.device, content)
        #expect(try await phone.push(sealed, id: "msg_3")["title"] == "[not decrypted] ")
        await phone.phone.stop()
    }

    @Test("The delivered receipt is in the journal although the network is gone", .rows("B71", "P1", "CS-R1", "CS-N11"))
    func receiptOffline() async throws {
        let phone = try await ExtensionPhone()
        phone.server.isOffline = true
        #expect(try await phone.push(TestPush.clear(content))["title"] == "Dinner")
        #expect(try phone.journalled == ["$notification.delivered"])
        await phone.phone.stop()
    }

    @Test("A second run for one message shows the same silently and counts nothing", .rows("P15", "CS-H6"))
    func secondRun() async throws {
        let phone = try await ExtensionPhone()
        let first = try await phone.push(TestPush.sealed(for: phone.device, content))
        let second = try await phone.push(TestPush.sealed(for: phone.device, content))
        #expect(second["title"] == first["title"] && second["replaced"] == "true")
        #expect(second["sound"] != "true")
        #expect(phone.server.receipts(of: "msg_1") == ["delivered"])
        #expect(phone.phone.screen.notifications.count == 1)
        await phone.phone.stop()
    }

    @Test("A message for the person before is neutral and silent, sealed or not", .rows("CS-X1"))
    func otherSubscriber() async throws {
        let phone = try await ExtensionPhone()
        let clear = try await phone.push(TestPush.clear(to: "bob", content))
        #expect(clear["title"] != "Dinner" && clear["body"] == "New message")
        let sealed = try await phone.push(
            TestPush.sealed(id: "msg_2", to: "bob", for: phone.device, content), id: "msg_2")
        #expect(sealed["body"] == "New message")
        #expect(phone.server.receipts(of: "msg_1").sorted() == ["delivered", "suppressed"])
        await phone.phone.stop()
    }

    @Test("An expired sealed message stays a placeholder")
    func expired() async throws {
        let phone = try await ExtensionPhone()
        let past = Int(phone.time.now.timeIntervalSince1970) - 1
        #expect(
            try await phone.push(TestPush.sealed(expires: past, for: phone.device, content))["body"] == "New message")
        await phone.phone.stop()
    }

    @Test("Ten pushes in a row each have their own buttons", .rows("B71", "CS-G1"))
    func buttons() async throws {
        let phone = try await ExtensionPhone()
        for number in 1...10 {
            var content = content
            content.actions = [
                ActionButton(id: "a\(number)", title: "A\(number)"), ActionButton(id: "b\(number)", title: "B"),
            ]
            try await phone.push(TestPush.clear(id: "msg_\(number)", content), id: "msg_\(number)")
        }
        let actions = phone.phone.screen.notifications.map(\.actions)
        #expect(Set(actions) == Set((1...10).map { ["a\($0)", "b\($0)"] }))
        await phone.phone.stop()
    }

    @Test("The buttons' category is made from them, or is the sender's own", .rows("B74"))
    func category() async throws {
        let phone = try await ExtensionPhone()
        var content = content
        content.actions = [ActionButton(id: "yes", title: "Yes")]
        let made = try await phone.push(TestPush.clear(content))
        #expect(made["category"] == ActionButton.categoryID(for: content.actions ?? []))
        content.category = "sender.own"
        let own = try await phone.push(TestPush.clear(id: "msg_2", content), id: "msg_2")
        #expect(own["category"] == "sender.own")
        let bare =
            #"{"aps":{"alert":"x","mutable-content":1},"tidings":{"v":1,"id":"msg_3","actions":[{"id":"yes","title":"Yes"}]}}"#
        let derived = try await phone.push(bare, id: "msg_3")
        #expect(derived["category"] == made["category"])
        #expect(phone.phone.screen.notifications.allSatisfy { $0.actions == ["yes"] })
        await phone.phone.stop()
    }

    @Test("A push that is not ours is handed on as it came", .rows("K2", "P2"))
    func foreign() async throws {
        let phone = try await ExtensionPhone()
        let shown = try await phone.push(#"{"aps":{"alert":{"title":"Other","body":"SDK"},"mutable-content":1}}"#)
        #expect(shown["title"] == "Other" && shown["body"] == "SDK")
        #expect(phone.server.events.isEmpty)
        #expect(try phone.journalled.isEmpty)
        await phone.phone.stop()
    }

    @Test(
        "Whatever comes in, something readable is shown", .rows("CS-T4"),
        arguments: [
            #"{"aps":{"alert":"Safe","mutable-content":1},"tidings":{"v":1,"id":"x","enc":"%%%"}}"#,
            #"{"aps":{"alert":"Safe","mutable-content":1},"tidings":{"v":1,"id":"x","kid":"nobody","enc":"AAAA"}}"#,
            #"{"aps":{"alert":"Safe","mutable-content":1},"tidings":{"v":1,"id":"x","image":"file:///etc/passwd"}}"#,
            #"{"aps":{"alert":"Safe","mutable-content":1},"tidings":{"v":1,"id":"x","image":"https://","actions":[{}]}}"#,
            #"{"aps":{"alert":"Safe","mutable-content":1},"tidings":{"v":1,"id":"../../x","exp":-1}}"#,
            #"{"aps":{"alert":"Safe","mutable-content":1},"tidings":[]}"#,
            #"{"aps":{"alert":"Safe","mutable-content":1},"tidings":{"v":1e99,"id":"x","to":{"a":1}}}"#,
            #"{"aps":{"alert":"Safe","mutable-content":1},"tidings":{"v":1,"id":"x","attachments":[{"url":"file:///etc/hosts","id":"../../x"},7,{"url":"data:image/png;base64,AAAA"},{"url":"http://e.com/a"}]}}"#,
            #"{"aps":{"alert":"Safe","mutable-content":1},"tidings":{"v":1,"id":"x","sender":{"id":"","name":"A"},"group":{}}}"#,
            #"{"aps":{"alert":"Safe","mutable-content":1},"tidings":{"v":1,"id":"x","sender":{"id":"a","name":"A","image":"file:///etc/hosts"}}}"#,
            #"{"aps":{"alert":"Safe","mutable-content":1},"notifee_options":{"image":"ftp://e.com/a","ios":{"attachments":[{"url":"//e.com"}]}}}"#,
        ])
    func hostile(payload: String) async throws {
        let phone = try await ExtensionPhone()
        phone.server.offer(SampleFiles.png, type: "image/png", at: "http://e.com/a")
        #expect(try await phone.push(payload)["body"] == "Safe")
        #expect(phone.phone.screen.notifications.first?.attachments.isEmpty == true)
        await phone.phone.stop()
    }

    @Test("Of more attachments than are allowed the first four are fetched", .rows("P14"))
    func manyAttachments() async throws {
        let phone = try await ExtensionPhone()
        let urls = (1...9).map { "https://e.com/\($0)" }
        for url in urls { phone.server.offer(SampleFiles.gif, type: "", at: url) }
        let list = JSONValue.array(urls.map { ["url": .string($0), "id": "same"] })
        let content = try await phone.content(
            of: #"{"aps":{"alert":"Safe","mutable-content":1},"tidings":{"v":1,"id":"x","attachments":\#(list)}}"#)
        #expect(
            content.attachments.map(\.identifier)
                == ["same", "tidings-attachment-2", "tidings-attachment-3", "tidings-attachment-4"])
        let files = phone.phone.screen.notifications.flatMap(\.attachments)
        #expect(Set(files.map(\.lastPathComponent)).count == 4)
        await phone.phone.stop()
    }

    @Test("A sealed message without any text leaves the placeholder")
    func emptyContent() async throws {
        let phone = try await ExtensionPhone()
        #expect(
            try await phone.push(TestPush.sealed(for: phone.device, MessageContent(title: " ", body: "")))["body"]
                == "New message")
        await phone.phone.stop()
    }
}
