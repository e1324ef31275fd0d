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

/// Some apps configure when the person has agreed to something, long after the launch.
@Suite("Configured late", .timeLimit(.minutes(1))) struct LateConfigurationTests {
    @Test(
        "An app that is in front when it configures counts as in front: its launch is settled and its session begins",
        .rows("CS-L3", "B66", "B80"))
    func inFront() async throws {
        let phone = try SDKPhone { $0.set { $0.configures = false } }
        try await phone.phone.launch()
        await phone.time.advance(by: .seconds(100))
        for command in ["configure", "events"] { try await phone.phone.command(command) }
        #expect(try await phone.phone.command("launchopen") == "none")
        try await phone.phone.command("register")
        try await phone.push(#"{"aps":{"alert":"Foreign"}}"#, id: "foreign")
        #expect(try await phone.note("event")["active"] == "true")
        await phone.time.advance(by: .seconds(60))
        try await phone.phone.background()
        try await phone.settle()
        await phone.time.advance(by: .seconds(31))
        try await phone.phone.launch()
        try await phone.settle()
        try await phone.server.wait { !$0.events("$session.ended").isEmpty }
        #expect(phone.server.events("$session.ended").map { $0.data["durationSec"] } == [60])
        await phone.phone.stop()
    }

    @Test(
        "An app that keeps the notification delegate to itself has it back, whether it says so before or after super",
        .rows("B66", "B70"), arguments: [true, false], [true, false])
    func afterSuper(isAfter: Bool, hasOwn: Bool) async throws {
        let options = TestOptions(server: FakeServer(time: VirtualTime.forTest()))
        options.set { $0.keepsNotificationDelegate = true }
        let phone = try SDKPhone(
            time: .forTest(), options: options, program: .app { OrderedLaunch(options, isAfter, hasOwn) })
        try await phone.phone.launch()
        #expect(try await phone.phone.command("whose") == (hasOwn ? "the app's" : "nobody's"))
        try await phone.phone.background()
        try await phone.phone.launch()
        #expect(try await phone.phone.command("whose") == (hasOwn ? "the app's" : "nobody's"))
        await phone.phone.stop()
    }
}

/// Configures before or after the superclass has done its part of the launch.
private final class OrderedLaunch: TidingsAppDelegate {
    private final class Own: NSObject, UNUserNotificationCenterDelegate {}

    private let options: TestOptions
    private let isAfter: Bool
    private let own: Own?

    init(_ options: TestOptions, _ isAfter: Bool, _ hasOwn: Bool) {
        self.options = options
        self.isAfter = isAfter
        own = hasOwn ? Own() : nil
    }

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        UNUserNotificationCenter.current().delegate = own
        if !isAfter { TestAppDelegate.configure(options) }
        _ = super.application(application, didFinishLaunchingWithOptions: launchOptions)
        if isAfter { TestAppDelegate.configure(options) }
        SimulatedProcess.current.onCommand { _ in
            await MainActor.run {
                guard let delegate = UNUserNotificationCenter.current().delegate else { return "nobody's" }
                return delegate === self.own ? "the app's" : "\(type(of: delegate))"
            }
        }
        return true
    }
}
