import ClientTestSupport
import Foundation
import Locking
import ProcessLocal
import PushModel
import SimulatedDevice
import TestSupport
import Testing
import Tidings
import TidingsNotifications
import Timekeeping
import UIKit
import UserNotifications

/// Who handles pushes in one app.
enum Party: String, Sendable, CaseIterable {
    case tidings, first, second
}

/// How the other two come to hear of notifications.
enum PeerStyle: Sendable, CaseIterable {
    /// Takes the centre's place, keeps who was there, and passes everything on; as a composing SDK does.
    case composes
    /// The same, but of arrivals only after we have answered.
    case composesLate
    /// Is handed to us by the app.
    case isAdded
}

/// Calls that are passed on when the test says so.
typealias LateCalls = Locked<[@Sendable () -> Void]>

/// Another push SDK with a delegate that notes what it hears, and completes twice.
final class OtherSDK: NSObject, UNUserNotificationCenterDelegate {
    let name: String
    private let late: LateCalls?
    private var inner: (any UNUserNotificationCenterDelegate)?

    init(name: String, late: LateCalls?) {
        self.name = name
        self.late = late
    }

    func takePlace() {
        inner = UNUserNotificationCenter.current().delegate
        UNUserNotificationCenter.current().delegate = self
    }

    func note(_ what: String, of request: UNNotificationRequest?) {
        SimulatedProcess.current.log("heard", ["by": name, "of": what, "id": request?.identifier ?? ""])
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        note("willPresent", of: notification.request)
        let (inner, center, notification) = (Carried(inner), Carried(center), Carried(notification))
        let passOn: @Sendable () -> Void = {
            inner.object?.userNotificationCenter(
                center.object, willPresent: notification.object, withCompletionHandler: completionHandler)
            completionHandler([.banner, .list])
            completionHandler([.banner, .list])
        }
        guard let late else { return passOn() }
        late.withLock { $0.append(passOn) }
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        note("response", of: response.notification.request)
        inner?.userNotificationCenter(center, didReceive: response, withCompletionHandler: completionHandler)
        completionHandler()
        completionHandler()
    }
}

/// An app that installs three parties in an order and passes the app delegate's callbacks to each, in that order.
final class OrderedAppDelegate: UIResponder, UIApplicationDelegate {
    private let options: TestOptions
    private let order: [Party]
    private let style: PeerStyle
    private let late = LateCalls([])
    private var others: [Party: OtherSDK] = [:]

    init(_ options: TestOptions, _ order: [Party], _ style: PeerStyle) {
        self.options = options
        self.order = order
        self.style = style
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        for party in order {
            guard party != .tidings else {
                TestAppDelegate.configure(options)
                Tidings.ready()
                continue
            }
            let other = OtherSDK(name: party.rawValue, late: style == .composesLate ? late : nil)
            others[party] = other
            if style == .isAdded { Tidings.addNotificationDelegate(other) } else { other.takePlace() }
        }
        SimulatedProcess.current.task { await TestAppDelegate.register() }
        SimulatedProcess.current.onCommand { [late] _ in
            await MainActor.run {
                let calls = late.withLock { calls in
                    defer { calls = [] }
                    return calls
                }
                for call in calls { call() }
            }
            return "passed on"
        }
        return true
    }

    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
        for party in order {
            guard let other = others[party] else {
                Tidings.setDeviceToken(deviceToken)
                continue
            }
            other.note("token", of: nil)
        }
    }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult {
        var result = UIBackgroundFetchResult.noData
        for party in order {
            guard let other = others[party] else {
                result = await Tidings.didReceive(userInfo: userInfo)
                continue
            }
            other.note("silent", of: nil)
        }
        return result
    }
}

@Suite("Three parties in one app, installed in any order", .timeLimit(.minutes(2))) struct InstallOrderTests {
    static let orders: [[Party]] = Party.allCases.flatMap { first in
        Party.allCases.filter { $0 != first }.map { second in
            [first, second] + Party.allCases.filter { $0 != first && $0 != second }
        }
    }

    /// Who heard of what, each as often as they did.
    private func heard(_ phone: SDKPhone, _ what: String, _ id: String = "") -> [String] {
        phone.notes("heard").filter { $0["of"] == what && $0["id"] == id }.compactMap { $0["by"] }.sorted()
    }

    @Test(
        "Each hears once of token, silent push, arrival and response, whoever sent them, and the system gets one answer",
        .rows("CS-D6", "CS-D1", "CS-C2", "B67"), arguments: orders, PeerStyle.allCases)
    func all(order: [Party], style: PeerStyle) async throws {
        let time = VirtualTime.forTest()
        let options = TestOptions(server: FakeServer(time: time))
        let phone = try await SDKPhone(
            time: time, options: options, program: .app { OrderedAppDelegate(options, order, style) }
        ).registered()
        let others = ["first", "second"]
        // Launch and app may both have asked for it: each answer is heard by each.
        let tokens = heard(phone, "token")
        #expect(tokens == others || tokens == (others + others).sorted())

        let content = MessageContent(title: "Ours", body: "Text")
        let quiet = try TestPush.clear(id: "quiet", to: "ada", form: .silent, content)
        #expect(try await phone.push(quiet, type: "background", until: .wakeAnswered)["result"] == "newData")
        #expect(heard(phone, "silent") == others)
        #expect(phone.server.receipts(of: "quiet").contains("delivered"))
        _ = try await phone.timeline.first { $0.kind == .shown && $0.notification == "quiet" }

        for (id, payload) in [
            ("ours", try TestPush.clear(id: "ours", to: "ada", content)), ("foreign", #"{"aps":{"alert":"Foreign"}}"#),
        ] {
            // One that is late about what is not ours is waited for; see the test of those that never answer.
            if style == .composesLate, id == "foreign" { continue }
            try await phone.phone.launch()
            #expect(try await phone.push(payload, id: id).kind == .shown)
            // As often as a round could begin again.
            for _ in 0..<4 { try await phone.phone.command("pass on") }
            try await phone.phone.background()
            try await phone.phone.tap(id)
            let done = phone.timeline.all(.callbackDone).filter { $0.notification == id }
            #expect(done.map { $0["name"] } == ["willPresent", "didReceive"])
            #expect(heard(phone, "willPresent", id) == others)
            #expect(heard(phone, "response", id) == others)
        }
        _ = try await phone.receipts("presented", "opened", of: "ours")
        #expect(phone.server.receipts(of: "ours") == ["delivered", "presented", "opened"])
        #expect(phone.timeline.all(.misuse).isEmpty)
        await phone.phone.stop()
    }
}
