import ProcessLocal
import SimulatedDevice
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct DeviceKindTests {
    private func configuration(_ kind: DeviceConfiguration.Kind) -> DeviceConfiguration {
        var configuration = DeviceConfiguration()
        configuration.kind = kind
        return configuration
    }

    private static let registering: @MainActor @Sendable () -> any UIApplicationDelegate = {
        ScriptedDelegate { UIApplication.shared.registerForRemoteNotifications() }
    }

    @Test(.rows("F17")) func `Apple's Simulator has sandbox tokens, and nothing wakes an app in the background`()
        async throws
    {
        let test = try await makePhone(
            delegate: Self.registering, ready: false, configuration: configuration(.simulator)
        ) { $0.environment = .production }
        try await test.phone.launch()
        _ = try await test.timeline.first("app.didRegister")
        #expect(test.courier.environments[bundleID] == .sandbox)
        try await test.phone.background()
        let silent = #"{"aps":{"content-available":1}}"#
        let refused = try await test.push(silent, type: "background", until: .wakeAnswered, .wakeRefused)
        #expect(refused["reason"] == "simulator")
        try await test.phone.launch()
        let inFront = try await test.push(silent, type: "background", until: .wakeAnswered, .wakeRefused)
        #expect(inFront.kind == .wakeAnswered)
        await test.phone.stop()
    }

    @Test(.rows("F17")) func `an older Mac's Simulator has no token`() async throws {
        let test = try await makePhone(
            delegate: Self.registering, ready: false, configuration: configuration(.simulatorWithoutTokens))
        try await test.phone.launch()
        #expect(try await test.timeline.first("app.didFail")["error"] == "3010")
        await test.phone.stop()
    }

    @Test(.rows("F13")) func `a build for TestFlight registers for production`() async throws {
        let test = try await makePhone(delegate: Self.registering, ready: false) { $0.environment = .production }
        try await test.phone.launch()
        _ = try await test.timeline.first("app.didRegister")
        #expect(test.courier.environments[bundleID] == .production)
        await test.phone.stop()
    }

    @Test(.rows("F11")) func `no answer comes while neither notifications nor background refresh are allowed`()
        async throws
    {
        let test = try await makePhone(delegate: Self.registering, ready: false)
        test.device.setBackgroundRefresh(false, for: bundleID)
        try await test.phone.launch()
        #expect(try await test.timeline.first(.registrationPending)["reason"] == "not_allowed")
        #expect(!test.calls.contains("didRegister"))
        test.device.changeSettings(allow: true, for: bundleID)
        _ = try await test.timeline.first("app.didRegister")
        await test.phone.stop()
    }

    @Test(.rows("F5")) func `an app built with the SDK after 26 launches only with scenes`() async throws {
        let plain = try await makePhone(changing: { $0.sdkVersion = 27 })
        await #expect(throws: DeviceError.self) { try await plain.phone.launch() }
        #expect(try await plain.timeline.first(.ended)["reason"] == "no_scenes")
        await plain.phone.stop()
        let scenes = try await makePhone(delegate: { SceneAppDelegate() }, usesScenes: true) { $0.sdkVersion = 27 }
        try await scenes.phone.launch()
        #expect(scenes.phone.phase == .active)
        await scenes.phone.stop()
    }
}
