import ProcessLocal
import SimulatedDevice
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SceneTests {
    private func makeTablet(supports: Bool = true) async throws -> TestPhone {
        var configuration = DeviceConfiguration()
        configuration.kind = .tablet
        return try await makePhone(
            delegate: { ChattyAppDelegate() }, usesScenes: true, configuration: configuration
        ) { $0.supportsMultipleScenes = supports }
    }

    @Test(.rows("F36")) func `the target content identifier picks the scene that prefers it`() async throws {
        let test = try await makeTablet()
        try await test.phone.launch()
        try await test.device.openWindow(of: bundleID)
        #expect(try await scenes(test) == ["scene-1": .background, "scene-2": .foregroundActive])
        try await push(test, target: "scene-1")
        try await test.phone.tap()
        #expect(try await scenes(test) == ["scene-1": .foregroundActive, "scene-2": .background])
        #expect(try await test.timeline.first("app.didReceive")["scene"] == "scene-1")
        // From the background, too.
        try await test.phone.background()
        try await push(test, target: "scene-2")
        let mark = test.timeline.mark
        try await test.phone.tap()
        #expect(try await test.timeline.first("app.didReceive", after: mark)["scene"] == "scene-2")
        #expect(try await scenes(test) == ["scene-1": .background, "scene-2": .foregroundActive])
        await test.phone.stop()
    }

    @Test(.rows("F36")) func `where every scene refuses a new one is connected with the response`() async throws {
        let test = try await makeTablet()
        try await test.phone.launch()
        try await push(test, target: "elsewhere")
        let mark = test.timeline.mark
        try await test.phone.tap()
        #expect(try await test.timeline.first("app.willConnect", after: mark)["response"] == "c1")
        #expect(try await scenes(test) == ["scene-1": .background, "scene-2": .foregroundActive])
        await test.phone.stop()
    }

    @Test(.rows("F36")) func `a phone keeps to its one window`() async throws {
        let test = try await makeTablet(supports: false)
        try await test.phone.launch()
        await #expect(throws: DeviceError.self) { try await test.device.openWindow(of: bundleID) }
        try await push(test, target: "elsewhere")
        try await test.phone.tap()
        #expect(try await scenes(test) == ["scene-1": .foregroundActive])
        await test.phone.stop()
    }

    @Test(.rows("F36")) func `notifications of one thread stand together, and a cleared group tells the app nothing`()
        async throws
    {
        let test = try await makePhone()
        for (name, thread) in [("1", "a"), ("2", "b"), ("3", "a")] {
            try await test.push(#"{"aps":{"alert":"\#(name)","thread-id":"\#(thread)"}}"#, until: .shown)
        }
        #expect(test.phone.screen.groups.map { $0.map(\.body) } == [["3", "1"], ["2"]])
        try test.device.clearGroup("a", in: bundleID)
        #expect(test.phone.screen.notifications.map(\.body) == ["2"])
        #expect(test.calls.isEmpty)
        await test.phone.stop()
    }

    @Test(.rows("F4")) func `a scene may be connected without the response, which still comes to the delegate`()
        async throws
    {
        var configuration = DeviceConfiguration()
        configuration.omitsConnectionResponse = true
        let test = try await makePhone(
            delegate: { SceneAppDelegate() }, usesScenes: true, configuration: configuration)
        try await test.push(#"{"aps":{"alert":"Hi"}}"#, collapseID: "c1", until: .shown)
        try await test.phone.tap()
        #expect(try await test.timeline.first("app.willConnect")["response"]?.isEmpty == true)
        #expect(try await test.timeline.first("app.didReceive")["id"] == "c1")
        await test.phone.stop()
    }

    @Test(.rows("F1")) func `a scene gets the delegate that the property list names`() async throws {
        let test = try await makePhone(delegate: { ScriptedDelegate() }, usesScenes: true) {
            $0.sceneDelegateClass = "SimulatedDeviceTests.RecordingSceneDelegate"
        }
        try await test.phone.openURL("sample://one")
        #expect(try await test.timeline.first("app.willConnect")["urls"] == "sample://one")
        await test.phone.stop()
        let unknown = try await makePhone(delegate: { ScriptedDelegate() }, usesScenes: true) {
            $0.sceneDelegateClass = "SimulatedDeviceTests.Missing"
        }
        try await unknown.phone.launch()
        #expect(unknown.phone.phase == .active && unknown.timeline.all("app.willConnect").isEmpty)
        await unknown.phone.stop()
    }

    @Test(.rows("F7")) func `without scenes a link comes to the open method, and a universal one as an activity`()
        async throws
    {
        let test = try await makePhone(delegate: { ScriptedDelegate() })
        try await test.phone.openURL("sample://one")
        #expect(test.calls == ["willFinish", "didFinish", "open", "didBecomeActive"])
        try await test.device.openUniversalLink("https://example.com/two", in: bundleID)
        #expect(try await test.timeline.first("app.continue")["url"] == "https://example.com/two")
        await test.phone.stop()
    }

    @Test(.rows("F7")) func `under scenes a universal link comes with the connection, a later one to the scene`()
        async throws
    {
        let test = try await makePhone(delegate: { ChattyAppDelegate() }, usesScenes: true)
        try await test.device.openUniversalLink("https://example.com/one", in: bundleID)
        #expect(try await test.timeline.first("app.willConnect")["activity"] == "https://example.com/one")
        try await test.device.openUniversalLink("https://example.com/two", in: bundleID)
        #expect(try await test.timeline.first("app.sceneContinue")["activity"] == "https://example.com/two")
        await test.phone.stop()
    }

    @Test(.rows("F1")) func `scenes that the system has disconnected are connected anew`() async throws {
        let test = try await makePhone(delegate: { ChattyAppDelegate() }, usesScenes: true)
        try await test.phone.launch()
        try await test.device.disconnectScenes(of: bundleID)
        #expect(!test.calls.contains("sceneDidDisconnect"))
        try await test.phone.background()
        try await test.device.disconnectScenes(of: bundleID)
        #expect(try await test.timeline.first("app.sceneDidDisconnect")["state"] == "-1")
        #expect(try await scenes(test).isEmpty)
        try await test.phone.launch()
        #expect(test.timeline.all("app.willConnect").count == 2)
        #expect(try await scenes(test) == ["scene-1": .foregroundActive])
        #expect(test.timeline.all(.launched).count == 1)
        await test.phone.stop()
    }

    private func push(_ test: TestPhone, target: String) async throws {
        try await test.push(
            #"{"aps":{"alert":"Hi","target-content-id":"\#(target)"}}"#, collapseID: "c1", until: .shown)
    }

    private func scenes(_ test: TestPhone) async throws -> [String: UIScene.ActivationState] {
        try await test.inApp {
            await MainActor.run {
                Dictionary(
                    uniqueKeysWithValues: UIApplication.shared.connectedScenes.map {
                        ($0.session.persistentIdentifier, $0.activationState)
                    })
            }
        }
    }
}

/// An app whose scenes each show one content: the first `scene-1`, the second `scene-2`.
@MainActor
private final class ChattyAppDelegate: DelegateNotes, UIApplicationDelegate {
    let center = ChattyCenter()

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        UNUserNotificationCenter.current().delegate = center
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }

    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        let configuration = UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role)
        configuration.delegateClass = ChattySceneDelegate.self
        return configuration
    }
}

@MainActor
private final class ChattySceneDelegate: UIResponder, UISceneDelegate {
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {
        let name = session.persistentIdentifier
        let isOwn = NSPredicate { target, _ in target as? String == name }
        scene.activationConditions.canActivateForTargetContentIdentifierPredicate = isOwn
        scene.activationConditions.prefersToActivateForTargetContentIdentifierPredicate = isOwn
        SimulatedProcess.current.log(
            "willConnect",
            [
                "response": connectionOptions.notificationResponse?.notification.request.identifier ?? "",
                "activity": connectionOptions.userActivities.first?.webpageURL?.absoluteString ?? "",
            ])
    }

    func sceneDidDisconnect(_ scene: UIScene) {
        SimulatedProcess.current.log("sceneDidDisconnect", ["state": "\(scene.activationState.rawValue)"])
    }

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        SimulatedProcess.current.log(
            "sceneContinue", ["activity": userActivity.webpageURL?.absoluteString ?? ""])
    }
}

private final class ChattyCenter: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions { [.list] }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        // The system calls this on the main thread, so the response never leaves it.
        nonisolated(unsafe) let response = response
        let scene = MainActor.assumeIsolated { response.targetScene?.session.persistentIdentifier ?? "" }
        SimulatedProcess.current.log("didReceive", ["scene": scene])
        completionHandler()
    }
}
