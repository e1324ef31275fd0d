import ClientTestSupport
import Foundation
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import Tidings
import TidingsCore
import UserNotifications

@Suite("Registering for pushes", .timeLimit(.minutes(1))) struct RegisterForPushTests {
    @Test("Permission, token and registration in one call", .rows("B60", "U2"))
    func granted() async throws {
        let phone = try SDKPhone()
        try await phone.phone.launch()
        #expect(try await phone.note("registration")["outcome"] == "granted")
        #expect(phone.device["token"]?.string == phone.phone.token)
        #expect(phone.device["permission"] == "authorized")
        #expect(phone.device["environment"] == "sandbox")
        #expect(phone.server.devices.map(\.subscriber) == ["ada"])
        await phone.phone.stop()
    }

    @Test("A token is registered although the person said no, and the call says so", .rows("B60", "B61"))
    func denied() async throws {
        let phone = try SDKPhone(permission: .deny)
        try await phone.phone.launch()
        #expect(try await phone.note("registration")["outcome"] == "not granted")
        #expect(phone.device["token"]?.string == phone.phone.token)
        #expect(phone.device["permission"] == "denied")
        await phone.phone.stop()
    }

    @Test("Without an answer of the server a granted registration fails as network", .rows("B61"))
    func grantedOffline() async throws {
        let phone = try SDKPhone()
        phone.server.isOffline = true
        try await phone.phone.launch()
        #expect(try await phone.note("registration")["outcome"] == "network")
        await phone.phone.stop()
    }

    @Test("A server's address that leads to another one fails as redirect_refused", .rows("B61"))
    func redirected() async throws {
        let phone = try SDKPhone()
        phone.server.answerNext(Array(repeating: 302, count: 20))
        try await phone.phone.launch()
        #expect(try await phone.note("registration")["outcome"] == "redirect_refused")
        #expect(phone.server.devices.isEmpty)
        await phone.phone.stop()
    }

    @Test("Without permission the same failure is only logged", .rows("B61"))
    func deniedOffline() async throws {
        let phone = try SDKPhone(permission: .deny)
        phone.server.isOffline = true
        try await phone.phone.launch()
        #expect(try await phone.note("registration")["outcome"] == "not granted")
        #expect(phone.options.current.log.lines.contains { $0.contains("Registration did not finish") })
        await phone.phone.stop()
    }

    @Test(
        "A token that APNs refuses fails as network, and is asked for again after growing pauses",
        .rows("B61", "CS-K10"))
    func tokenRefused() async throws {
        let phone = try SDKPhone { $0.set { $0.registersAtLaunch = false } }
        try await phone.phone.launch()
        try await phone.settle()
        phone.phone.device.failNextRegistration(of: bundleID)
        try await phone.phone.command("register")
        #expect(try await phone.note("registration")["outcome"] == "network")
        #expect(phone.options.current.log.lines.contains { $0.contains("APNs gave no device token") })
        for seconds in [30, 60, 120] {
            phone.phone.device.failNextRegistration(of: bundleID)
            let asked = phone.timeline.all(.registered).count
            await phone.time.waitForSleepers(waking: .seconds(seconds))
            await phone.time.advance(by: .seconds(seconds - 1))
            try await phone.settle()
            #expect(phone.timeline.all(.registered).count == asked)
            let mark = phone.timeline.mark
            await phone.time.advance(by: .seconds(1))
            #expect(try await phone.timeline.first(.registered, after: mark)["error"] == "3010")
        }
        await phone.time.waitForSleepers(waking: .seconds(240))
        await phone.time.advance(by: .seconds(240))
        try await phone.server.wait { $0.devices.contains { $0.registration["token"] != nil } }
        await phone.phone.stop()
    }

    @Test("Whoever unregisters meanwhile is not asked for a token again", .rows("CS-K10", "C4"))
    func refusedThenUnregistered() async throws {
        let phone = try SDKPhone { $0.set { $0.registersAtLaunch = false } }
        try await phone.phone.launch()
        try await phone.settle()
        phone.phone.device.failNextRegistration(of: bundleID)
        try await phone.phone.command("register")
        try await phone.phone.command("unregister")
        try await phone.settle()
        await phone.time.waitForSleepers(waking: .seconds(30))
        await phone.time.advance(by: .seconds(31))
        try await phone.settle()
        #expect(phone.timeline.all(.registered).count == 1)
        await phone.phone.stop()
    }

    @Test(
        "A token that does not come within fifteen seconds fails as network; one that comes later is registered",
        .rows("B60", "CS-K4"))
    func tokenNeverComes() async throws {
        let phone = try SDKPhone()
        try await phone.phone.setOnline(false)
        phone.server.isOffline = true
        try await phone.phone.launch()
        _ = try await phone.timeline.first(.registrationPending)
        // Fourteen seconds are not enough to give up.
        // The wait for the token, and the pause before the server is tried again.
        await phone.time.waitForSleepers(2, waking: .seconds(15))
        await phone.time.advance(by: .seconds(14))
        #expect(phone.notes("registration").isEmpty)
        await phone.time.advance(by: .seconds(2))
        #expect(try await phone.note("registration")["outcome"] == "network")
        // What was begun meanwhile is kept, and goes out when the token has come late.
        try await phone.phone.command("track early")
        phone.server.isOffline = false
        try await phone.phone.setOnline(true)
        try await phone.server.wait { $0.devices.contains { $0.registration["token"] != nil } }
        try await phone.settle()
        #expect(phone.server.events("early").count == 1)
        await phone.phone.stop()
    }

    @Test("The system's refusal to present the prompt is permission_denied", .rows("B61"))
    func promptRefused() async throws {
        let system = PushSystem(
            requestAuthorization: { _ in throw CancellationError() }, permission: { .denied },
            registerForRemoteNotifications: {}, appState: { .foreground }, show: { _ in }, open: { _ in })
        let url = try #require(URL(string: "https://push.example"))
        let dependencies = PushClient.Dependencies(
            environment: { _ in throw TidingsError(.storage, detail: "not needed") }, system: system)
        let client = PushClient(configuration: .init(publishableKey: "k", url: url), dependencies: dependencies)
        await #expect(throws: TidingsError.self) { try await client.registerForPush(provisional: false) }
        do {
            _ = try await client.registerForPush(provisional: false)
        } catch let error as TidingsError {
            #expect(error.code == .permissionDenied)
        }
    }

    @Test("Provisional asks for quiet delivery without a prompt", .rows("B63", "CS-Q2"))
    func provisional() async throws {
        let phone = try SDKPhone { $0.set { $0.registersAtLaunch = false } }
        try await phone.phone.launch()
        try await phone.phone.command("register provisional")
        #expect(try await phone.note("registration")["outcome"] == "granted")
        #expect(phone.timeline.all(.permissionPrompted).isEmpty)
        #expect(phone.device["permission"] == "provisional")
        try await phone.phone.command("register")
        #expect(phone.timeline.all(.permissionPrompted).count == 1)
        #expect(phone.device["permission"] == "authorized")
        await phone.phone.stop()
    }

    @Test("Every launch asks for the token again and registers a changed one, once", .rows("B64", "CS-K2"))
    func relaunch() async throws {
        let phone = try await SDKPhone().registered()
        phone.options.set { $0.registersAtLaunch = false }
        let first = phone.phone.token
        try await phone.phone.kill()
        try await phone.phone.device.rotateToken(of: bundleID)
        let registrations = phone.server.calls.filter { $0.method == "PUT" }.count
        try await phone.phone.launch()
        try await phone.server.wait { server in
            server.devices.first?.registration["token"]?.string.map { $0 != first } ?? false
        }
        #expect(phone.server.calls.filter { $0.method == "PUT" }.count > registrations)
        try await phone.settle()
        let told = phone.server.calls.filter { $0.method == "PUT" }.compactMap { $0.body["token"]?.string }
        #expect(told.last == phone.phone.token && told.filter { $0 == phone.phone.token }.count == 1)
        #expect(phone.device["token"]?.string == phone.phone.token)
        #expect(phone.server.devices.count == 1)
        await phone.phone.stop()
    }

    @Test("A launch asks APNs once, and each call to register once more", .rows("B64"))
    func requestCount() async throws {
        let phone = try await SDKPhone().registered()
        phone.options.set { $0.registersAtLaunch = false }
        try await phone.phone.kill()
        let mark = phone.timeline.mark
        try await phone.phone.launch()
        try await phone.settle()
        // Coming and going asks for nothing.
        try await phone.phone.background()
        try await phone.phone.launch()
        try await phone.settle()
        let requests = { phone.timeline.entries.dropFirst(mark).filter { $0.kind == .registered }.count }
        #expect(requests() == 1)
        try await phone.phone.command("register")
        #expect(requests() == 2)
        await phone.phone.stop()
    }

    @Test("While APNs has not answered, nobody asks it again; after its answer one may", .rows("B64"))
    func joinedRequest() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.phone.kill()
        try await phone.phone.setOnline(false)
        let mark = phone.timeline.mark
        try await phone.phone.launch()
        _ = try await phone.timeline.first(.registrationPending, after: mark)
        // The launch and the app's own call share the request: the wait for the token is the app's.
        await phone.time.waitForSleepers(1, waking: .seconds(15))
        try await phone.phone.setOnline(true)
        #expect(try await phone.note("registration", after: mark)["outcome"] == "granted")
        let pending = phone.timeline.entries.dropFirst(mark).filter { $0.kind == .registrationPending }
        #expect(pending.count == 1)
        await phone.phone.stop()
    }

    @Test(
        "The server hears of a service extension exactly if one is installed", .rows("K14"), arguments: [false, true])
    func extensionCapability(isInstalled: Bool) async throws {
        let program: Program? =
            isInstalled ? .serviceExtension { UNNotificationServiceExtension() } : nil
        let phone = try await SDKPhone(extension: program).registered()
        #expect(phone.device["capabilities"]?["serviceExtension"]?.bool == isInstalled)
        await phone.phone.stop()
    }

    @Test("An install that was never asked and never had a token asks for none", .rows("B64"))
    func neverAsked() async throws {
        let phone = try SDKPhone { $0.set { $0.registersAtLaunch = false } }
        try await phone.phone.launch()
        try await phone.server.wait { !$0.devices.isEmpty }
        #expect(phone.timeline.all(.registered).isEmpty)
        #expect(phone.device["token"] == nil)
        await phone.phone.stop()
    }

    @Test("The configured environment wins over the detected one", .rows("B65"))
    func environmentOverride() async throws {
        let phone = try await SDKPhone { $0.set { $0.environment = .production } }.registered()
        #expect(phone.device["environment"] == "production")
        await phone.phone.stop()
    }

    @Test("A changed permission is an event; the values are those of the system", .rows("B62", "CS-Q1"))
    func permissionChanged() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.server.wait { !$0.events("$permission.changed").isEmpty }
        try await phone.phone.background()
        phone.phone.device.changeSettings(allow: false, for: bundleID)
        try await phone.phone.launch()
        try await phone.server.wait { $0.events("$permission.changed").count == 2 }
        #expect(
            phone.server.events("$permission.changed").map { $0.data["status"]?.string ?? "" } == [
                "authorized", "denied",
            ])
        await phone.phone.stop()
    }

    @Test("Whoever said no is not asked again, by whatever call and at whatever launch", .rows("CS-Q2", "B62"))
    func refusalStays() async throws {
        let phone = try await SDKPhone(permission: .deny).registered()
        for command in ["register", "register provisional"] {
            try await phone.phone.command(command)
            try await phone.phone.kill()
            try await phone.phone.launch()
            try await phone.settle()
        }
        #expect(phone.timeline.all(.permissionPrompted).count == 1)
        #expect(phone.device["permission"] == "denied")
        await phone.phone.stop()
    }

    @Test(
        "Each status of the system is one of ours, under the system's name", .rows("CS-Q1", "B62"),
        arguments: [
            (UNAuthorizationStatus.notDetermined, NotificationPermission.notDetermined, "notDetermined"),
            (.denied, .denied, "denied"), (.authorized, .authorized, "authorized"),
            (.provisional, .provisional, "provisional"), (.ephemeral, .ephemeral, "ephemeral"),
        ])
    func statuses(status: UNAuthorizationStatus, permission: NotificationPermission, name: String) {
        #expect(NotificationPermission(status) == permission && permission.rawValue == name)
    }

    @Test(
        "A token that the server calls dead is asked for anew at the next chance, and not over and over", .rows("CS-K6")
    )
    func deadToken() async throws {
        let phone = try await SDKPhone().registered()
        try await phone.settle()
        phone.server.callDead(try #require(phone.device["token"]?.string))
        let asked = phone.timeline.all(.registered).count
        let mark = phone.timeline.mark
        for user in ["bob", "cleo", "dora"] {
            try await phone.phone.command("identify \(user)")
            try await phone.settle()
            _ = try await phone.timeline.first(.registered, after: mark)
            try await phone.settle()
        }
        #expect(phone.server.calls.filter { $0.method == "PUT" }.count >= 4)
        #expect(phone.timeline.all(.registered).count == asked + 1)
        await phone.phone.stop()
    }
}
