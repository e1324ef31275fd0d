import ProcessLocal
import SimulatedDevice
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SettingsTests {
    private let payload = #"{"aps":{"alert":"Hi","sound":"default","badge":1}}"#

    private func settings(_ test: TestPhone) async throws -> UNNotificationSettings {
        try await test.inApp { await UNUserNotificationCenter.current().notificationSettings() }
    }

    private func makeProvisional() async throws -> TestPhone {
        let test = try await makePhone(delegate: { ScriptedDelegate() }, ready: false)
        try await test.phone.launch()
        try await test.inApp {
            let center = UNUserNotificationCenter.current()
            let isGranted = try await center.requestAuthorization(options: [.alert, .sound, .badge, .provisional])
            #expect(isGranted)
        }
        _ = try await test.courier.register(bundleID: bundleID, environment: .sandbox)
        try await test.phone.background()
        return test
    }

    @Test(
        .rows("F32"),
        arguments: [
            (SimulatedDevice.TrialAnswer.keepProminently, UNAuthorizationStatus.authorized, true),
            (.keepQuietly, .authorized, false), (.turnOff, .denied, false),
        ])
    func `what the person says to a notification on trial counts from then on`(
        answer: SimulatedDevice.TrialAnswer, status: UNAuthorizationStatus, banner: Bool
    ) async throws {
        let test = try await makeProvisional()
        let first = try await test.push(payload, until: .shown)
        #expect(first["banner"] == "false" && first["list"] == "true" && first["sound"] == "false")
        #expect(try await settings(test).authorizationStatus == .provisional)
        test.device.answerTrial(answer, for: bundleID)
        #expect(try await settings(test).authorizationStatus == status)
        let second = try await test.push(payload, until: .shown, .pushDropped)
        #expect((second["banner"] == "true") == banner)
        #expect((second.kind == .pushDropped) == (status == .denied))
        await test.phone.stop()
    }

    @Test(.rows("F34")) func `an App Clip may notify for some hours without asking`() async throws {
        let test = try await makePhone(delegate: { ScriptedDelegate() }, ready: false) { $0.isAppClip = true }
        try await test.phone.launch()
        #expect(try await settings(test).authorizationStatus == .ephemeral)
        try await test.add("now", { nil })
        _ = try await test.timeline.first { $0.kind == .callback && $0["name"] == "willPresent" }
        await test.advance(by: .seconds(8 * 3600))
        _ = try await test.timeline.first { $0.kind == .permissionDecided && $0["status"] == "notDetermined" }
        await #expect(throws: UNError(.notificationsNotAllowed)) { try await test.add("late", { nil }) }
        await test.phone.stop()
    }

    @Test(.rows("F33", "F35")) func `each switch in Settings works for itself, and the app is not told`() async throws {
        let test = try await makePhone(delegate: { ScriptedDelegate() })
        try await test.phone.launch()
        try await test.phone.background()
        let calls = test.calls
        test.device.changeSettings(for: bundleID) { $0.banners = false }
        var shown = try await test.push(payload, until: .shown)
        #expect(shown["banner"] == "false" && shown["list"] == "true" && shown["sound"] == "true")
        #expect(test.phone.screen.badge == 1)
        test.device.changeSettings(for: bundleID) { switches in
            switches.banners = true
            switches.sounds = false
            switches.badges = false
            switches.notificationCenter = false
        }
        shown = try await test.push(#"{"aps":{"alert":"Hi","sound":"default","badge":7}}"#, until: .shown)
        #expect(shown["banner"] == "true" && shown["list"] == "false" && shown["sound"] == "false")
        #expect(test.phone.screen.badge == 1)
        let now = try await settings(test)
        #expect(now.authorizationStatus == .authorized && now.soundSetting == .disabled)
        #expect(now.alertSetting == .enabled && now.alertStyle == .banner && now.timeSensitiveSetting == .notSupported)
        #expect(test.calls == calls)
        await test.phone.stop()
    }

    @Test(.rows("F43")) func `a locked screen shows the placeholder, and of the text what the category allows`()
        async throws
    {
        let test = try await makePhone(delegate: { ScriptedDelegate() })
        try await test.phone.launch()
        try await test.inApp {
            UNUserNotificationCenter.current().setNotificationCategories([
                UNNotificationCategory(
                    identifier: "chat", actions: [], intentIdentifiers: [],
                    hiddenPreviewsBodyPlaceholder: "A message", options: [.hiddenPreviewsShowTitle])
            ])
        }
        try await test.phone.background()
        let alert = #""alert":{"title":"Ada","subtitle":"Kites","body":"Hi"}"#
        try await test.push(#"{"aps":{\#(alert),"category":"chat"}}"#, until: .shown)
        try await test.push(#"{"aps":{\#(alert)}}"#, until: .shown)
        func visible() -> [[String]] { test.phone.screen.notifications.map(\.visibleText) }
        let open = ["Ada", "Kites", "Hi"]
        #expect(visible() == [open, open])
        await test.phone.lock()
        #expect(visible() == [["", "", "Notification"], ["Ada", "", "A message"]])
        test.device.changeSettings(for: bundleID) { $0.previews = .always }
        #expect(visible() == [open, open])
        await test.phone.unlock()
        test.device.changeSettings(for: bundleID) { $0.previews = .never }
        #expect(visible() == [["", "", "Notification"], ["Ada", "", "A message"]])
        await test.phone.stop()
    }

    @Test(.rows("F26")) func `iOS 18.0 asks twice, the second time with the identifier in small letters`() async throws
    {
        var configuration = DeviceConfiguration()
        configuration.asksTwiceToPresent = true
        let test = try await makePhone(configuration: configuration)
        try await test.phone.launch()
        try await test.push(payload, id: "0e9e9b3c-6a31-4c51-8d1b-6e6f3f1f7a10", until: .shown)
        await test.advance(by: .seconds(30))
        let mark = try await test.timeline.first("app.willPresent").sequence
        let again = try await test.timeline.first("app.willPresent", after: mark)
        let first = try await test.timeline.first("app.willPresent")
        #expect(first["id"] == "0E9E9B3C-6A31-4C51-8D1B-6E6F3F1F7A10")
        #expect(again["id"] == "0e9e9b3c-6a31-4c51-8d1b-6e6f3f1f7a10")
        #expect(again.time.timeIntervalSince(first.time) == 30)
        #expect(test.timeline.all(.shown).count == 1 && test.phone.screen.notifications.count == 1)
        // Since 18.1, and for what is not shown in the foreground, once.
        let plain = try await makePhone()
        try await plain.phone.launch()
        try await plain.push(payload, until: .shown)
        await plain.time.advance(by: .seconds(30))
        try await plain.push(payload, until: .shown)
        #expect(plain.timeline.all("app.willPresent").count == 2)
        await test.phone.stop()
        await plain.phone.stop()
    }
}
