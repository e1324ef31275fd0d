import PushModel
import SimulatedDevice

extension DemoStep {
    /// Two ways in which iOS starts an app: ahead of time, and for a tap under scenes.
    static let launches = [
        DemoStep(
            name: "prewarmed_launch",
            story: "Dora's phone restarts and starts the app before she unlocks it: it still knows who she is."
        ) { stage in
            let phone = stage.dora.phone
            let device = try await stage.devices(of: stage.dora).first?["id"]
            let strangers = try await anonymous(stage)
            await phone.device.restart()
            let mark = phone.timeline.mark
            try await phone.device.prewarm(phone.bundleID)
            // A silent push has the app look for its files while they are sealed.
            _ = try await stage.send(to: stage.dora, ["form": "silent", "data": ["refresh": "timetable"]])
            try await phone.settle(after: mark) { $0.kind == .wakeAnswered || $0.kind == .wakeRefused }
            await phone.unlock()
            try await phone.launch()
            let who = try await phone.command("who")
            // Whatever the app registers now has reached the server before the push comes back.
            let id = try await stage.send(to: stage.dora, ["title": "Good morning"])
            stage.expect(["delivered": 1], of: id, in: "prewarmed_launch")
            try await phone.settle(id, after: mark, .shown, .notShown)
            let entries = phone.entries(after: mark)
            let starts = entries.filter { $0.kind == .launched && $0.process?.hasPrefix("app") == true }
            let woken = entries.first { $0.kind == .wakeAnswered }?.sequence ?? .max
            let unlocked = entries.first { $0.kind == .lockChanged }?.sequence ?? 0
            var checks = Checks()
            checks.claim(
                "one start, ahead of time", starts.map { $0["reason"] } == ["prewarm"],
                found: "\(starts.map { $0["reason"] ?? "?" })")
            checks.claim("the app ran before the first unlock", woken < unlocked, found: "it did not")
            checks.claim("it is still Dora's", who == stage.dora.id, found: who)
            let devices = try await stage.devices(of: stage.dora).map { $0["id"] ?? .null }
            checks.claim("on the same device", device != nil && devices == [device], found: "\(devices)")
            let strangersNow = try await anonymous(stage)
            checks.claim("nobody anonymous was added", strangersNow == strangers, found: "\(strangersNow)")
            checks.claim("her pushes are shown", entries.contains { $0.kind == .shown && $0.notification == id })
            return checks
        },
        DemoStep(
            name: "scenes_cold_tap",
            story:
                "Dora taps a push while her app, one with scenes, is not running: the tap comes once, with the scene."
        ) { stage in
            let phone = stage.dora.phone
            try await phone.kill()
            let mark = phone.timeline.mark
            let id = try await stage.send(to: stage.dora, ["title": "Tap me, too", "deepLink": "sample://orders/43"])
            stage.expect(["delivered": 1, "opened": 1], of: id, in: "scenes_cold_tap")
            try await phone.settle(id, after: mark, .shown)
            try await phone.tap(id)
            try await phone.settle(after: mark) { $0.kind == opened && $0["id"] == id }
            try await phone.settle(after: mark) { $0.kind == "app.sceneResponseTaken" && $0["id"] == id }
            try await phone.settleResponse(to: id, after: mark)
            // A fresh start must not bring it again.
            try await phone.kill()
            try await phone.launch()
            _ = try await phone.command("ready")
            let entries = phone.entries(after: mark)
            func count(_ kind: TimelineEntry.Kind) -> Int { entries.count { $0.kind == kind && $0["id"] == id } }
            let told = entries.count {
                $0.kind == .callbackDone && $0["name"] == "didReceive" && $0.notification == id
            }
            var checks = Checks()
            checks.claim(
                "the scene was connected with it", count("app.sceneConnected") == 1,
                found: "\(count("app.sceneConnected")) times")
            checks.claim(
                "the SDK took it from there", count("app.sceneResponseTaken") == 1,
                found: "\(count("app.sceneResponseTaken")) times")
            checks.claim("iOS told the notification delegate as well", told == 1, found: "\(told) times")
            checks.claim("the app was told once", count(opened) == 1, found: "\(count(opened)) times")
            return checks
        },
    ]

    private static func anonymous(_ stage: DemoStage) async throws -> [String] {
        let subscribers = try await stage.api.value("GET", "/v1/subscribers", query: ["limit": "100"])
        return (subscribers["items"]?.array ?? []).compactMap { $0["externalId"]?.string }
            .filter { $0.hasPrefix("anon_") }.sorted()
    }
}
