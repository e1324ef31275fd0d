import PushModel
import SimulatedDevice

extension DemoStep {
    /// What the app decides itself: not to show a push, and what to do when a silent one wakes it.
    static let choices = [
        DemoStep(
            name: "intercepted",
            story: "The app's delegate answers false: nothing shows, the message stays in the history."
        ) {
            stage in
            let phone = stage.ada.phone
            try await phone.launch()
            try await phone.command("intercept on")
            let mark = phone.timeline.mark
            let id = try await stage.send(
                to: stage.ada, ["title": "Kept for the history", "body": "Not for the screen."])
            stage.expect(["delivered": 1, "suppressed": 1], of: id, in: "intercepted")
            try await phone.settle(id, after: mark, .shown, .notShown)
            let fate = Fate(id, on: phone, after: mark)
            var checks = Checks()
            checks.claim("it reached the phone", fate.arrivals == 1, found: fate.summary)
            checks.claim("it was not shown", fate.shown.isEmpty && fate.notShown.count == 1, found: fate.summary)
            try await phone.command("intercept off")
            let history = try await stage.eventually {
                try await phone.command("history")
            } until: {
                $0.contains(id)
            }
            checks.claim("the app finds it in the history", history.contains(id), found: "\(history.prefix(200))")
            return checks
        },
        DemoStep(name: "silent_wake", story: "A silent push wakes the app in the background.") { stage in
            let phone = stage.ada.phone
            try await phone.kill()
            let mark = phone.timeline.mark
            let id = try await stage.send(to: stage.ada, ["form": "silent", "data": ["refresh": "timetable"]])
            stage.expect(["delivered": 1], of: id, in: "silent_wake")
            try await phone.settle(after: mark) { $0.kind == .wakeAnswered || $0.kind == .wakeRefused }
            let entries = phone.entries(after: mark)
            let answers = entries.filter { $0.kind == .wakeAnswered }
            var checks = Checks()
            checks.claim(
                "the app was started by it", entries.contains { $0.kind == .launched },
                found: "\(entries.map(\.kind.rawValue))")
            checks.claim(
                "and answered iOS once", answers.count == 1 && answers.first?["result"] == "newData",
                found: "\(answers.map { $0["result"] ?? "?" })")
            checks.claim("nothing was shown", !entries.contains { $0.kind == .shown })
            return checks
        },
    ]
}
