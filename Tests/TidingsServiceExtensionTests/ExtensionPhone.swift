import ClientTestSupport
import Foundation
import Locking
import ProcessLocal
import PushCrypto
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import TidingsCore
import TidingsNotifications
import TidingsServiceExtension
import Timekeeping
import UIKit
import UserNotifications

let bundleID = "com.example.app"

/// An app that does nothing: the extension has to work while the app is dead.
final class IdleAppDelegate: UIResponder, UIApplicationDelegate {}

/// The service as a subclass of one line has it, on the network and Keychain of a test.
class TestService: TidingsNotificationService {
    let parts: ExtensionPhone.Parts

    init(_ phone: ExtensionPhone.Parts) {
        parts = phone
        super.init()
        phone.use(&dependencies)
    }

    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        super.didReceive(request, withContentHandler: parts.recording(contentHandler))
    }
}

/// A subclass with a hook.
final class CustomService: TestService {
    override func customize(_ content: UNMutableNotificationContent, payload: DecryptedPayload?) {
        content.title = "[\(payload?.conversation ?? "not decrypted")] " + content.title
    }
}

/// A phone with a dead app whose extension has keys and a session, as after a registration.
struct ExtensionPhone {
    /// What a service of this phone is made of.
    final class Parts: Sendable {
        let server: FakeServer
        let vault = TestVault()
        let folder: TestFolder
        let log = LogRecorder()
        let budget: ServiceBudget
        private let contents = Locked<[Carried<UNNotificationContent>]>([])
        private let settings = Locked(Settings())

        /// What a test can spoil.
        struct Settings: Sendable {
            var breaksContainer = false
            var availableMemory: Int?
        }

        func change(_ change: (inout Settings) -> Void) { settings.withLock { change(&$0) } }

        /// What was handed to the system, in order.
        var handed: [UNNotificationContent] { contents.withLock { $0 }.map(\.object) }

        /// Notes what goes through a content handler.
        func recording(
            _ handler: @escaping (UNNotificationContent) -> Void
        ) -> (UNNotificationContent) -> Void {
            { [contents] content in
                let carried = Carried(content)
                contents.withLock { $0.append(carried) }
                handler(content)
            }
        }

        init(server: FakeServer, budget: ServiceBudget) throws {
            self.server = server
            self.budget = budget
            folder = try TestFolder()
        }

        var container: ClientContainer { get throws { try folder.container() } }

        func use(_ dependencies: inout ServiceDependencies) {
            dependencies.budget = budget
            dependencies.environment = { [self] _ in
                if settings.withLock({ $0.breaksContainer }) { throw TidingsError(.storage, detail: "test") }
                return ServiceEnvironment(
                    container: ClientContainer(root: folder.url, log: log.log), vault: vault.vault,
                    transport: server.transport, time: ProcessWork.time, log: log.log,
                    availableMemory: { [settings] in settings.withLock { $0.availableMemory } })
            }
        }
    }

    let phone: Phone
    let courier = DirectCourier()
    let time = VirtualTime.forTest()
    let server: FakeServer
    let parts: Parts
    let device: JSONObject

    var timeline: Timeline { phone.timeline }

    init(
        configuration: DeviceConfiguration = DeviceConfiguration(), budget: ServiceBudget = ServiceBudget(),
        capabilities: Set<AppDefinition.Capability> = [.push, .remoteNotificationMode], activityTypes: Set<String> = [],
        service: @escaping @Sendable (Parts) -> UNNotificationServiceExtension = { TestService($0) }
    ) async throws {
        server = FakeServer(time: time)
        let parts = try Parts(server: server, budget: budget)
        self.parts = parts
        let environment = ClientEnvironment(
            container: try parts.container, vault: parts.vault.vault, transport: server.transport, time: time,
            log: parts.log.log, facts: { .test }, pushEnvironment: .sandbox, retry: .single(timeout: .seconds(5)))
        let install = Install(
            url: URL(fileURLWithPath: "/"), publishableKey: "td_pk_1", environment: environment)
        await install.open()
        await install.identify(SubscriberIdentity(id: "ada"))
        _ = await install.synchronise()
        device = server.devices.first?.registration ?? JSONObject()
        var app = AppDefinition(
            bundleID: bundleID, program: .app { IdleAppDelegate() },
            serviceExtension: .serviceExtension { service(parts) },
            appGroups: ["group.\(bundleID)"], capabilities: capabilities)
        app.activityTypes = activityTypes
        phone = try Phone(app: app, courier: courier, time: time, configuration: configuration)
        phone.device.changeSettings(allow: true, for: bundleID)
        _ = try await courier.register(bundleID: bundleID, environment: .sandbox)
    }

    /// Sends a push and waits until it stands on the screen.
    @discardableResult
    func push(_ payload: String, id: String = "msg_1") async throws -> TimelineEntry {
        let mark = timeline.mark
        courier.send(payload, to: bundleID, collapseID: id)
        return try await timeline.first(.shown, after: mark)
    }

    /// Sends a push, waits until it stands on the screen, and gives the content that the extension handed over.
    func content(of payload: String, id: String = "msg_1") async throws -> UNNotificationContent {
        let before = parts.handed.count
        try await push(payload, id: id)
        let handed = parts.handed
        #expect(handed.count == before + 1, "the handler is called once")
        return try #require(handed.last)
    }

    /// What waits in the journal.
    var journalled: [String] {
        get throws { Journal(folder: try parts.container.journal, log: parts.log.log).pending().map(\.record.name) }
    }
}

extension DeviceFacts {
    static let test = DeviceFacts(
        bundleID: "com.example.app", locale: "en_GB", timeZone: "Europe/Berlin", appVersion: "1.2", osVersion: "18.0",
        model: "Phone1,1", hasServiceExtension: true)
}
