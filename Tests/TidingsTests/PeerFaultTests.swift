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

/// What a second delegate makes difficult.
enum PeerFault: String, Sendable, CaseIterable {
    /// It wraps us, and we wrap it.
    case wrapsUs
    /// The same, and it takes the place again whenever it hears of something.
    case insists
    /// It wraps us and hands the place back to us each time.
    case reassignsUs
    /// It inherits from a delegate that wraps us, and is wrapped itself.
    case inherits
    /// It calls our functions, as an app with a delegate of its own does.
    case callsUs
}

/// A delegate that passes on to the one that was there, or to the SDK's functions.
class FaultyPeer: NSObject, UNUserNotificationCenterDelegate {
    let fault: PeerFault
    private let inner: any UNUserNotificationCenterDelegate

    init(_ fault: PeerFault, around inner: any UNUserNotificationCenterDelegate) {
        self.fault = fault
        self.inner = inner
    }

    private func hear(_ what: String, _ notification: UNNotification) {
        SimulatedProcess.current.log("heard", ["of": what, "id": notification.request.identifier])
        if fault == .insists { UNUserNotificationCenter.current().delegate = self }
        if fault == .reassignsUs { UNUserNotificationCenter.current().delegate = Tidings.notificationDelegate }
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        hear("willPresent", notification)
        if fault == .callsUs {
            let isOurs = Tidings.isTidings(notification.request.content.userInfo)
            guard isOurs else { return completionHandler([.banner, .list]) }
            return Tidings.willPresent(notification, completion: completionHandler)
        }
        inner.userNotificationCenter(center, willPresent: notification, withCompletionHandler: completionHandler)
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        hear("response", response.notification)
        if fault == .callsUs { return Tidings.didReceive(response: response, completion: completionHandler) }
        inner.userNotificationCenter(center, didReceive: response, withCompletionHandler: completionHandler)
    }
}

/// Has what its superclass has, and nothing else.
final class InheritingPeer: FaultyPeer {}

/// An app with a faulty peer; one that inherits stands beside one of the class that it inherits from.
final class FaultyPeerApp: TidingsAppDelegate {
    private let options: TestOptions
    private let fault: PeerFault
    private var peers: [FaultyPeer] = []

    init(_ options: TestOptions, _ fault: PeerFault) {
        self.options = options
        self.fault = fault
    }

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let center = UNUserNotificationCenter.current()
        let outer: FaultyPeer
        if fault == .inherits {
            let base = FaultyPeer(fault, around: Tidings.notificationDelegate)
            outer = InheritingPeer(fault, around: base)
            peers = [base, outer]
        } else {
            outer = FaultyPeer(fault, around: Tidings.notificationDelegate)
            peers = [outer]
        }
        center.delegate = outer
        TestAppDelegate.configure(options)
        Tidings.ready()
        SimulatedProcess.current.task { await TestAppDelegate.register() }
        let result = super.application(application, didFinishLaunchingWithOptions: launchOptions)
        if [.wrapsUs, .insists].contains(fault) { center.delegate = outer }
        return result
    }
}

@Suite("A second delegate that makes difficulties", .timeLimit(.minutes(1))) struct PeerFaultTests {
    @Test(
        "Each delegate hears once of each arrival and each response, ours and foreign, however they hold each other",
        .rows("CS-D1", "CS-D2"), arguments: PeerFault.allCases, ["ours", "foreign"])
    func noCircle(fault: PeerFault, owner: String) async throws {
        let time = VirtualTime.forTest()
        let options = TestOptions(server: FakeServer(time: time))
        let phone = try await SDKPhone(
            time: time, options: options, program: .app { FaultyPeerApp(options, fault) }
        ).registered()
        let peers = fault == .inherits ? 2 : 1
        for number in 1...2 {
            let id = "\(owner)_\(number)"
            let payload =
                owner == "ours"
                ? try TestPush.clear(id: id, to: "ada", MessageContent(title: "Ours", body: "Text"))
                : #"{"aps":{"alert":"Foreign"}}"#
            try await phone.phone.launch()
            #expect(try await phone.push(payload, id: id).kind == .shown)
            try await phone.phone.background()
            try await phone.phone.tap(id)
            let heard = phone.notes("heard").filter { $0["id"] == id }.compactMap { $0["of"] }
            #expect(heard.filter { $0 == "willPresent" }.count == peers)
            #expect(heard.filter { $0 == "response" }.count == peers)
            let done = phone.timeline.all(.callbackDone).filter { $0.notification == id }
            #expect(done.map { $0["name"] } == ["willPresent", "didReceive"])
            guard owner == "ours" else { continue }
            #expect(try await phone.receipts("presented", "opened", of: id) == ["delivered", "presented", "opened"])
        }
        #expect(phone.timeline.all(.misuse).isEmpty && phone.timeline.all(.ended).isEmpty)
        await phone.phone.stop()
    }
}
