import PushModel
import SimulatedDevice

extension DemoStep {
    /// What the app does with a tap is an entry of its own on the timeline.
    static let opened: TimelineEntry.Kind = "app.opened"

    /// A tap that launches the app, and a button with a typed reply.
    static let responses = [
        DemoStep(name: "cold_tap", story: "Ada taps a push while the app is not running; the app learns of it once.") {
            stage in
            let phone = stage.ada.phone
            try await phone.kill()
            let mark = phone.timeline.mark
            let id = try await stage.send(to: stage.ada, ["title": "Tap me", "deepLink": "sample://orders/42"])
            stage.expect(["delivered": 1, "opened": 1], of: id, in: "cold_tap")
            try await phone.settle(id, after: mark, .shown)
            try await phone.tap(id)
            try await phone.settle(after: mark) { $0.kind == opened && $0["id"] == id }
            // Once more to the background and back, and a fresh start: the tap must not come again.
            try await phone.background()
            try await phone.launch()
            try await phone.kill()
            try await phone.launch()
            _ = try await phone.command("ready")
            let entries = phone.entries(after: mark)
            let taps = entries.filter { $0.kind == opened && $0["id"] == id }
            var checks = Checks()
            checks.claim(
                "the tap started the app", entries.contains { $0.kind == .launched },
                found: "\(entries.map(\.kind.rawValue))")
            checks.claim("the app was told once", taps.count == 1, found: "\(taps.count) times")
            return checks
        },
        DemoStep(name: "text_reply", story: "Ada answers a push by typing, without opening the app.") { stage in
            let phone = stage.ada.phone
            try await phone.background()
            let mark = phone.timeline.mark
            let id = try await stage.send(
                to: stage.ada,
                [
                    "title": "Where are you?",
                    "actions": [["id": "answer", "title": "Answer", "input": true, "placeholder": "Type"]],
                ])
            stage.expect(["delivered": 1, "opened": 1], of: id, in: "text_reply")
            try await phone.settle(id, after: mark, .shown)
            try await phone.reply("On my way", to: id)
            try await phone.settle(after: mark) { $0.kind == opened && $0["id"] == id }
            let told = phone.entries(after: mark).filter { $0.kind == opened && $0["id"] == id }
            var checks = Checks()
            checks.claim(
                "the app was told the text once", told.count == 1 && told.first?["input"] == "On my way",
                found: "\(told.map { $0["input"] ?? "no text" })")
            let receipts = try await stage.eventually {
                try await stage.deliveries(of: id).flatMap { $0.receipts ?? [] }.filter { $0.kind == "opened" }
            } until: {
                !$0.isEmpty
            }
            checks.claim(
                "the server has button and text",
                receipts.count == 1 && receipts.first?.action == "answer" && receipts.first?.input == "On my way",
                found: "\(receipts.count) receipts, action \(receipts.first?.action ?? "none")")
            return checks
        },
    ]
}
