import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import TidingsCore
import TidingsServiceExtension
import Timekeeping
import UIKit
import UserNotifications

/// An app that registers with the Keychain of its phone, as a real one.
final class RegisteringAppDelegate: UIResponder, UIApplicationDelegate {
    let server: FakeServer
    let group: String?

    init(_ server: FakeServer, group: String? = nil) {
        self.server = server
        self.group = group
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let (server, chosen) = (server, group)
        ProcessWork.start {
            let group = chosen ?? SharedFolder.defaultGroup
            guard let container = try? ClientContainer(root: SharedFolder.locate(group: group).folder) else { return }
            let environment = ClientEnvironment(
                container: container, vault: .keychain(group: group), transport: server.transport,
                time: ProcessWork.time, log: .system(minimum: .debug), facts: { .test }, pushEnvironment: .sandbox)
            let install = Install(url: URL(fileURLWithPath: "/"), publishableKey: "k", environment: environment)
            _ = await install.synchronise()
        }
        return true
    }
}

/// A host's own service, which uses the functions.
private final class HostService: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let userInfo = request.content.userInfo
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent,
            let payload = PayloadDecryption.decrypt(userInfo: userInfo)
        else { return contentHandler(request.content) }
        let before = PayloadDecryption.isDecrypted(userInfo)
        PayloadDecryption.apply(payload, to: content)
        content.subtitle = "\(before) \(PayloadDecryption.isDecrypted(content.userInfo))"
        contentHandler(content)
    }
}

/// A host's own service, which leaves all of it to the processor.
private final class ProcessingService: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        NotificationProcessor().process(request, withContentHandler: contentHandler)
    }
}

@Suite("An extension of the host's own", .timeLimit(.minutes(1))) struct FunctionTests {
    private func shown(
        by service: @escaping @Sendable () -> UNNotificationServiceExtension, _ content: MessageContent
    ) async throws -> (shown: TimelineEntry, phone: Phone) {
        let (phone, courier, device) = try await registered(service)
        courier.send(try TestPush.sealed(for: device, content), to: bundleID, collapseID: "msg_1")
        return (try await phone.timeline.first(.shown), phone)
    }

    /// A phone whose app has made its keys in the phone's own Keychain and is dead again.
    private func registered(
        _ service: @escaping @Sendable () -> UNNotificationServiceExtension
    ) async throws -> (phone: Phone, courier: DirectCourier, device: JSONObject) {
        let time = VirtualTime.forTest()
        let server = FakeServer(time: time)
        let courier = DirectCourier()
        let app = AppDefinition(
            bundleID: bundleID, program: .app { RegisteringAppDelegate(server) },
            serviceExtension: .serviceExtension(service), appGroups: ["group.\(bundleID)"])
        let phone = try Phone(app: app, courier: courier, time: time)
        phone.device.changeSettings(allow: true, for: bundleID)
        _ = try await courier.register(bundleID: bundleID, environment: .sandbox)
        try await phone.launch()
        try await server.wait { !$0.devices.isEmpty }
        try await phone.kill()
        return (phone, courier, try #require(server.devices.first?.registration))
    }

    @Test("A locked phone decrypts; one that was never unlocked since its start shows the placeholder", .rows("P13"))
    func locked() async throws {
        let (phone, courier, device) = try await registered { ProcessingService() }
        var number = 0
        func title() async throws -> String? {
            number += 1
            let mark = phone.timeline.mark
            courier.send(
                try TestPush.sealed(
                    id: "msg_\(number)", for: device, MessageContent(title: "Dinner", body: "at eight")),
                to: bundleID, collapseID: "msg_\(number)")
            let shown = try await phone.timeline.first(.shown, after: mark)
            return shown["body"] == "at eight" ? shown["title"] : shown["body"]
        }
        await phone.lock()
        #expect(try await title() == "Dinner")
        await phone.device.restart()
        #expect(try await title() == PushPayload.placeholder)
        await phone.unlock()
        #expect(try await title() == "Dinner", "nothing was written over the keys meanwhile")
        await phone.stop()
    }

    @Test("Decrypt, apply and ask are plain functions that share the app's keys", .rows("K23", "K27", "K16"))
    func functions() async throws {
        let result = try await shown(by: { HostService() }, MessageContent(title: "Dinner", body: "at eight"))
        #expect(result.shown["title"] == "Dinner" && result.shown["body"] == "at eight")
        #expect(result.shown["subtitle"] == "false true")
        await result.phone.stop()
    }

    @Test("The processor does the whole work within a foreign base class", .rows("P9", "K27"))
    func processor() async throws {
        let result = try await shown(by: { ProcessingService() }, MessageContent(title: "Dinner", body: "at eight"))
        #expect(result.shown["title"] == "Dinner")
        await result.phone.stop()
    }
}
