import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import TidingsCore
import TidingsServiceExtension
import Timekeeping

@Suite("The extension's picture and time", .timeLimit(.minutes(1))) struct ServiceTimeTests {
    private static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data(repeating: 0, count: 60)
    private let address = "https://pictures.example/kite"

    private func content(_ image: String) -> MessageContent {
        var content = MessageContent(title: "Kite", body: "has left")
        content.imageURL = image
        return content
    }

    @Test(
        "Files whose names climb out, or are the same, end up side by side in the notification's own folder",
        .rows("CS-N10"))
    func names() async throws {
        let phone = try await ExtensionPhone()
        var message = MessageContent(title: "Kite", body: "has left")
        message.attachments = [
            Attachment(url: "https://pictures.example/../../x.png", id: "../../x"),
            Attachment(url: "https://pictures.example/a/%2e%2e%2fx.png", id: "same"),
            Attachment(url: "https://pictures.example/b/x.png?name=../x", id: "same"),
        ]
        for file in message.attachments ?? [] { phone.server.offer(Self.png, type: "image/png", at: file.url) }
        try await phone.push(TestPush.clear(message))
        let files = phone.phone.screen.notifications.flatMap(\.attachments)
        #expect(files.count == 3 && Set(files.map(\.lastPathComponent)).count == 3)
        #expect(Set(files.map { $0.standardizedFileURL.deletingLastPathComponent() }).count == 1)
        #expect(files.allSatisfy { FileManager.default.fileExists(atPath: $0.path) && !$0.path.contains("..") })
        await phone.phone.stop()
    }

    @Test("The picture is attached under a name of our own, whatever the server calls it", .rows("B71", "CS-N10"))
    func picture() async throws {
        let phone = try await ExtensionPhone()
        phone.server.offer(Self.png, type: "text/html", at: address)
        for id in ["msg_1", "msg_2"] { try await phone.push(TestPush.clear(id: id, content(address)), id: id) }
        let files = phone.phone.screen.notifications.flatMap(\.attachments)
        #expect(files.count == 2 && Set(files.map(\.lastPathComponent)).count == 2)
        #expect(files.allSatisfy { $0.pathExtension == "png" })
        await phone.phone.stop()
    }

    @Test(
        "A picture that cannot be had, is too large or is none does not keep the text back", .rows("CS-N8", "P14"),
        arguments: ["missing", "large", "text"])
    func badPicture(kind: String) async throws {
        let phone = try await ExtensionPhone()
        if kind == "large" { phone.server.offer(Self.png + Data(count: 10_000_001), type: "image/png", at: address) }
        if kind == "text" { phone.server.offer(Data("<html>".utf8), type: "image/png", at: address) }
        #expect(try await phone.push(TestPush.clear(content(address)))["title"] == "Kite")
        #expect(phone.phone.screen.notifications.flatMap(\.attachments).isEmpty)
        #expect(phone.timeline.all(.attachmentDropped).isEmpty)
        #expect(phone.parts.log.lines.contains { $0.contains("unsupported_kind") } == (kind == "text"))
        #expect(phone.parts.log.lines.contains { $0.contains("too_large") } == (kind == "large"))
        await phone.phone.stop()
    }

    @Test(
        "Only https may be fetched, and plain http from this very device", .rows("CS-T4"),
        arguments: [
            ("http://pictures.example/a.png", false), ("file:///etc/hosts", false), ("ftp://x/y", false),
            ("https://user:secret@host/a.png", false), ("https:///a.png", false), ("", false),
            ("http://127.0.0.1:8080/a.png", true), ("https://pictures.example/a.png", true),
        ])
    func addresses(address: String, isAllowed: Bool) {
        #expect((MediaAddress.url(address) != nil) == isAllowed)
    }

    /// Sends a push whose picture hangs, and waits until nothing but the clock can help.
    private func pushWithHangingPicture(_ phone: ExtensionPhone, _ payload: String) async throws {
        phone.server.hangDownloads()
        phone.courier.send(payload, to: bundleID, collapseID: "msg_1")
        // The device's limit for the extension, the extension's own deadline, the picture's limit, the hanging server.
        await phone.time.waitForSleepers(4)
        try await phone.server.wait { !$0.events.isEmpty }
    }

    @Test("A picture server that hangs costs its own time, not the notification", .rows("CS-N3"))
    func hangingPicture() async throws {
        var budget = ServiceBudget()
        budget.media.time = .seconds(6)
        let phone = try await ExtensionPhone(budget: budget)
        try await pushWithHangingPicture(phone, try TestPush.clear(content(address)))
        await phone.time.waitForSleepers(waking: .seconds(6))
        await phone.time.advance(by: .seconds(6))
        #expect(try await phone.timeline.first(.shown)["title"] == "Kite")
        await phone.phone.stop()
    }

    @Test("The own deadline delivers the text even if the expiry call never comes", .rows("CS-N2", "CS-N14"))
    func ownDeadline() async throws {
        var configuration = DeviceConfiguration()
        configuration.callsExtensionExpiry = false
        var budget = ServiceBudget()
        budget.deadline = .seconds(20)
        budget.media.time = .seconds(3_000)
        let phone = try await ExtensionPhone(configuration: configuration, budget: budget)
        try await pushWithHangingPicture(phone, try TestPush.sealed(for: phone.device, content(address)))
        await phone.time.advance(by: .seconds(20))
        #expect(try await phone.timeline.first(.shown)["title"] == "Kite")
        #expect(phone.timeline.all(.extensionFailed).isEmpty)
        #expect(phone.timeline.all(.misuse).isEmpty)
        await phone.phone.stop()
    }

    @Test("The own deadline delivers although the network does not even stop when told to", .rows("CS-N2", "CS-N3"))
    func stuckNetwork() async throws {
        var budget = ServiceBudget()
        budget.deadline = .seconds(20)
        let phone = try await ExtensionPhone(budget: budget)
        phone.server.hangDownloads(ignoringCancellation: true)
        phone.courier.send(try TestPush.clear(content(address)), to: bundleID, collapseID: "msg_1")
        // The device's limit for the extension, the extension's own deadline, the picture's limit.
        await phone.time.waitForSleepers(3)
        try await phone.server.wait { !$0.events.isEmpty }
        await phone.time.advance(by: .seconds(20))
        #expect(try await phone.timeline.first(.shown)["title"] == "Kite")
        #expect(phone.timeline.all(.extensionExpiring).isEmpty)
        #expect(phone.timeline.all(.extensionFailed).isEmpty)
        phone.server.releaseDownloads()
        await phone.phone.stop()
    }

    @Test("The expiry call delivers what there is, once", .rows("CS-N14", "B71"))
    func expiryCall() async throws {
        var configuration = DeviceConfiguration()
        configuration.extensionTimeLimit = .seconds(10)
        var budget = ServiceBudget()
        budget.deadline = .seconds(3_000)
        budget.media.time = .seconds(3_000)
        let phone = try await ExtensionPhone(configuration: configuration, budget: budget)
        try await pushWithHangingPicture(phone, try TestPush.sealed(for: phone.device, content(address)))
        await phone.time.advance(by: .seconds(10))
        #expect(try await phone.timeline.first(.shown)["title"] == "Kite")
        #expect(phone.timeline.all(.extensionExpiring).count == 1)
        #expect(phone.timeline.all(.extensionFailed).isEmpty)
        #expect(phone.timeline.all(.misuse).isEmpty)
        await phone.phone.stop()
    }

    @Test("Fetching ends after 25 s by default, and all of it before the system's limit", .rows("CS-N2", "N24"))
    func defaultBudget() {
        let budget = ServiceBudget()
        #expect(budget.media.time == .seconds(25))
        #expect(budget.media.time < budget.deadline)
        #expect(budget.deadline < .seconds(30))
        #expect(budget.receipts < budget.deadline)
    }
}
