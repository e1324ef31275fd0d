import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import TidingsServiceExtension
import Timekeeping
import UserNotifications

@testable import DocumentationSnippets

/// The extensions that the pages show, each run on a phone as it stands there.
@Suite("The extensions of the pages, run", .timeLimit(.minutes(1))) struct SnippetRunTests {
    enum Shown: String, CaseIterable {
        case oneLine, gym, customizing, existing, twoServices, decrypting, decryptingOnce, changing

        var service: UNNotificationServiceExtension {
            switch self {
            case .oneLine: DocumentationSnippets.NotificationService()
            case .gym: GymNotificationService()
            case .customizing: BadgingService()
            case .existing: ExistingService()
            case .twoServices: TwoServices()
            case .decrypting: DecryptingService()
            case .decryptingOnce: DecryptingOnceService()
            case .changing: ChangingService()
            }
        }

        /// The group in which the page's code looks for the keys.
        var appGroup: String {
            switch self {
            case .gym: "group.com.example.gym"
            case .customizing: "group.com.example.shared"
            default: "group.\(bundleID)"
            }
        }
    }

    @Test(
        "Each decrypts a push for a dead app, and leaves what is not ours as it is", .rows("K15", "K23", "K27", "B71"),
        arguments: Shown.allCases)
    func each(shown: Shown) async throws {
        let time = VirtualTime.forTest()
        let server = FakeServer(time: time)
        let courier = DirectCourier()
        let app = AppDefinition(
            bundleID: bundleID, program: .app { RegisteringAppDelegate(server, group: shown.appGroup) },
            serviceExtension: .serviceExtension { shown.service }, appGroups: [shown.appGroup])
        let phone = try Phone(app: app, courier: courier, time: time)
        phone.device.changeSettings(allow: true, for: bundleID)
        _ = try await courier.register(bundleID: bundleID, environment: .sandbox)
        try await phone.launch()
        try await server.wait { !$0.devices.isEmpty }
        try await phone.kill()
        let device = try #require(server.devices.first?.registration)

        var content = MessageContent(title: "Dinner", body: "at eight")
        content.conversation = "chat_1"
        courier.send(try TestPush.sealed(for: device, content), to: bundleID, collapseID: "msg_1")
        let ours = try await phone.timeline.first(.shown)
        #expect(ours["title"] == "Dinner" && ours["body"] == "at eight")
        #expect(ours["subtitle"] == (shown == .customizing ? "in chat_1" : ""))

        let mark = phone.timeline.mark
        let foreign = #"{"aps":{"alert":{"title":"Foreign","body":"Text"},"mutable-content":1}}"#
        courier.send(foreign, to: bundleID, collapseID: "foreign")
        let other = try await phone.timeline.first(.shown, after: mark)
        #expect(other["title"] == (shown == .changing ? "Modified Title" : "Foreign") && other["body"] == "Text")
        #expect(phone.timeline.all(.misuse).isEmpty)
        await phone.stop()
    }

    @Test("The push that notify-kit's page shows is understood as it is", .rows("N21"))
    func notifyKit() async throws {
        let page = try DocumentedCode.blocks("json", of: "Documentation/ComingFrom/NotifyKit.md")
        let payload = try #require(page.first { $0.contains("notifee_options") })
        let phone = try await ExtensionPhone()
        phone.server.offer(SampleFiles.png, type: "image/png", at: "https://placeimg.com/640/480/any")
        let handed = try await phone.content(of: payload)
        #expect(handed.title == "A notification title!" && handed.body == "A notification body")
        #expect(handed.categoryIdentifier == "post" && handed.attachments.count == 1)
        #expect(handed.sound == UNNotificationSound(named: UNNotificationSoundName("media/kick.wav")))
        await phone.phone.stop()
    }
}
