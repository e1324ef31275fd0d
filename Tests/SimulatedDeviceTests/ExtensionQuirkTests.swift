import Locking
import ProcessLocal
import SimulatedDevice
import TestSupport
import Testing

/// What service extensions have been seen to go through on phones, and seldom in the hands of their developers.
@Suite(.timeLimit(.minutes(1)))
struct ExtensionQuirkTests {
    private static func push(_ number: Int, more: String = "") -> String {
        #"{"aps":{"alert":"\#(number)","mutable-content":1\#(more)},"number":\#(number)}"#
    }

    @Test(.rows("F47")) func `runs of one extension may overlap in its process, which stands still after the last`()
        async throws
    {
        var configuration = DeviceConfiguration()
        configuration.overlapsExtensionRuns = true
        let test = try await makePhone(
            serviceExtension: .serviceExtension { MeetingService() }, configuration: configuration)
        // Each of the two answers only once the other one runs.
        for number in 1...2 { test.courier.send(Self.push(number), to: bundleID) }
        _ = try await test.timeline.first(.extensionFrozen)
        let first = try await test.timeline.first(.shown)
        _ = try await test.timeline.first(.shown, after: first.sequence)
        #expect(test.timeline.all(.shown).allSatisfy { $0["title"] == "met" })
        #expect(test.timeline.all(.launched).count == 1)
        #expect(test.timeline.all(.extensionFrozen).count == 1)
        await test.phone.stop()
    }

    @Test(.rows("F47"), arguments: [true, false])
    func `an object may serve one push after another`(reuses: Bool) async throws {
        var configuration = DeviceConfiguration()
        configuration.reusesExtensionObject = reuses
        let test = try await makePhone(
            serviceExtension: .serviceExtension { CountingService() }, configuration: configuration)
        try await test.push(Self.push(1), until: .shown)
        let second = try await test.push(Self.push(2), until: .shown)
        #expect(second["title"] == (reuses ? "run 2" : "run 1"))
        await test.phone.stop()
    }

    @Test(.rows("F41"), arguments: [true, false])
    func `a device may ignore the type hint of an attachment`(ignores: Bool) async throws {
        var configuration = DeviceConfiguration()
        configuration.ignoresTypeHints = ignores
        let test = try await makePhone(
            serviceExtension: .serviceExtension { HintingService() }, configuration: configuration)
        let shown = try await test.push(Self.push(1), until: .shown)
        #expect(shown["attachments"] == (ignores ? "0" : "1"))
        await test.phone.stop()
    }

    @Test(.rows("F31"), arguments: [(false, true, 0), (true, true, 1), (false, false, 1)])
    func `a category that the extension sets is unknown to that notification unless it is read again`(
        reads: Bool, forgets: Bool, buttons: Int
    ) async throws {
        var configuration = DeviceConfiguration()
        configuration.forgetsFreshCategories = forgets
        let test = try await makePhone(
            serviceExtension: .serviceExtension { CategoryService() }, configuration: configuration)
        let category = #","category":"\#(reads ? "read" : "unread")""#
        try await test.push(Self.push(1, more: category), until: .shown)
        #expect(test.phone.screen.notifications[0].actions.count == buttons)
        // By the next one it is known.
        try await test.push(Self.push(2, more: category), until: .shown)
        #expect(test.phone.screen.notifications[0].actions.count == 1)
        await test.phone.stop()
    }
}

/// Answers only when another push is being served at the same time.
private final class MeetingService: UNNotificationServiceExtension {
    private static let waiting = ProcessScoped<[FirstAnswer<Bool>]> { [] }

    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else { return }
        content.title = "met"
        let turn = FirstAnswer<Bool>()
        let everybody = Self.waiting.withValue { waiting in
            waiting.append(turn)
            return waiting.count == 2 ? waiting : []
        }
        // Handed to one task and never touched again.
        nonisolated(unsafe) let answer = { contentHandler(content) }
        SimulatedProcess.current.task {
            await turn.wait()
            answer()
        }
        for turn in everybody { turn.set(true) }
    }
}

private final class CountingService: UNNotificationServiceExtension {
    private let runs = Locked(0)

    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else { return }
        let run = runs.withLock { runs in
            runs += 1
            return runs
        }
        content.title = "run \(run)"
        contentHandler(content)
    }
}

/// Registers the category of the push, and reads the set again where the category is called so.
private final class CategoryService: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let name = request.content.categoryIdentifier
        UNUserNotificationCenter.current().setNotificationCategories([
            UNNotificationCategory(
                identifier: name, actions: [UNNotificationAction(identifier: "ok", title: "OK")], intentIdentifiers: [])
        ])
        // Handed to one task and never touched again.
        nonisolated(unsafe) let answer = { contentHandler(request.content) }
        SimulatedProcess.current.task {
            if name == "read" { _ = await UNUserNotificationCenter.current().notificationCategories() }
            answer()
        }
    }
}

/// Attaches a picture whose name does not say that it is one.
private final class HintingService: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else { return }
        let file = SimulatedProcess.current.containers.home.appendingPathComponent("tmp/kite.tmp")
        try? Data([0x89, 0x50, 0x4E, 0x47]).write(to: file)
        let options = [UNNotificationAttachmentOptionsTypeHintKey: "public.png"]
        if let attachment = try? UNNotificationAttachment(identifier: "", url: file, options: options) {
            content.attachments = [attachment]
        }
        contentHandler(content)
    }
}
