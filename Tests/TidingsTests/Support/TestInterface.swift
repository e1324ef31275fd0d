import ClientTestSupport
import Foundation
import Locking
import ProcessLocal
import SimulatedDevice
import SwiftUI
import TestSupport
import Testing
import Tidings
import TidingsCore
import TidingsUI
import Timekeeping
import UIKit
import UserNotifications

/// A phone with a SwiftUI app that uses the SDK as `TestAppDelegate` does, and shows one screen.
enum TestInterface {
    /// What an app's type cannot be given, by the name in its settings.
    static let options = Locked<[String: TestOptions]>([:])

    /// The options of the phone that this process runs on.
    static var currentOptions: TestOptions? {
        let name = SimulatedProcess.current.environment["OPTIONS"] ?? ""
        return options.withLock { $0[name] }
    }

    static func phone(
        _ screen: String, permission: DeviceConfiguration.PermissionAnswer = .allow, hasSeveralWindows: Bool = false,
        configuresEarly: Bool = false,
        _ change: @escaping (inout TestOptions.Values) -> Void = { _ in }
    ) throws -> SDKPhone {
        let time = VirtualTime.forTest()
        let options = TestOptions(server: FakeServer(time: time))
        options.set { values in
            values.registersAtLaunch = false
            change(&values)
        }
        let name = UUID().uuidString
        Self.options.withLock { $0[name] = options }
        return try SDKPhone(
            time: time, options: options, permission: permission, program: .app(TestInterfaceApp.self),
            settings: ["OPTIONS": name, "SCREEN": screen, "EARLY": configuresEarly ? "1" : "0"]
        ) { app, device in
            guard hasSeveralWindows else { return }
            app.supportsMultipleScenes = true
            device.kind = .tablet
        }
    }
}

struct TestInterfaceApp: App {
    @UIApplicationDelegateAdaptor var delegate: TestInterfaceDelegate

    init() {
        guard SimulatedProcess.current.environment["EARLY"] == "1" else { return }
        if let options = TestInterface.currentOptions { TestAppDelegate.configure(options) }
    }

    var body: some Scene {
        WindowGroup { TestInterfaceView(screen: SimulatedProcess.current.environment["SCREEN"] ?? "") }
    }
}

/// Lets the app delegate of the other tests do the work.
final class TestInterfaceDelegate: TidingsAppDelegate {
    private var inner: TestAppDelegate?

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        guard let options = TestInterface.currentOptions else { return false }
        let inner = TestAppDelegate(options)
        self.inner = inner
        return inner.application(application, didFinishLaunchingWithOptions: launchOptions)
    }
}

struct TestInterfaceView: View {
    let screen: String
    @State private var window = TestWindow()

    var body: some View {
        switch screen {
        case "primer":
            PermissionPrimer()
            Text("screen")
        case "topics": TopicPreferencesView()
        case "channels":
            TopicPreferencesView(source: TestTopics.scoped.value.source) { topic in
                Toggle("\(topic.preference.topic) mail", isOn: topic.isEnabled(on: "email"))
                Text(topic.preference.isEnabled ? "push" : "quiet")
            }
        case "model": TestModelView()
        case "seed": Text("Hello World").onNotification(perform: opened)
        case "windows":
            Text("window")
                .onNotification { note("response", $0.notification.request.identifier) }
                .onTidingsLink { url in
                    note("opened", url.absoluteString)
                    return url.host != "others"
                }
        default: EmptyView()
        }
    }

    private func opened(_ response: UNNotificationResponse) {
        note("response", response.notification.request.identifier)
    }

    private func note(_ name: String, _ value: String) {
        SimulatedProcess.current.log("view", ["of": name, "value": value, "window": String(window.number)])
    }
}

/// Numbers the windows of an app, as they first have something to say.
@MainActor
final class TestWindow {
    private static let count = ProcessScoped { Locked(0) }

    nonisolated init() {}

    lazy var number = Self.count.value.withLock { count in
        count += 1
        return count
    }
}

struct TestModelView: View {
    @State private var model = TidingsModel()

    var body: some View {
        VStack {
            Text(model.permission?.rawValue ?? "unknown")
            Text(model.registration?.subscriber.id.prefix(4) ?? "nobody")
            Text(model.session.connection.rawValue)
            Text(model.conversation ?? "no conversation")
            Button("Read") { model.conversation = "c9" }
        }
        .task { await model.run() }
    }
}

/// Topics of the app's own, whose next choice can fail.
final class TestTopics: Sendable {
    static let scoped = ProcessScoped { TestTopics() }

    private let isBroken = Locked(false)
    private let topics = Locked([
        TopicPreference(topic: "news", name: "News", channels: ["push": true, "email": true])
    ])

    var source: TopicSource {
        TopicSource { [self] in
            topics.withLock { $0 }
        } set: { [self] _, channel, isOn in
            // The second choice is refused.
            let fails = isBroken.withLock { isBroken in
                defer { isBroken = true }
                return isBroken
            }
            if fails { throw TidingsError(.rejected, detail: "a test") }
            return topics.withLock { topics in
                topics = [TopicPreference(topic: "news", name: "News", channels: ["push": true, channel ?? "": isOn])]
                return topics
            }
        }
    }
}
