import ProcessLocal
import SimulatedDevice
import TestSupport
import Testing
import UIKit
import UserNotifications

@Suite(.timeLimit(.minutes(1)))
struct PermissionTests {
    private func makeAsking(_ answer: DeviceConfiguration.PermissionAnswer) async throws -> TestPhone {
        var configuration = DeviceConfiguration()
        configuration.permissionAnswer = answer
        let test = try await makePhone(delegate: { AskingDelegate() }, ready: false, configuration: configuration)
        _ = try await test.courier.register(bundleID: bundleID, environment: .sandbox)
        try await test.phone.launch()
        return test
    }

    @Test(.rows("F33"), arguments: [true, false])
    func `the person is asked once per install, and later requests get the stored answer`(allows: Bool) async throws {
        let test = try await makeAsking(allows ? .allow : .deny)
        #expect(try await test.phone.command("ask") == "\(allows)")
        test.device.setPermissionAnswer(allows ? .deny : .allow)
        #expect(try await test.phone.command("ask") == "\(allows)")
        #expect(test.timeline.all(.permissionPrompted).count == 1)
        #expect(try await test.phone.command("status") == (allows ? "authorized" : "denied"))
        test.device.changeSettings(allow: !allows, for: bundleID)
        #expect(try await test.phone.command("status") == (allows ? "denied" : "authorized"))
        await test.phone.stop()
    }

    @Test(.rows("F33")) func `a prompt waits for the person`() async throws {
        let test = try await makeAsking(.wait)
        async let answer = test.phone.command("ask")
        _ = try await test.timeline.first(.permissionPrompted)
        #expect(test.device.authorizationStatus(of: bundleID) == 0)
        test.device.answerPermissionPrompt(allow: true)
        #expect(try await answer == "true")
        await test.phone.stop()
    }

    @Test(.rows("F32")) func `a provisional request is granted quietly, and a full one may then ask`() async throws {
        let test = try await makeAsking(.allow)
        #expect(try await test.phone.command("ask provisional") == "true")
        #expect(test.timeline.all(.permissionPrompted).isEmpty)
        #expect(try await test.phone.command("status") == "provisional")
        try await test.phone.background()
        let shown = try await test.push(#"{"aps":{"alert":"Hi","sound":"default"}}"#, until: .shown)
        #expect(shown["banner"] == "false" && shown["list"] == "true" && shown["sound"] == "false")
        #expect(try await test.phone.command("ask") == "true")
        #expect(test.timeline.all(.permissionPrompted).count == 1)
        await test.phone.stop()
    }

    @Test(.rows("F34")) func `without permission an app cannot add a notification`() async throws {
        let test = try await makeAsking(.deny)
        #expect(try await test.phone.command("add 1") == "1")
        _ = try await test.phone.command("ask")
        #expect(try await test.phone.command("add 1") == "1")
        #expect(test.timeline.all(.shown).isEmpty)
        await test.phone.stop()
    }

    @Test(.rows("F54", "F57")) func `an app's own notification comes when it is due, also after a force-quit`()
        async throws
    {
        let test = try await makeAsking(.allow)
        _ = try await test.phone.command("ask")
        #expect(try await test.phone.command("add 60") == "ok")
        #expect(try await test.phone.command("add 90") == "ok")
        #expect(try await test.phone.command("pending") == "local 90.0")
        try await test.phone.forceQuit()
        await test.time.waitForSleepers(1)
        await test.time.advance(by: .seconds(90))
        #expect(try await test.timeline.first(.shown)["origin"] == "local")
        #expect(test.timeline.all(.shown).count == 1)
        await test.phone.stop()
    }
}

/// Asks for permission and schedules notifications on demand.
@MainActor
private final class AskingDelegate: DelegateNotes, UIApplicationDelegate {
    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        SimulatedProcess.current.onCommand { await Self.answer($0) }
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }

    private nonisolated static func answer(_ line: String) async -> String {
        let center = UNUserNotificationCenter.current()
        let words = line.split(separator: " ").map(String.init)
        switch words[0] {
        case "ask":
            let options: UNAuthorizationOptions = words.count > 1 ? [.provisional] : []
            let isGranted = try? await center.requestAuthorization(options: options.union([.alert, .badge, .sound]))
            return "\(isGranted ?? false)"
        case "status":
            return "\(await center.notificationSettings().authorizationStatus)"
        case "pending":
            return await center.pendingNotificationRequests().map {
                "\($0.identifier) \(($0.trigger as? UNTimeIntervalNotificationTrigger)?.timeInterval ?? 0)"
            }.joined(separator: ",")
        default:
            let content = UNMutableNotificationContent()
            content.title = "Reminder"
            let trigger = UNTimeIntervalNotificationTrigger(timeInterval: Double(words[1]) ?? 1, repeats: false)
            do {
                try await center.add(UNNotificationRequest(identifier: "local", content: content, trigger: trigger))
                return "ok"
            } catch {
                return (error as? UNError).map { "\($0.code.rawValue)" } ?? "\(error)"
            }
        }
    }
}
