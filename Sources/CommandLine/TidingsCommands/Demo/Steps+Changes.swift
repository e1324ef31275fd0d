import PushModel
import SimulatedDevice

extension DemoStep {
    /// A phone that gets another token, then another owner.
    static let changes = [
        DemoStep(
            name: "token_rotation",
            story: "APNs gives Dora's app another token: the server hears of it once, and pushes go there alone."
        ) { stage in
            let phone = stage.dora.phone
            let old = phone.token
            try await phone.kill()
            try await phone.device.rotateToken(of: phone.bundleID)
            let mark = phone.timeline.mark
            try await phone.launch()
            // The launch asks for the token; the app asks once more.
            try await phone.command("register")
            let new = phone.token
            let devices = try await stage.eventually {
                try await stage.devices(of: stage.dora)
            } until: { devices in
                new.map { devices.first?["token"]?["hint"] == .string(hint($0)) } ?? false
            }
            let id = try await stage.send(to: stage.dora, ["title": "To the new token"])
            stage.expect(["delivered": 1], of: id, in: "token_rotation")
            try await phone.settle(id, after: mark, .shown, .notShown)
            let fate = Fate(id, on: phone, after: mark)
            let message = try await stage.message(id)
            // Each launch registers anew with the token that is known then: the old one is no news.
            let changes = phone.entries(after: mark).filter { $0.kind == "app.registered" }.compactMap { $0["token"] }
                .filter { old?.hasPrefix($0) == false }
            let isOldGone = await stage.foreign.isGone(old)
            var checks = Checks()
            checks.claim("it is another token", new != nil && new != old)
            checks.claim(
                "the server took it once", changes == [new.map { String($0.prefix(8)) }], found: "\(changes)")
            checks.claim(
                "for the same device", devices.count == 1 && devices.first?["token"]?["status"] == "active",
                found: "\(devices.count) devices, token \(devices.first?["token"]?["status"] ?? .null)")
            checks.claim("a push reaches it, and only it", message.counts?["total"] == 1, found: message.outcomeText)
            checks.claim("one banner", fate.arrivals == 1 && fate.shown.count == 1, found: fate.summary)
            checks.claim("APNs calls the old one gone", isOldGone)
            return checks
        },
        DemoStep(
            name: "user_switch",
            story:
                "Dora logs out without network and Emil logs in: a push for Dora does not show on what is his phone now."
        ) { stage in
            let phone = stage.dora.phone
            try await phone.setOnline(false)
            try await phone.command("logout")
            try await phone.command("identify \(stage.emil.id)")
            let who = try await phone.command("who")
            let mark = phone.timeline.mark
            let hers = try await stage.send(to: stage.dora, secretOfDora)
            let message = try await stage.message(hers)
            try await phone.setOnline(true)
            try await phone.settle(hers, after: mark, .shown, .notShown)
            let devices = try await stage.eventually {
                try await stage.devices(of: stage.emil)
            } until: {
                $0.contains { $0["token"]?["status"] == "active" }
            }
            let left = try await stage.devices(of: stage.dora)
            let his = try await stage.send(to: stage.emil, ["title": "Welcome, Emil"])
            try await phone.settle(his, after: mark, .shown, .notShown)
            let fate = Fate(hers, on: phone, after: mark)
            let words = fate.entries.flatMap { $0.details.values }.joined(separator: " ")
            var checks = Checks()
            checks.claim("the app is Emil's at once", who == stage.emil.id, found: who)
            checks.claim(
                "the server did not know and sent it", message.counts?["sent"] == 1, found: message.outcomeText)
            checks.claim("it reached the phone", fate.arrivals == 1, found: fate.summary)
            checks.claim("it was not shown", fate.shown.isEmpty && fate.notShown.count == 1, found: fate.summary)
            checks.claim(
                "nor did its extension hand on the text", !words.contains("Surprise") && !words.contains("Emil"),
                found: "the text")
            checks.claim(
                "then the phone is Emil's at the server, too", devices.count == 1 && left.isEmpty,
                found: "\(devices.count) devices of Emil, \(left.count) of Dora")
            let shown = Fate(his, on: phone, after: mark).shown.count
            checks.claim("his pushes are shown", shown == 1, found: "\(shown) banners")
            return checks
        },
    ]

    private static let secretOfDora: JSONObject = ["title": "Surprise", "body": "The party for Emil is at nine."]

    /// A token as the API shows it.
    private static func hint(_ token: String) -> String { (try? DeviceToken(token))?.description ?? "" }
}
