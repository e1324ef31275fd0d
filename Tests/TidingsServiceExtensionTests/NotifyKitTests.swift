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

/// A host that changes the options of every push before it hands over to ours.
private final class ChangingHost: UNNotificationServiceExtension {
    private let parts: ExtensionPhone.Parts

    init(_ parts: ExtensionPhone.Parts) {
        self.parts = parts
        super.init()
    }

    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
            return contentHandler(request.content)
        }
        content.userInfo["notifee_options"] = ["title": "Modified Title"]
        var dependencies = ServiceDependencies.live
        parts.use(&dependencies)
        NotificationProcessor(appGroup: nil, dependencies: dependencies)
            .process(request, content: content, withContentHandler: parts.recording(contentHandler))
        // What the host does afterwards is its own affair.
        content.title = "too late"
    }
}

@Suite("Pushes made for notify-kit", .timeLimit(.minutes(1))) struct NotifyKitTests {
    private let picture = "https://cdn.example.com/orders/42.png"

    /// A push as the server of notify-kit has it built, with options as they are or as text.
    private func push(_ options: String, asText: Bool = false, aps: String = "", more: String = "") throws -> String {
        let blob = asText ? JSONValue.string(options).description : options
        return #"{"aps":{"alert":{"title":"Original","subtitle":"Sub","body":"Text"},"badge":3,"sound":"a.caf","#
            + #""mutable-content":1\#(aps)},"order":42,"notifee_options":\#(blob)\#(more)}"#
    }

    @Test(
        "Options are understood as an object and as text alike", .rows("N20", "P8", "N28c"), arguments: [false, true])
    func forms(asText: Bool) async throws {
        let phone = try await ExtensionPhone()
        let content = try await phone.content(
            of: push(#"{"_v":1,"title":"Your order","body":"is on the way"}"#, asText: asText), id: "order-42")
        #expect(content.title == "Your order" && content.body == "is on the way")
        await phone.phone.stop()
    }

    @Test("Badge, subtitle, sound and user info of the push are kept", .rows("N21"), arguments: [false, true])
    func kept(asText: Bool) async throws {
        let phone = try await ExtensionPhone()
        let options = #"{"title":"T","data":{"k":"v","order":"43","aps":"x","tidings":"y"}}"#
        let content = try await phone.content(
            of: push(options, asText: asText, more: #","notifee_data":"{\"n\":\"1\"}""#), id: "order-42")
        #expect(content.title == "T" && content.subtitle == "Sub" && content.body == "Text")
        #expect(content.badge == 3 && content.sound == UNNotificationSound(named: UNNotificationSoundName("a.caf")))
        #expect(content.userInfo["order"] as? Int == 42)
        #expect(content.userInfo["k"] as? String == "v" && content.userInfo["n"] as? String == "1")
        #expect(content.userInfo["notifee_options"] != nil && content.userInfo["tidings"] == nil)
        #expect((content.userInfo["aps"] as? [AnyHashable: Any])?["badge"] as? Int == 3)
        #expect(phone.phone.screen.notifications.map(\.identifier) == ["order-42"])
        await phone.phone.stop()
    }

    @Test("An id in the options does not rename what stands on the screen", .rows("N21"))
    func identifier() async throws {
        let phone = try await ExtensionPhone()
        _ = try await phone.content(of: push(#"{"id":"other","title":"T"}"#), id: "order-42")
        #expect(phone.phone.screen.notifications.map(\.identifier) == ["order-42"])
        await phone.phone.stop()
    }

    @Test("Every field for iOS reaches the content", .rows("N22"))
    func fields() async throws {
        let phone = try await ExtensionPhone()
        let ios = #"""
            {"ios":{"sound":"media/kick.wav","badgeCount":0,"categoryId":"post","launchImageName":"l",
            "interruptionLevel":"timeSensitive","threadId":"th","targetContentId":"w"}}
            """#
        let content = try await phone.content(of: push(ios))
        #expect(content.sound == UNNotificationSound(named: UNNotificationSoundName("media/kick.wav")))
        #expect(content.badge == 0 && content.categoryIdentifier == "post" && content.launchImageName == "l")
        #expect(content.interruptionLevel == .timeSensitive && content.threadIdentifier == "th")
        #expect(content.targetContentIdentifier == "w" && content.title == "Original")
        await phone.phone.stop()
    }

    @Test(
        "A critical sound has its name and volume", .rows("N22"),
        arguments: [
            (#"{"critical":true}"#, UNNotificationSound.defaultCritical),
            (#"{"critical":true,"criticalVolume":0.5}"#, .defaultCriticalSound(withAudioVolume: 0.5)),
            (#"{"critical":true,"sound":"x.caf"}"#, .criticalSoundNamed(UNNotificationSoundName("x.caf"))),
            (
                #"{"critical":true,"sound":"x.caf","criticalVolume":1}"#,
                .criticalSoundNamed(UNNotificationSoundName("x.caf"), withAudioVolume: 1)
            ),
            (#"{"critical":true,"criticalVolume":9}"#, .defaultCritical), (#"{"sound":"default"}"#, .default),
            (#"{"sound":"../../x.caf"}"#, .default), (#"{"sound":"/etc/passwd"}"#, .default),
        ].map { ($0.0, Carried($0.1)) })
    func sounds(ios: String, sound: Carried<UNNotificationSound>) async throws {
        let phone = try await ExtensionPhone()
        #expect(try await phone.content(of: push(#"{"ios":\#(ios)}"#)).sound == sound.object)
        await phone.phone.stop()
    }

    @Test(
        "What cannot be read leaves the original content, handed over once", .rows("N20", "N28c", "N25"),
        arguments: [
            "null", "[]", #"[{"title":"x"}]"#, "7", "true", #""{""#, #""""#, #""[]""#, #""null""#,
            #"{"title":1,"body":[],"ios":[]}"#, #"{"title":"","subtitle":" ","body":""}"#,
        ])
    func unreadable(options: String) async throws {
        let phone = try await ExtensionPhone()
        let content = try await phone.content(of: push(options))
        #expect(content.title == "Original" && content.subtitle == "Sub" && content.body == "Text")
        #expect(content.badge == 3 && content.attachments.isEmpty)
        #expect(phone.timeline.all(.misuse).isEmpty)
        await phone.phone.stop()
    }

    @Test("A push without options is shown by iOS as it is", .rows("N28b", "N28c"))
    func none() async throws {
        let phone = try await ExtensionPhone()
        let payload = #"{"aps":{"alert":{"title":"A","body":"B"},"category":"post","sound":"k.wav"},"order":1}"#
        #expect(try await phone.push(payload)["title"] == "A")
        #expect(phone.parts.handed.isEmpty, "the extension is not asked")
        let asked = try await phone.content(
            of: payload.replacing("\"sound\"", with: "\"mutable-content\":1,\"sound\""), id: "msg_2")
        #expect(asked.title == "A" && asked.categoryIdentifier == "post" && asked.userInfo["order"] as? Int == 1)
        await phone.phone.stop()
    }

    @Test("Options without mutable-content never reach the extension", .rows("N27"))
    func immutable() async throws {
        let phone = try await ExtensionPhone()
        let payload = try push(#"{"title":"T"}"#).replacing(#","mutable-content":1"#, with: "")
        #expect(try await phone.push(payload)["title"] == "Original")
        #expect(phone.parts.handed.isEmpty)
        await phone.phone.stop()
    }

    @Test("Requests one after the other do not know of each other", .rows("N28c", "N25"))
    func sequence() async throws {
        let phone = try await ExtensionPhone()
        phone.server.offer(SampleFiles.png, type: "image/png", at: picture)
        let rich = #"{"title":"One","ios":{"sound":"x.caf","attachments":[{"url":"\#(picture)"}]}}"#
        #expect(try await phone.content(of: push(rich), id: "1").attachments.count == 1)
        let plain = try await phone.content(of: push(#"{"body":"Two"}"#), id: "2")
        #expect(plain.title == "Original" && plain.body == "Two" && plain.attachments.isEmpty)
        #expect(plain.sound == UNNotificationSound(named: UNNotificationSoundName("a.caf")))
        await phone.phone.stop()
    }

    @Test("Attachments beat the picture, and all of them are attached in their order", .rows("N23", "N24"))
    func attachments() async throws {
        let phone = try await ExtensionPhone()
        for (name, file) in [("a", SampleFiles.mp4), ("b", SampleFiles.gif), ("never", SampleFiles.png)] {
            phone.server.offer(file, type: "text/html", at: "https://e.com/\(name)")
        }
        let options = #"""
            {"image":"https://e.com/never","ios":{"attachments":[{"id":"film","url":"https://e.com/a","typeHint":"public.png"},
            {"id":"film","url":"https://e.com/b"},{"id":"../x","url":"https://e.com/missing"}]}}
            """#
        let content = try await phone.content(of: push(options, asText: true))
        #expect(content.attachments.map(\.identifier) == ["film", "tidings-attachment-2"])
        #expect(content.attachments.map(\.type) == ["public.mpeg-4", "com.compuserve.gif"])
        #expect(phone.phone.screen.notifications.first?.attachments.map(\.pathExtension) == ["mp4", "gif"])
        let single = try await phone.content(of: push(#"{"image":"https://e.com/never"}"#), id: "2")
        #expect(single.attachments.map(\.type) == ["public.png"])
        await phone.phone.stop()
    }

    @Test("How the thumbnail looks is told to the system; the type that the payload claims is not", .rows("N22"))
    func thumbnails() throws {
        var media = Attachment(url: "https://e.com/a", id: "a", isThumbnailHidden: true)
        media.thumbnailClipping = .init(x: 0, y: 0.25, width: 1, height: 0.5)
        media.thumbnailTime = 3
        let options = try #require(AttachmentOptions.dictionary(for: media))
        #expect(options[UNNotificationAttachmentOptionsThumbnailHiddenKey] as? Bool == true)
        #expect(options[UNNotificationAttachmentOptionsThumbnailTimeKey] as? Double == 3)
        #expect(
            options[UNNotificationAttachmentOptionsThumbnailClippingRectKey] as? [String: Double]
                == ["X": 0, "Y": 0.25, "Width": 1, "Height": 0.5])
        #expect(options[UNNotificationAttachmentOptionsTypeHintKey] == nil)
        #expect(AttachmentOptions.dictionary(for: Attachment(url: "https://e.com/a")) == nil)
    }

    @Test("A host may set the options before it hands over", .rows("N28a", "P9"))
    func host() async throws {
        let phone = try await ExtensionPhone(service: { ChangingHost($0) })
        let content = try await phone.content(of: #"{"aps":{"alert":{"title":"A","body":"B"},"mutable-content":1}}"#)
        #expect(content.title == "Modified Title" && content.body == "B")
        let own = try await phone.content(
            of: TestPush.clear(id: "msg_2", MessageContent(title: "A", body: "B")), id: "2")
        #expect(own.title == "Modified Title")
        #expect(phone.server.receipts(of: "msg_2") == ["delivered"])
        await phone.phone.stop()
    }

    @Test("Options inside a message of ours count, sealed or not; beside a sealed one they do not", .rows("N20"))
    func own() async throws {
        let phone = try await ExtensionPhone()
        var message = MessageContent(title: "Dinner", body: "at eight")
        message.data = Array(#"{"notifee_options":{"title":"Supper","ios":{"threadId":"t"}}}"#.utf8)
        let clear = try await phone.content(of: TestPush.clear(message))
        #expect(clear.title == "Supper" && clear.threadIdentifier == "t" && clear.body == "at eight")
        let sealed = try await phone.content(of: TestPush.sealed(id: "msg_2", for: phone.device, message), id: "2")
        #expect(sealed.title == "Supper" && sealed.body == "at eight")
        let plain = try TestPush.sealed(
            id: "msg_3", for: phone.device, MessageContent(title: "Dinner", body: "at eight"))
        let forged = plain.dropLast() + #","notifee_options":{"title":"Forged"}}"#
        #expect(try await phone.content(of: String(forged), id: "3").title == "Dinner")
        let other = try await phone.content(of: TestPush.clear(id: "msg_4", to: "bob", message), id: "4")
        #expect(other.title.isEmpty && other.body == PushPayload.placeholder)
        await phone.phone.stop()
    }

    @Test("The log tells what came, what was handed over and why", .rows("N26"))
    func log() async throws {
        let phone = try await ExtensionPhone()
        _ = try await phone.content(of: push(#"{"_v":2,"image":"https://e.com/missing"}"#), id: "order-42")
        let lines = phone.parts.log.lines
        #expect(
            lines.contains {
                $0.contains("A notification came notification=order-42 tidings=false notifeeOptions=true attachments=1")
            })
        #expect(lines.contains { $0.contains("handed over notification=order-42 because=done attachments=0") })
        #expect(lines.contains { $0.contains("newer than this SDK version=2") })
        #expect(!lines.contains { $0.contains("Original") || $0.contains("e.com") }, "no text and no address")
        await phone.phone.stop()
    }
}
