import ClientTestSupport
import Foundation
import Locking
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import TidingsCore
import TidingsNotifications
import TidingsServiceExtension
import UserNotifications

/// Something that can go wrong while a push is worked on.
enum ExtensionFailure: String, CaseIterable, Sendable {
    case none, noContainer, noSession, brokenSession, noJournal, noClaims, shutVault, emptyVault, offline, serverError
    case foreignServer, missingFile, wrongFile, largeFile, littleMemory

    /// Breaks what the extension works with.
    func apply(to phone: ExtensionPhone) throws {
        let parts = phone.parts
        let container = try parts.container
        switch self {
        case .none, .missingFile: break
        case .noContainer: parts.change { $0.breaksContainer = true }
        case .noSession: try FileManager.default.removeItem(at: container.session)
        case .brokenSession: try Data("{".utf8).write(to: container.session)
        case .noJournal: try Self.replaceWithFile(container.journal)
        case .noClaims: try Self.replaceWithFile(container.claims)
        case .shutVault: parts.vault.setShut(true)
        case .emptyVault: parts.vault.empty()
        case .offline: phone.server.isOffline = true
        case .serverError: phone.server.answerNext([500, 500, 500])
        case .foreignServer: phone.server.answerNext([401, 404, 410])
        case .wrongFile: phone.server.offer(SampleFiles.html, type: "image/png", at: HandlerTests.address)
        case .largeFile:
            phone.server.offer(SampleFiles.png + Data(count: 10_000_000), type: "image/png", at: HandlerTests.address)
        case .littleMemory: parts.change { $0.availableMemory = 1_000_000 }
        }
    }

    private static func replaceWithFile(_ folder: URL) throws {
        try FileManager.default.removeItem(at: folder)
        try Data().write(to: folder)
    }
}

/// A service that hears that its time is up at the worst moments: in the middle of its work, and after it.
private final class HurriedService: TestService {
    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        super.didReceive(request) { [weak self] content in
            contentHandler(content)
            self?.serviceExtensionTimeWillExpire()
        }
    }

    override func customize(_ content: UNMutableNotificationContent, payload: DecryptedPayload?) {
        serviceExtensionTimeWillExpire()
    }
}

/// A service that is given a second request while it works on the first.
private final class OverlappingService: TestService {
    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        super.didReceive(request, withContentHandler: contentHandler)
        guard let second = request.content.mutableCopy() as? UNMutableNotificationContent else { return }
        second.userInfo = ["aps": ["alert": "x"], "tidings": ["v": 1, "id": "msg_2"]]
        second.title = "Second"
        second.body = "without a picture"
        super.didReceive(UNNotificationRequest(identifier: "msg_2", content: second, trigger: nil)) { _ in }
    }
}

@Suite("The content handler", .timeLimit(.minutes(1))) struct HandlerTests {
    static let address = "https://pictures.example/kite"

    private var content: MessageContent {
        var content = MessageContent(title: "Kite", body: "has left")
        content.imageURL = Self.address
        return content
    }

    @Test(
        "It is called exactly once whatever fails, sealed or not, with something to read", .rows("CS-N14", "N25"),
        arguments: ExtensionFailure.allCases, [false, true])
    func once(failure: ExtensionFailure, isSealed: Bool) async throws {
        let phone = try await ExtensionPhone()
        try failure.apply(to: phone)
        let payload = try isSealed ? TestPush.sealed(for: phone.device, content) : TestPush.clear(content)
        let handed = try await phone.content(of: payload)
        let isReadable = !isSealed || ![.noContainer, .shutVault, .emptyVault].contains(failure)
        #expect(handed.title == (isReadable ? "Kite" : ""))
        #expect(handed.body == (isReadable ? "has left" : PushPayload.placeholder))
        #expect(phone.timeline.all(.misuse).isEmpty)
        #expect(phone.timeline.all(.extensionFailed).isEmpty)
        await phone.phone.stop()
    }

    @Test(
        "The system's expiry call in the middle of the work and after it changes nothing of that", .rows("CS-N14"),
        arguments: ExtensionFailure.allCases)
    func hurried(failure: ExtensionFailure) async throws {
        let phone = try await ExtensionPhone(service: { HurriedService($0) })
        try failure.apply(to: phone)
        let handed = try await phone.content(of: TestPush.clear(content))
        #expect(handed.title == "Kite" && handed.attachments.isEmpty)
        #expect(phone.timeline.all(.misuse).isEmpty)
        await phone.phone.stop()
    }

    @Test("A request that waits for its picture does not hold up another in the same object", .rows("CS-N1", "N25"))
    func overlap() async throws {
        let phone = try await ExtensionPhone(service: { OverlappingService($0) })
        phone.server.hangDownloads()
        phone.courier.send(try TestPush.clear(content), to: bundleID, collapseID: "msg_1")
        try await phone.server.wait {
            $0.receipts(of: "msg_2") == ["delivered"] && $0.receipts(of: "msg_1") == ["delivered"]
        }
        await phone.time.waitForSleepers(waking: .seconds(25))
        await phone.time.advance(by: .seconds(25))
        #expect(try await phone.timeline.first(.shown)["title"] == "Kite")
        #expect(phone.parts.handed.map(\.title) == ["Second", "Kite"])
        await phone.phone.stop()
    }

    @Test(
        "Pushes that overlap in one process, in objects of their own or in one, each get their own content",
        .rows("CS-N1", "N25", "F47"), arguments: [false, true])
    func overlapInOneProcess(reusesObject: Bool) async throws {
        var configuration = DeviceConfiguration()
        configuration.overlapsExtensionRuns = true
        configuration.reusesExtensionObject = reusesObject
        let phone = try await ExtensionPhone(configuration: configuration)
        phone.server.hangDownloads(of: Self.address)
        phone.courier.send(try TestPush.clear(content), to: bundleID, collapseID: "msg_1")
        await phone.time.waitForSleepers(waking: .seconds(25))
        for number in 2...6 {
            var message = MessageContent(title: "Push \(number)", body: "text \(number)")
            message.actions = [ActionButton(id: "a\(number)", title: "A")]
            phone.courier.send(
                try TestPush.sealed(id: "msg_\(number)", for: phone.device, message), to: bundleID,
                collapseID: "msg_\(number)")
        }
        for number in 2...6 {
            let shown = try await phone.timeline.first { $0.kind == .shown && $0.notification == "msg_\(number)" }
            #expect(shown["title"] == "Push \(number)" && shown["body"] == "text \(number)")
        }
        #expect(phone.timeline.all(.shown).count == 5, "the one with the picture still waits")
        await phone.time.advance(by: .seconds(25))
        let last = try await phone.timeline.first { $0.kind == .shown && $0.notification == "msg_1" }
        #expect(last["title"] == "Kite")
        #expect(Set(phone.phone.screen.notifications.map(\.actions)) == Set((2...6).map { ["a\($0)"] } + [[]]))
        #expect(phone.server.events("$notification.delivered").count == 6)
        #expect(phone.timeline.all(.misuse).isEmpty)
        await phone.phone.stop()
    }

    @Test("A file that comes after the notification was handed over changes nothing any more", .rows("N28c", "N25"))
    func late() async throws {
        let phone = try await ExtensionPhone()
        phone.server.hangDownloads(ignoringCancellation: true)
        phone.courier.send(try TestPush.clear(content), to: bundleID, collapseID: "msg_1")
        await phone.time.waitForSleepers(3)
        try await phone.server.wait { !$0.events.isEmpty }
        await phone.time.advance(by: .seconds(27))
        #expect(try await phone.timeline.first(.shown)["title"] == "Kite")
        phone.server.releaseDownloads()
        phone.server.hangDownloads(ignoringCancellation: false)
        _ = try await phone.push(TestPush.clear(id: "msg_2", MessageContent(title: "Next", body: "b")), id: "msg_2")
        #expect(phone.parts.handed.map(\.title) == ["Kite", "Next"])
        #expect(phone.parts.handed.allSatisfy { $0.attachments.isEmpty })
        #expect(phone.timeline.all(.misuse).isEmpty)
        await phone.phone.stop()
    }

    @Test("With too little memory left nothing is fetched, and the text is shown", .rows("P14", "CS-N4"))
    func memory() async throws {
        let phone = try await ExtensionPhone()
        phone.server.offer(SampleFiles.png, type: "image/png", at: Self.address)
        phone.parts.change { $0.availableMemory = 1_000_000 }
        #expect(try await phone.content(of: TestPush.clear(content)).attachments.isEmpty)
        #expect(phone.parts.log.lines.contains { $0.contains("too little memory") })
        phone.parts.change { $0.availableMemory = 20_000_000 }
        #expect(try await phone.content(of: TestPush.clear(id: "msg_2", content), id: "2").attachments.count == 1)
        await phone.phone.stop()
    }

    @Test("Each file is shown as soon as it is there: one that hangs costs only itself", .rows("CS-N3", "N24"))
    func partial() async throws {
        let phone = try await ExtensionPhone()
        var message = MessageContent(title: "Kite", body: "has left")
        message.attachments = [
            Attachment(url: "https://pictures.example/hangs", id: "first"), Attachment(url: Self.address, id: "second"),
        ]
        phone.server.offer(SampleFiles.png, type: "image/png", at: Self.address)
        phone.server.hangDownloads(of: "https://pictures.example/hangs")
        phone.courier.send(try TestPush.clear(message), to: bundleID, collapseID: "msg_1")
        await phone.time.waitForSleepers(waking: .seconds(25))
        try await phone.server.wait { !$0.events.isEmpty }
        await phone.time.advance(by: .seconds(25))
        #expect(try await phone.timeline.first(.shown)["title"] == "Kite")
        #expect(phone.parts.handed.map { $0.attachments.map(\.identifier) } == [["second"]])
        await phone.phone.stop()
    }
}
