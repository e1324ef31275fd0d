import ProcessLocal
import SimulatedDevice
import TestSupport
import Testing
import UIKit
import UserNotifications

@Suite(.timeLimit(.minutes(1)))
struct WakeTests {
    private static let silent = #"{"aps":{"content-available":1}}"#

    @Test(
        .rows("F19"),
        arguments: [
            (#"{"aps":{"alert":"Hi"}}"#, "alert", true, false),
            (#"{"aps":{"alert":"Hi","content-available":1}}"#, "alert", true, true),
            (#"{"aps":{"content-available":1}}"#, "background", false, true),
            (#"{"aps":{"alert":"Hi","content-available":1}}"#, "background", false, true),
            (#"{"aps":{"alert":"Hi"}}"#, "background", false, false),
            (#"{"aps":{"alert":"Hi","content-available":0}}"#, "alert", true, false),
            (#"{"aps":{"content-available":1}}"#, "alert", false, true),
        ])
    func `what a push does follows from its type and its payload`(
        payload: String, type: String, shows: Bool, wakes: Bool
    ) async throws {
        let test = try await makePhone(delegate: { FetchingDelegate() })
        try await test.push(payload, type: type, until: shows ? .shown : wakes ? .wakeAnswered : .pushDropped)
        if wakes { _ = try await test.timeline.first(.wakeAnswered) }
        #expect(test.timeline.all(.shown).isEmpty == !shows)
        #expect(test.calls.contains("fetch") == wakes)
        await test.phone.stop()
    }

    @Test(.rows("F23"))
    func `the app is handed it in the foreground, and when launched for it after the launch methods`()
        async throws
    {
        let test = try await makePhone(delegate: { FetchingDelegate() })
        let answer = try await test.push(Self.silent, type: "background", until: .wakeAnswered)
        #expect(answer["result"] == "newData")
        #expect(test.calls == ["willFinish", "didFinish", "fetch"])
        #expect(test.phone.phase == .background)
        try await test.phone.launch()
        let mark = test.calls.count
        try await test.push(Self.silent, type: "background", until: .wakeAnswered)
        #expect(test.calls.dropFirst(mark) == ["fetch"])
        #expect(test.phone.phase == .active)
        await test.phone.stop()
    }

    @Test(.rows("F9")) func `a force-quit app is not woken until it is opened; alerts show and the extension runs`()
        async throws
    {
        let test = try await makePhone(
            delegate: { FetchingDelegate() }, serviceExtension: .serviceExtension { AppendingService() })
        try await test.phone.launch()
        try await test.phone.forceQuit()
        let refused = try await test.push(Self.silent, type: "background", until: .wakeAnswered, .wakeRefused)
        #expect(refused["reason"] == "force_quit")
        let shown = try await test.push(#"{"aps":{"alert":"Hi","mutable-content":1}}"#, until: .shown)
        #expect(shown["body"] == "Hi, seen")
        #expect(test.phone.phase == .notRunning)
        try await test.phone.launch()
        try await test.phone.kill()
        let woken = try await test.push(Self.silent, type: "background", until: .wakeAnswered, .wakeRefused)
        #expect(woken.kind == .wakeAnswered)
        await test.phone.stop()
    }

    @Test(.rows("F9")) func `a restart of the device forgets that an app was force-quit`() async throws {
        let test = try await makePhone(delegate: { FetchingDelegate() })
        try await test.phone.launch()
        try await test.phone.forceQuit()
        await test.device.restart()
        let woken = try await test.push(Self.silent, type: "background", until: .wakeAnswered, .wakeRefused)
        #expect(woken.kind == .wakeAnswered)
        await test.phone.stop()
    }

    @Test(.rows("F21")) func `background refresh off and a missing background mode keep an app asleep`() async throws {
        let test = try await makePhone(delegate: { FetchingDelegate() })
        test.device.setBackgroundRefresh(false, for: bundleID)
        let off = try await test.push(Self.silent, type: "background", until: .wakeAnswered, .wakeRefused)
        #expect(off["reason"] == "background_refresh_off")
        await test.phone.stop()
        let plain = try await makePhone(delegate: { FetchingDelegate() }, capabilities: [.push])
        let missing = try await plain.push(Self.silent, type: "background", until: .wakeAnswered, .wakeRefused)
        #expect(missing["reason"] == "no_background_mode")
        await plain.phone.stop()
    }

    @Test(.rows("F22")) func `the fetch handler has half a minute, and calling it twice ends the app`() async throws {
        let slow = try await makePhone(delegate: { FetchingDelegate() })
        slow.courier.send(#"{"aps":{"content-available":1},"fetch":"never"}"#, to: bundleID, pushType: "background")
        _ = try await slow.timeline.first("app.fetch")
        await slow.time.waitForSleepers(1)
        await slow.time.advance(by: .seconds(30))
        #expect(try await slow.timeline.first(.wakeAnswered)["result"] == "timed_out")
        await slow.phone.stop()

        let twice = try await makePhone(delegate: { FetchingDelegate() })
        twice.courier.send(#"{"aps":{"content-available":1},"fetch":"twice"}"#, to: bundleID, pushType: "background")
        #expect(try await twice.timeline.first(.ended)["reason"] == "crash")
        #expect(twice.phone.phase == .notRunning)
        await twice.phone.stop()
    }

    @Test func `after a silent push the app is suspended again`() async throws {
        let test = try await makePhone(delegate: { FetchingDelegate() })
        try await test.push(Self.silent, type: "background", until: .wakeAnswered)
        await test.time.waitForSleepers(1)
        await test.time.advance(by: .seconds(5))
        _ = try await test.timeline.first { $0.kind == .state && $0["state"] == "suspended" }
        try await test.push(Self.silent, type: "background", until: .wakeAnswered)
        #expect(test.calls.filter { $0 == "fetch" }.count == 2)
        #expect(test.timeline.all(.launched).count == 1)
        await test.phone.stop()
    }
}

/// Takes silent pushes as the payload says.
@MainActor
private final class FetchingDelegate: DelegateNotes, UIApplicationDelegate {
    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        SimulatedProcess.current.log("fetch")
        switch userInfo["fetch"] as? String {
        case "never": break
        case "twice":
            completionHandler(.noData)
            completionHandler(.noData)
        default: completionHandler(.newData)
        }
    }
}

/// Adds a word to the body.
final class AppendingService: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else { return }
        content.body += ", seen"
        contentHandler(content)
    }
}
