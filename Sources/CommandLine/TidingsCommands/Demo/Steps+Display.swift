import PushModel
import SimulatedDevice

extension DemoStep {
    /// The same plain push in three states of the app, then a rich one.
    static let display = [
        DemoStep(name: "plain_background", story: "A push while the app is in the background.") { stage in
            try await stage.ada.phone.background()
            return try await plain(stage, "plain_background", title: "In the background", receipts: ["delivered": 1])
        },
        DemoStep(name: "plain_foreground", story: "A push while the app is in front, on another screen.") { stage in
            try await stage.ada.phone.launch()
            return try await plain(
                stage, "plain_foreground", title: "In the foreground", receipts: ["delivered": 1, "presented": 1])
        },
        DemoStep(name: "plain_killed", story: "A push while the app is not running at all.") { stage in
            try await stage.ada.phone.kill()
            var checks = try await plain(stage, "plain_killed", title: "Not running", receipts: ["delivered": 1])
            let phase = stage.ada.phone.phase
            checks.claim("the app was not started for it", phase == .notRunning, found: "\(phase)")
            return checks
        },
        DemoStep(name: "rich", story: "A push with a picture and two buttons.") { stage in
            let phone = stage.ada.phone
            let mark = phone.timeline.mark
            let id = try await stage.send(
                to: stage.ada,
                [
                    "title": "Your kite has left", "body": "Shall it wait at the neighbour's?",
                    "imageUrl": .string(stage.pictureURL),
                    "actions": [["id": "yes", "title": "Yes"], ["id": "no", "title": "No", "destructive": true]],
                ])
            stage.expect(["delivered": 1], of: id, in: "rich")
            try await phone.settle(id, after: mark, .shown, .notShown)
            let fate = Fate(id, on: phone, after: mark)
            var checks = Checks()
            checks.claim("the extension ran once", fate.extensionRuns == 1, found: fate.summary)
            checks.claim("one banner", fate.shown.count == 1, found: fate.summary)
            let shown = phone.screen.notifications.first { $0.identifier == id }
            checks.claim(
                "the picture is attached", shown?.attachments.count == 1,
                found: "\(shown?.attachments.count ?? 0) files")
            checks.claim("its buttons are there", shown?.actions == ["yes", "no"], found: "\(shown?.actions ?? [])")
            return checks
        },
    ]

    private static func plain(
        _ stage: DemoStage, _ step: String, title: String, receipts: [String: Int]
    ) async throws -> Checks {
        let phone = stage.ada.phone
        let mark = phone.timeline.mark
        let id = try await stage.send(to: stage.ada, ["title": .string(title), "body": "Your order has left."])
        stage.expect(receipts, of: id, in: step)
        try await phone.settle(id, after: mark, .shown, .notShown)
        let fate = Fate(id, on: phone, after: mark)
        var checks = Checks()
        checks.claim("one banner", fate.shown.count == 1 && fate.notShown.isEmpty, found: fate.summary)
        checks.claim(
            "with its title", fate.shown.first?["title"] == title, found: fate.shown.first?["title"] ?? "no title")
        let message = try await stage.message(id)
        checks.claim("the server counts it as sent", message.counts?["sent"] == 1, found: message.outcomeText)
        return checks
    }
}
