import ClientTestSupport
import Foundation
import ProcessLocal
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import Tidings
import Timekeeping
import UIKit
import UserNotifications

/// A peer with one of the three methods.
final class PresentingPeer: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        SimulatedProcess.current.log("heard", ["of": "willPresent", "id": notification.request.identifier])
        completionHandler([.list])
    }
}

final class RespondingPeer: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        SimulatedProcess.current.log(
            "heard", ["of": "response", "id": response.notification.request.identifier])
        completionHandler()
    }
}

final class SettingsPeer: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(_ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?) {
        SimulatedProcess.current.log("heard", ["of": "settings"])
    }
}

/// A peer that keeps every completion to itself.
final class HoardingPeer: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        SimulatedProcess.current.log("heard", ["of": "willPresent", "id": notification.request.identifier])
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        SimulatedProcess.current.log(
            "heard", ["of": "response", "id": response.notification.request.identifier])
    }
}

/// An app with a notification delegate, with the SDK or without; a command lets the delegate go.
final class HostApp: TidingsAppDelegate {
    private let options: TestOptions?
    private var peer: (any UNUserNotificationCenterDelegate)?

    init(_ options: TestOptions?, _ peer: any UNUserNotificationCenterDelegate) {
        self.options = options
        self.peer = peer
    }

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        UNUserNotificationCenter.current().delegate = peer
        SimulatedProcess.current.onCommand { [weak self] _ in
            await MainActor.run { self?.peer = nil }
            return "gone"
        }
        guard let options else {
            SimulatedProcess.current.task {
                _ = try? await UNUserNotificationCenter.current().requestAuthorization(options: [.alert])
                await UIApplication.shared.registerForRemoteNotifications()
            }
            return true
        }
        TestAppDelegate.configure(options)
        SimulatedProcess.current.task { await TestAppDelegate.register() }
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }
}

@Suite("A delegate that lacks methods, is silent, or goes", .timeLimit(.minutes(1))) struct SilentPeerTests {
    enum Kind: String, CaseIterable {
        case none, presenting, responding, settings

        var peer: any UNUserNotificationCenterDelegate {
            switch self {
            case .none: BarePeer()
            case .presenting: PresentingPeer()
            case .responding: RespondingPeer()
            case .settings: SettingsPeer()
            }
        }
    }

    /// What becomes of somebody else's pushes in front and in the background, and what the delegate hears.
    private func fate(_ kind: Kind, withSDK: Bool) async throws -> [String] {
        let time = VirtualTime.forTest()
        let options = TestOptions(server: FakeServer(time: time))
        let phone = try SDKPhone(
            time: time, options: options, program: .app { HostApp(withSDK ? options : nil, kind.peer) })
        try await phone.phone.launch()
        _ = try await phone.timeline.first(.registered)
        _ = try await phone.timeline.first(.permissionDecided)
        let front = try await phone.push(#"{"aps":{"alert":"Foreign"}}"#, id: "front")
        try await phone.phone.device.openNotificationSettings(of: bundleID)
        try await phone.phone.background()
        try await phone.push(#"{"aps":{"alert":"Foreign"}}"#, id: "back")
        try await phone.phone.tap("back")
        let heard = phone.notes("heard").map { [$0["of"], $0["id"]].compactMap(\.self).joined(separator: " ") }
        await phone.phone.stop()
        return ["\(front.kind) \(front["banner"] ?? "") \(front["list"] ?? "")"] + heard
    }

    @Test(
        "A delegate with none or one of the three methods fares as it would alone", .rows("CS-D4"),
        arguments: Kind.allCases)
    func asIfAlone(kind: Kind) async throws {
        let alone = try await fate(kind, withSDK: false)
        #expect(try await fate(kind, withSDK: true) == alone)
        #expect(alone.count == (kind == .none ? 1 : 2))
    }

    @Test(
        "A delegate that goes before it has answered leaves the default answer; a silent one is none",
        .rows("CS-D3", "CS-C1"), arguments: [true, false])
    func goesMeanwhile(isGone: Bool) async throws {
        let time = VirtualTime.forTest()
        let options = TestOptions(server: FakeServer(time: time))
        let phone = try await SDKPhone(
            time: time, options: options, program: .app { HostApp(options, HoardingPeer()) }
        ).registered()
        phone.courier.send(#"{"aps":{"alert":"Foreign"}}"#, to: bundleID, collapseID: "foreign")
        try await phone.note("heard")
        if isGone { _ = try await phone.phone.command("go") }
        await phone.time.waitForSleepers(waking: .seconds(8))
        await phone.time.advance(by: .seconds(9))
        let fate = try await phone.timeline.first { [.shown, .notShown].contains($0.kind) }
        #expect(fate.kind == (isGone ? .shown : .notShown))
        await phone.phone.stop()
    }

    @Test(
        "A response is complete by the deadline, although the delegate that hears of it is silent or goes",
        .rows("CS-D3", "CS-C1"), arguments: [true, false])
    func silentAboutResponse(isGone: Bool) async throws {
        let time = VirtualTime.forTest()
        let options = TestOptions(server: FakeServer(time: time))
        let phone = try await SDKPhone(
            time: time, options: options, program: .app { HostApp(options, HoardingPeer()) }
        ).registered()
        try await phone.phone.background()
        try await phone.push(TestPush.clear(to: "ada", MessageContent(title: "Ours", body: "Text")))
        async let tap: Void = phone.phone.tap()
        try await phone.note("heard")
        _ = try await phone.receipts("opened")
        #expect(phone.timeline.all(.callbackDone).allSatisfy { $0["name"] != "didReceive" })
        if isGone { _ = try await phone.phone.command("go") }
        await phone.time.waitForSleepers(waking: .seconds(8))
        await phone.time.advance(by: .seconds(9))
        try await tap
        let done = phone.timeline.all(.callbackDone).filter { $0["name"] == "didReceive" }
        #expect(done.map { $0["result"] } == ["done"])
        await phone.phone.stop()
    }
}
