import PushModel
import SimulatedDevice

extension DemoStep {
    /// What the app's delegates are told is an entry of its own on the timeline.
    private static let asked: TimelineEntry.Kind = "app.asked"
    private static let foreignAsked: TimelineEntry.Kind = "app.foreignAsked"
    private static let foreignOpened: TimelineEntry.Kind = "app.foreignOpened"

    /// Another push SDK in the same app.
    static let company = [
        DemoStep(
            name: "foreign_sdk",
            story:
                "Another push SDK lives in Dora's app: each decides about its own notifications and gets its own taps."
        ) { stage in
            let phone = stage.dora.phone
            try await phone.launch()
            let mark = phone.timeline.mark
            let theirs = "foreign-1"
            let sent = await stage.foreign.send(
                #"{"aps":{"alert":{"title":"From the other SDK"},"mutable-content":1},"foreign":true}"#,
                collapseID: theirs, to: phone.token)
            try await phone.settle(theirs, after: mark, .shown, .notShown)
            let ours = try await stage.send(to: stage.dora, ["title": "From Tidings"])
            stage.expect(["delivered": 1, "presented": 1, "opened": 1], of: ours, in: "foreign_sdk")
            try await phone.settle(ours, after: mark, .shown, .notShown)
            try await phone.tap(theirs)
            try await phone.tap(ours)
            try await phone.settle(after: mark) { $0.kind == opened && $0["id"] == ours }
            for id in [theirs, ours] { try await phone.settleResponse(to: id, after: mark) }
            let entries = phone.entries(after: mark)
            func told(_ id: String) -> [TimelineEntry.Kind] {
                entries.filter { $0["id"] == id }.map(\.kind)
                    .filter { [asked, opened, foreignAsked, foreignOpened].contains($0) }
            }
            func completions(_ id: String) -> [String] {
                entries.filter { $0.kind == .callbackDone && $0.notification == id }.compactMap { $0["name"] }
            }
            let banners = [theirs, ours].map { Fate($0, on: phone, after: mark).shown.map { $0["banner"] ?? "?" } }
            var checks = Checks()
            checks.claim(
                "theirs is shown as they want, without a banner", banners[0] == ["false"],
                found: "\(banners[0]), \(sent.map { "\($0)" } ?? "not sent")")
            checks.claim(
                "they alone were asked and told of the tap", told(theirs) == [foreignAsked, foreignOpened],
                found: "\(told(theirs).map(\.rawValue))")
            checks.claim("ours has its banner", banners[1] == ["true"], found: "\(banners[1])")
            checks.claim(
                "we alone were asked and told of the tap", told(ours) == [asked, opened],
                found: "\(told(ours).map(\.rawValue))")
            checks.claim(
                "each call was completed once",
                completions(theirs) == ["willPresent", "didReceive"]
                    && completions(ours) == ["willPresent", "didReceive"] && !entries.contains { $0.kind == .misuse },
                found: "\(completions(theirs)), \(completions(ours)), \(entries.count { $0.kind == .misuse }) misuses")
            return checks
        }
    ]
}
