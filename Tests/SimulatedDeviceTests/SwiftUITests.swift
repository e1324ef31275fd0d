import Combine
import ProcessLocal
import SimulatedDevice
import SwiftUI
import TestSupport
import Testing
import UserNotifications

@Suite(.timeLimit(.minutes(1)))
struct SwiftUITests {
    @Test(.rows("U5"))
    func `a modifier on a published response hears of taps in front, in the background and at launch`() async throws {
        let test = try await makePhone(program: .app(NewsApp.self))
        // Terminated.
        try await test.push(#"{"aps":{"alert":"cold"}}"#, until: .shown)
        try await test.phone.tap()
        #expect(try await test.timeline.first("app.tapped")["body"] == "cold")
        // In front: shown because the delegate says so.
        var mark = test.timeline.mark
        try await test.push(#"{"aps":{"alert":"front"}}"#, until: .shown, .notShown)
        try await test.phone.tap()
        #expect(try await test.timeline.first("app.tapped", after: mark)["body"] == "front")
        // In the background.
        try await test.phone.background()
        mark = test.timeline.mark
        try await test.push(#"{"aps":{"alert":"back"}}"#, until: .shown)
        try await test.phone.tap()
        #expect(try await test.timeline.first("app.tapped", after: mark)["body"] == "back")
        #expect(test.timeline.all("app.tapped").count == 3)
        await test.phone.stop()
    }

    @Test func `state, scene phase, links and tasks work, and bodies are evaluated again when something changed`()
        async throws
    {
        let test = try await makePhone(program: .app(NewsApp.self))
        try await test.phone.launch()
        _ = try await test.timeline.first { $0.kind == "app.texts" && $0["texts"] == "links 0 | active | idle" }
        _ = try await test.timeline.first("app.appeared")
        _ = try await test.timeline.first("app.task")
        try await test.phone.openURL("news://today")
        _ = try await test.timeline.first { $0.kind == "app.texts" && $0["texts"] == "links 1 | active | busy" }
        let change = try await test.timeline.first("app.changed")
        #expect(change["from"] == "0" && change["to"] == "1")
        try await test.phone.background()
        _ = try await test.timeline.first { $0.kind == "app.texts" && $0["texts"] == "links 1 | background | busy" }
        #expect(test.timeline.all("app.appeared").count == 1)
        await test.phone.stop()
    }
}

/// Publishes the newest response; a late listener gets it, too.
private final class NewsCenter: ObservableObject {
    static let scoped = ProcessScoped { NewsCenter() }
    @Published var latest: UNNotificationResponse?
}

@MainActor
private final class NewsDelegate: NSObject, UIApplicationDelegate {
    private let center = NewsCenterDelegate()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        UNUserNotificationCenter.current().delegate = center
        return true
    }
}

private final class NewsCenterDelegate: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async {
        NewsCenter.scoped.value.latest = response
    }

    func userNotificationCenter(
        _: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        completionHandler([.list, .banner, .sound])
    }
}

private struct NewsApp: App {
    @UIApplicationDelegateAdaptor var delegate: NewsDelegate

    var body: some Scene {
        WindowGroup { NewsView() }
    }
}

private struct NewsModifier: ViewModifier {
    let action: (UNNotificationResponse) -> Void

    func body(content: Content) -> some View {
        content.onReceive(NewsCenter.scoped.value.$latest) { response in
            if let response { action(response) }
        }
    }
}

private final class Links: ObservableObject {
    @Published var count = 0
}

private struct NewsView: View {
    @Environment(\.scenePhase) private var phase
    @StateObject private var links = Links()
    @State private var isBusy = false

    var body: some View {
        VStack {
            Text("links \(links.count)")
            Text("\(phase)")
            if isBusy { Text("busy") } else { Text("idle") }
        }
        .modifier(
            NewsModifier { response in
                SimulatedProcess.current.log("tapped", ["body": response.notification.request.content.body])
            }
        )
        .onAppear { SimulatedProcess.current.log("appeared") }
        .task { SimulatedProcess.current.log("task") }
        .onOpenURL { _ in
            links.count += 1
            isBusy = true
        }
        .onChange(of: links.count) { old, new in
            SimulatedProcess.current.log("changed", ["from": "\(old)", "to": "\(new)"])
        }
    }
}
