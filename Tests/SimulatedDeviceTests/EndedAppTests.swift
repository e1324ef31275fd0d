import Foundation
import ProcessLocal
import TestSupport
import Testing
import UserNotifications

@testable import SimulatedDevice

/// An app that ends while the phone is amid something with it.
@Suite(.timeLimit(.minutes(1)))
struct EndedAppTests {
    /// The phone opens an app in several steps; one that has died between two of them would stand there as active, without
    /// a process, and could never be launched again.
    @Test(.rows("F1")) func `an app that has ended is not brought to the front, and can be launched anew`() async throws
    {
        let test = try await makePhone()
        try await test.phone.launch()
        test.device.endApp(bundleID, reason: "crash")
        test.device.enter(.active, bundleID)
        #expect(test.device.phase(of: bundleID) == .notRunning)
        try await test.phone.launch()
        #expect(test.device.phase(of: bundleID) == .active)
        await test.phone.stop()
    }

    @Test func `a program ends between two pieces of its work, and answers nothing after that`() async throws {
        let test = try await makePhone()
        try await test.phone.launch()
        test.device.endInMidst(.app, of: bundleID, after: 0)
        try await test.push(#"{"aps":{"alert":"Hi"}}"#, until: .shown)
        #expect(test.timeline.all(.ended).map { $0["reason"] } == ["killed"])
        let answer = try await test.timeline.first { $0.kind == .callbackDone && $0["name"] == "willPresent" }
        #expect(answer["result"] == "gone")
        #expect(test.device.phase(of: bundleID) == .notRunning)
        await test.phone.stop()
    }

    @Test func `the next extension ends after so many pieces, unless it is spared`() async throws {
        let test = try await makePhone(serviceExtension: .serviceExtension { PassingService() })
        let payload = #"{"aps":{"alert":"Hi","mutable-content":1}}"#
        test.device.endInMidst(.serviceExtension, of: bundleID, after: 0)
        try await test.push(payload, until: .shown)
        #expect(test.timeline.all(.extensionFailed).map { $0["reason"] } == ["crash"])
        test.device.endInMidst(.serviceExtension, of: bundleID, after: 0)
        test.device.spare(bundleID)
        try await test.push(payload, until: .shown)
        #expect(test.timeline.all(.extensionFailed).count == 1)
        #expect(test.timeline.all(.extensionAnswered).count == 1)
        await test.phone.stop()
    }

    /// What the delegate calls left behind would otherwise answer for a process that is over.
    @Test func `what is left of an app that was killed amid an answer gives none`() async throws {
        let test = try await makePhone()
        try await test.phone.launch()
        test.device.endInMidst(.app, of: bundleID, after: 1)
        let notification = try await test.push(#"{"aps":{"alert":"Hi"}}"#, until: .shown, .notShown)
        #expect(notification.kind == .shown, "a dead app cannot keep a push from the screen")
        await test.phone.stop()
    }

    @Test func `an app that is being suspended does not keep lock and network waiting`() async throws {
        let test = try await makePhone()
        for _ in 0..<20 {
            try await test.phone.launch()
            try await test.phone.background()
            async let suspended: Void = test.phone.suspend()
            async let locked: Void = test.phone.lock()
            async let offline: Void = test.phone.setOnline(false)
            _ = try await (suspended, locked, offline)
            async let unlocked: Void = test.phone.unlock()
            async let online: Void = test.phone.setOnline(true)
            _ = try await (unlocked, online)
        }
        await test.phone.stop()
    }

    @Test(.rows("F8")) func `an app that starts while the phone is unlocked for the first time sees its folders`()
        async throws
    {
        let test = try await makePhone()
        for round in 0..<20 {
            await test.device.restart()
            async let unlocked: Void = test.phone.unlock()
            try await test.push(#"{"aps":{"content-available":1}}"#, type: "background", until: .wakeAnswered)
            await unlocked
            let group = test.device.inProcessApp(bundleID)?.containers.groups.values.first
            #expect(group.map { FileManager.default.fileExists(atPath: $0.path) } == true, "round \(round)")
        }
        await test.phone.stop()
    }

    @Test(.rows("F27")) func `an app that is being launched is asked about a push when its launch is over`()
        async throws
    {
        let test = try await makePhone()
        try await test.phone.launch()
        // As if the launch methods had not returned yet.
        let launch = test.device.lanes(bundleID).lifecycle.enqueue()
        test.device.update(bundleID) { $0.hasLaunched = false }
        test.courier.send(#"{"aps":{"alert":"Hi"},"present":"list"}"#, to: bundleID)
        _ = try await test.timeline.first(.pushArrived)
        test.time.startMoving()
        for _ in 0..<3 { try await test.time.sleep(for: .milliseconds(1)) }
        #expect(!test.calls.contains("willPresent"))
        await launch.run { _ = test.device.update(bundleID) { $0.hasLaunched = true } }
        _ = try await test.timeline.first(.shown)
        #expect(test.calls.contains("willPresent"))
        await test.phone.stop()
    }

    @Test(.rows("F57")) func `an app that is removed leaves nothing in the list, and the timeline says so`()
        async throws
    {
        let test = try await makePhone()
        try await test.push(#"{"aps":{"alert":"Hi"}}"#, id: "a", until: .shown)
        try await test.device.uninstall(bundleID)
        let mark = try await test.timeline.first(.uninstalled).sequence
        #expect(test.timeline.all(.removed).map { $0["reason"] } == ["uninstalled"])
        #expect(test.timeline.all(.removed).allSatisfy { $0.sequence < mark })
        await test.phone.stop()
    }
}

/// Hands every push on as it is.
private final class PassingService: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        contentHandler(request.content)
    }
}
