import ProcessLocal
import SimulatedDevice
import TestSupport
import Testing
import UIKit
import UserNotifications

@Suite(.timeLimit(.minutes(1)))
struct ExtensionTests {
    private func makePhoneWithExtension(
        capabilities: Set<AppDefinition.Capability> = [.push, .remoteNotificationMode], ready: Bool = true,
        configuration: DeviceConfiguration = DeviceConfiguration()
    ) async throws -> TestPhone {
        try await makePhone(
            serviceExtension: .serviceExtension { ScriptedService() }, ready: ready, capabilities: capabilities,
            configuration: configuration)
    }

    @Test(
        .rows("F44"),
        arguments: [
            (#"{"aps":{"alert":"Hi","mutable-content":1}}"#, "alert", true),
            (#"{"aps":{"alert":"Hi"}}"#, "alert", false),
            (#"{"aps":{"badge":1,"mutable-content":1}}"#, "alert", false),
            (#"{"aps":{"sound":"default","badge":2,"mutable-content":1}}"#, "alert", false),
            (#"{"aps":{"alert":"Hi","mutable-content":1,"content-available":1}}"#, "background", false),
        ])
    func `the extension runs only for a mutable push that shows an alert`(
        payload: String, type: String, runs: Bool
    ) async throws {
        let test = try await makePhoneWithExtension()
        try await test.push(payload, type: type, until: .shown, .badgeChanged, .wakeAnswered)
        #expect(test.timeline.all(.extensionStarted).isEmpty == !runs)
        await test.phone.stop()
    }

    @Test(.rows("F44")) func `without permission the extension does not run`() async throws {
        let test = try await makePhoneWithExtension()
        test.device.changeSettings(allow: false, for: bundleID)
        let dropped = try await test.push(
            #"{"aps":{"alert":"Hi","mutable-content":1}}"#, until: .shown, .pushDropped)
        #expect(dropped["reason"] == "not_allowed")
        #expect(test.timeline.all(.extensionStarted).isEmpty)
        await test.phone.stop()
    }

    @Test(.rows("F52")) func `the app need not run, and in the foreground it sees what the extension made of it`()
        async throws
    {
        let test = try await makePhoneWithExtension()
        let cold = try await test.push(#"{"aps":{"alert":"Hi","mutable-content":1}}"#, until: .shown)
        #expect(cold["body"] == "Hi, seen")
        #expect(test.phone.phase == .notRunning)
        try await test.phone.launch()
        try await test.push(#"{"aps":{"alert":"Hi","mutable-content":1}}"#, until: .shown)
        #expect(try await test.timeline.first("app.willPresent")["body"] == "Hi, seen")
        await test.phone.stop()
    }

    @Test(.rows("F45")) func `without an answer in thirty seconds it is told, and then the original is shown`()
        async throws
    {
        let test = try await makePhoneWithExtension()
        test.courier.send(#"{"aps":{"alert":"Hi","mutable-content":1},"do":"hang"}"#, to: bundleID)
        _ = try await test.timeline.first("app.started")
        await test.time.waitForSleepers(2)
        await test.time.advance(by: .seconds(29))
        #expect(test.timeline.all(.extensionExpiring).isEmpty)
        await test.time.advance(by: .seconds(2))
        #expect(try await test.timeline.first(.shown)["body"] == "Hi")
        _ = try await test.timeline.first(.extensionExpiring)
        #expect(try await test.timeline.first(.extensionFailed)["reason"] == "time")
        await test.phone.stop()
    }

    @Test(.rows("F45")) func `what it hands on when told counts, and on phones it may never be told`() async throws {
        let told = try await makePhoneWithExtension()
        told.courier.send(#"{"aps":{"alert":"Hi","mutable-content":1},"do":"late"}"#, to: bundleID)
        _ = try await told.timeline.first("app.started")
        await told.time.waitForSleepers(2)
        await told.time.advance(by: .seconds(30))
        #expect(try await told.timeline.first(.shown)["body"] == "Hi, seen")
        await told.phone.stop()

        var configuration = DeviceConfiguration()
        configuration.callsExtensionExpiry = false
        let untold = try await makePhoneWithExtension(configuration: configuration)
        untold.courier.send(#"{"aps":{"alert":"Hi","mutable-content":1},"do":"late"}"#, to: bundleID)
        _ = try await untold.timeline.first("app.started")
        await untold.time.waitForSleepers(1)
        await untold.time.advance(by: .seconds(31))
        #expect(try await untold.timeline.first(.shown)["body"] == "Hi")
        await untold.phone.stop()
    }

    @Test(.rows("F50")) func `empty content keeps it from being shown only with the filtering capability`() async throws
    {
        let payload = #"{"aps":{"alert":"Hi","mutable-content":1},"do":"empty"}"#
        let plain = try await makePhoneWithExtension()
        #expect(try await plain.push(payload, until: .shown, .notShown)["body"] == "Hi")
        await plain.phone.stop()
        let filtering = try await makePhoneWithExtension(capabilities: [.push, .filtering])
        let hidden = try await filtering.push(payload, until: .shown, .notShown)
        #expect(hidden["reason"] == "filtered")
        await filtering.phone.stop()
    }

    @Test(.rows("F50")) func `the extension cannot change the identifier, and calling its handler again does nothing`()
        async throws
    {
        let test = try await makePhoneWithExtension()
        let shown = try await test.push(
            #"{"aps":{"alert":"Hi","mutable-content":1},"do":"twice"}"#, collapseID: "mine", until: .shown)
        #expect(shown.notification == "mine")
        #expect(shown["body"] == "Hi, seen")
        _ = try await test.timeline.first(.misuse)
        await test.phone.stop()
    }

    @Test(.rows("F49")) func `what it left unfinished goes on only with its next push`() async throws {
        let test = try await makePhoneWithExtension()
        try await test.push(#"{"aps":{"alert":"1","mutable-content":1},"do":"afterwards"}"#, until: .shown)
        await test.time.advance(by: .seconds(10))
        #expect(!test.calls.contains("afterwards"))
        let mark = test.timeline.mark
        test.courier.send(#"{"aps":{"alert":"2","mutable-content":1},"do":"hang"}"#, to: bundleID)
        _ = try await test.timeline.first("app.started", after: mark)
        await test.time.waitForSleepers(2)
        await test.time.advance(by: .seconds(10))
        _ = try await test.timeline.first("app.afterwards")
        #expect(test.timeline.all(.launched).count == 1)
        await test.phone.stop()
    }

    @Test(.rows("F47")) func `pushes of one app wait for each other, and each run has an object of its own`()
        async throws
    {
        let test = try await makePhoneWithExtension()
        test.courier.send(#"{"aps":{"alert":"1","mutable-content":1},"do":"hang"}"#, to: bundleID)
        _ = try await test.timeline.first("app.started")
        test.courier.send(#"{"aps":{"alert":"2","mutable-content":1}}"#, to: bundleID)
        await test.time.waitForSleepers(2)
        await test.time.advance(by: .seconds(31))
        _ = try await test.timeline.first { $0.kind == .shown && $0["body"] == "2, seen" }
        #expect(test.phone.screen.notifications.map(\.body) == ["2, seen", "1"])
        await test.phone.stop()
    }

    @Test(.rows("F48")) func `a push can go through the extension twice, and is shown once`() async throws {
        var configuration = DeviceConfiguration()
        configuration.callsExtensionTwice = true
        let test = try await makePhoneWithExtension(configuration: configuration)
        try await test.push(#"{"aps":{"alert":"Hi","mutable-content":1}}"#, until: .shown)
        #expect(test.timeline.all(.extensionAnswered).count == 2)
        #expect(test.timeline.all(.shown).count == 1)
        await test.phone.stop()
    }

    @Test(.rows("F51")) func `app and extension share the group's folder and Keychain, and nothing else`() async throws
    {
        let test = try await makePhoneWithExtension()
        let shown = try await test.push(
            #"{"aps":{"alert":"Hi","mutable-content":1},"do":"containers"}"#, until: .shown)
        let extensionHome = try #require(shown["title"])
        let groups = shown["subtitle"]
        let process = try await test.timeline.first("app.started")
        #expect(process.process?.hasPrefix("extension") == true)
        #expect(extensionHome.contains("/home/"))
        #expect(groups == "group.dev.tidings")
        await test.phone.stop()
    }
}

/// Does what the payload says.
private final class ScriptedService: UNNotificationServiceExtension {
    private var waiting: (UNNotificationContent, (UNNotificationContent) -> Void)?

    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let process = SimulatedProcess.current
        process.log("started", ["id": request.identifier])
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else { return }
        content.body += ", seen"
        switch content.userInfo["do"] as? String {
        case "hang": break
        case "late": waiting = (content, contentHandler)
        case "empty": contentHandler(UNNotificationContent())
        case "twice":
            contentHandler(content)
            contentHandler(UNNotificationContent())
        case "afterwards":
            contentHandler(content)
            process.task {
                try? await process.time.sleep(for: .seconds(5))
                process.log("afterwards")
            }
        case "containers":
            content.title = process.containers.home.path
            content.subtitle = process.containers.groups.keys.joined()
            contentHandler(content)
        default: contentHandler(content)
        }
    }

    override func serviceExtensionTimeWillExpire() {
        SimulatedProcess.current.log("expiring")
        if let (content, handler) = waiting { handler(content) }
    }
}
