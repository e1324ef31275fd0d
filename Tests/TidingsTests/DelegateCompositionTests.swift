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

/// How another notification delegate in the app behaves.
enum PeerBehaviour: String, Sendable, CaseIterable {
    case answers, answersTwice, answersAsync, hasNoMethods, wrapsUs, neverAnswers, goesAway, replacesUs
}

/// Another SDK's delegate.
final class AnsweringPeer: NSObject, UNUserNotificationCenterDelegate {
    let isTwice: Bool
    init(isTwice: Bool) { self.isTwice = isTwice }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        SimulatedProcess.current.log(
            "peer", ["saw": notification.request.identifier, "onMain": String(MainThread.isCurrent)])
        completionHandler([.banner])
        if isTwice { completionHandler([.list]) }
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        SimulatedProcess.current.log(
            "peerTap",
            ["saw": response.notification.request.identifier, "onMain": String(MainThread.isCurrent)])
        completionHandler()
        if isTwice { completionHandler() }
    }
}

final class AsyncPeer: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        SimulatedProcess.current.log(
            "peer", ["saw": notification.request.identifier, "onMain": String(MainThread.isCurrent)])
        return [.banner]
    }
}

final class SilentPeer: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        SimulatedProcess.current.log("peer", ["saw": notification.request.identifier])
    }
}

final class BarePeer: NSObject, UNUserNotificationCenterDelegate {}

/// A delegate that forwards to whoever was there before it, as another composing SDK does.
final class WrappingPeer: NSObject, UNUserNotificationCenterDelegate {
    let inner: any UNUserNotificationCenterDelegate
    init(_ inner: any UNUserNotificationCenterDelegate) { self.inner = inner }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        SimulatedProcess.current.log("peer", ["saw": notification.request.identifier])
        inner.userNotificationCenter(center, willPresent: notification, withCompletionHandler: completionHandler)
    }
}

/// An app with a second delegate beside the SDK's.
final class PeerAppDelegate: TidingsAppDelegate {
    private let options: TestOptions
    private let behaviour: PeerBehaviour
    private var peer: (any UNUserNotificationCenterDelegate)?

    init(_ options: TestOptions, _ behaviour: PeerBehaviour) {
        self.options = options
        self.behaviour = behaviour
    }

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let center = UNUserNotificationCenter.current()
        switch behaviour {
        case .answers, .goesAway, .replacesUs: peer = AnsweringPeer(isTwice: false)
        case .answersTwice: peer = AnsweringPeer(isTwice: true)
        case .answersAsync: peer = AsyncPeer()
        case .hasNoMethods: peer = BarePeer()
        case .neverAnswers: peer = SilentPeer()
        case .wrapsUs: peer = WrappingPeer(Tidings.notificationDelegate)
        }
        // It was there first, so the SDK keeps it and forwards.
        center.delegate = peer
        TestAppDelegate.configure(options)
        SimulatedProcess.current.task { await TestAppDelegate.register() }
        let result = super.application(application, didFinishLaunchingWithOptions: launchOptions)
        if behaviour == .wrapsUs || behaviour == .replacesUs { center.delegate = peer }
        if behaviour == .goesAway { peer = nil }
        SimulatedProcess.current.onCommand { _ in
            await Tidings.diagnose().findings.map(\.id).joined(separator: " ")
        }
        return result
    }
}

@Suite("Beside other notification delegates", .timeLimit(.minutes(1))) struct DelegateCompositionTests {
    private let foreign = #"{"aps":{"alert":"Foreign"}}"#

    private func phone(_ behaviour: PeerBehaviour) async throws -> SDKPhone {
        let time = VirtualTime.forTest()
        let server = FakeServer(time: time)
        let options = TestOptions(server: server)
        return try await SDKPhone(time: time, options: options, program: .app { PeerAppDelegate(options, behaviour) })
            .registered()
    }

    @Test(
        "A foreign notification is answered by the delegate that was there before", .rows("B67", "CS-D4", "CS-D6"),
        arguments: [PeerBehaviour.answers, .answersAsync, .answersTwice])
    func foreignForwarded(behaviour: PeerBehaviour) async throws {
        let phone = try await phone(behaviour)
        let shown = try await phone.push(foreign, id: "foreign")
        #expect(shown.kind == .shown && shown["banner"] == "true" && shown["list"] == "false")
        #expect(phone.notes("peer").map { $0["saw"] } == ["foreign"])
        await phone.phone.stop()
    }

    @Test(
        "A delegate without methods is as if it were alone, one that is gone as if there were none",
        .rows("CS-D3", "CS-D4", "N48"),
        arguments: [(PeerBehaviour.hasNoMethods, TimelineEntry.Kind.notShown), (.goesAway, .shown)])
    func absent(behaviour: PeerBehaviour, outcome: TimelineEntry.Kind) async throws {
        let phone = try await phone(behaviour)
        #expect(try await phone.push(foreign, id: "foreign").kind == outcome)
        let ours = try TestPush.clear(to: "ada", MessageContent(title: "Ours", body: "."))
        #expect(try await phone.push(ours).kind == .shown)
        await phone.phone.stop()
    }

    @Test(
        "Our messages are decided by us, whatever the others answer", .rows("B67", "K7", "P4"),
        arguments: [PeerBehaviour.answers, .answersTwice, .neverAnswers, .wrapsUs])
    func oursDecided(behaviour: PeerBehaviour) async throws {
        let phone = try await phone(behaviour)
        let shown = try await phone.push(TestPush.clear(to: "ada", MessageContent(title: "Ours", body: ".")))
        #expect(shown.kind == .shown && shown["list"] == "true")
        try await phone.note("peer")
        #expect(phone.notes("peer").map { $0["saw"] } == ["msg_1"])
        await phone.phone.stop()
    }

    @Test(
        "A delegate that takes our place is heard after us from the next time that the app is active",
        .rows("N48", "CS-D1"), arguments: [PeerBehaviour.replacesUs, .wrapsUs])
    func rechained(behaviour: PeerBehaviour) async throws {
        let phone = try await phone(behaviour)
        try await phone.phone.background()
        try await phone.phone.launch()
        let shown = try await phone.push(TestPush.clear(to: "ada", MessageContent(title: "Ours", body: ".")))
        #expect(shown.kind == .shown && shown["list"] == "true")
        try await phone.note("peer")
        _ = try await phone.receipts("presented")
        // The peer still decides about what is not ours; one that asks us hears how we are configured.
        let foreign = try await phone.push(foreign, id: "foreign")
        #expect(foreign.kind == .shown && foreign["list"] == (behaviour == .wrapsUs ? "true" : "false"))
        #expect(phone.notes("peer").map { $0["saw"] } == ["msg_1", "foreign"])
        await phone.phone.stop()
    }

    @Test("A delegate that never answers is given up after eight seconds", .rows("CS-C1"))
    func neverAnswers() async throws {
        let phone = try await phone(.neverAnswers)
        phone.courier.send(foreign, to: bundleID, collapseID: "foreign")
        try await phone.note("peer")
        await phone.time.waitForSleepers(waking: .seconds(8))
        await phone.time.advance(by: .seconds(9))
        #expect(try await phone.timeline.first(.notShown)["reason"] == "app_declined")
        await phone.phone.stop()
    }

    @Test("The others hear of taps too, and the system gets one completion", .rows("CS-C2", "CS-D6", "B67"))
    func tapForwarded() async throws {
        let phone = try await phone(.answersTwice)
        try await phone.phone.background()
        try await phone.push(TestPush.clear(to: "ada", MessageContent(title: "Ours", body: ".")))
        try await phone.phone.tap()
        #expect(try await phone.note("peerTap")["saw"] == "msg_1")
        _ = try await phone.receipts("opened")
        await phone.phone.stop()
    }

    @Test(
        "The others are called on the main thread, where an app delegate has to be", .rows("CS-T5"),
        arguments: [PeerBehaviour.answers, .answersAsync])
    func onMainThread(behaviour: PeerBehaviour) async throws {
        let phone = try await phone(behaviour)
        _ = try await phone.push(foreign, id: "foreign")
        #expect(try await phone.note("peer")["onMain"] == "true")
        if behaviour == .answers {
            try await phone.phone.background()
            try await phone.push(TestPush.clear(to: "ada", MessageContent(title: "Ours", body: ".")))
            try await phone.phone.tap()
            #expect(try await phone.note("peerTap")["onMain"] == "true")
        }
        await phone.phone.stop()
    }
}
