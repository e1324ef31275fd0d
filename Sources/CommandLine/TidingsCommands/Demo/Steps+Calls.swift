import PushModel
import SimulatedDevice

extension DemoStep {
    /// Calls to somebody with two phones.
    static let calls = [
        DemoStep(
            name: "call_answered",
            story: "Bob calls Ben: both of his phones ring. He answers on the first, and the second stops."
        ) { stage in
            var trial = try await CallTrial(stage)
            try await trial.ring()
            try await trial.answer()
            try await stage.hangUp(trial.id)
            try await trial.settle(.callEnded)
            trial.claim(
                "the first rang, was connected, and ended when Bob hung up", 0, [.ringing, .connected, .remote])
            trial.claim("the second rang, and stopped for the answer elsewhere", 1, [.ringing, .elsewhere])
            try await trial.claimState("ended")
            return trial.checks
        },
        DemoStep(
            name: "call_cancelled",
            story:
                "Bob hangs up before anybody answers: both phones stop, and one that may notify tells of a missed call."
        ) { stage in
            var trial = try await CallTrial(stage)
            try await trial.ring()
            try await stage.hangUp(trial.id)
            try await trial.settle(.callEnded)
            for index in 0...1 { trial.claim("phone \(index + 1) stopped", index, [.ringing, .remote]) }
            try await trial.claimMissed()
            try await trial.claimState("cancelled")
            return trial.checks
        },
        DemoStep(
            name: "call_second", story: "While Ben talks to Bob, Carl calls: he hears that Ben is busy, and Bob stays."
        ) { stage in
            var trial = try await CallTrial(stage)
            try await trial.ring()
            try await trial.answer()
            let marks = stage.phonesOfBen.map { $0.timeline.mark }
            let second = try await stage.callBen(from: "Carl")
            let call = try await stage.call(second, until: "declined")
            try await trial.first.settleCall(second, after: marks[0], .callEnded)
            try await trial.settlePush(after: marks)
            let reason = call["events"]?.array?.last?["reason"]?.string
            trial.checks.claim("Carl hears that Ben is busy", reason == "busy", found: "\(call["events"] ?? .null)")
            trial.claim("Bob's call goes on", 0, [.ringing, .connected])
            let left = trial.first.device.calls.map(\.name)
            trial.checks.claim("Carl's was reported, and is over", left == ["Bob"], found: "\(left)")
            try await trial.first.device.hangUp()
            try await trial.claimState("ended")
            return trial.checks
        },
        DemoStep(
            name: "call_killed_app",
            story: "The app runs on neither phone: the call starts it, and Ben answers before he sees any of it."
        ) { stage in
            var trial = try await CallTrial(stage)
            for phone in stage.phonesOfBen { try await phone.kill() }
            try await trial.ring()
            try await trial.answer()
            try await trial.first.device.hangUp()
            try await trial.settle(.callEnded)
            let starts = trial.first.entries(after: trial.marks[0]).filter { $0.kind == .launched }
                .compactMap { $0["reason"] }
            trial.checks.claim("the push started the app", starts == ["voip"], found: "\(starts)")
            trial.claim("the first was answered and hung up", 0, [.ringing, .connected, .person])
            trial.claim("the second stopped", 1, [.ringing, .elsewhere])
            try await trial.claimState("ended")
            return trial.checks
        },
        DemoStep(
            name: "call_locked",
            story: "Ben's phone is locked: it rings with Bob's name, and he answers without a code."
        ) { stage in
            var trial = try await CallTrial(stage)
            await trial.first.lock()
            try await trial.ring()
            try await trial.answer()
            let name = trial.first.device.calls.first?.name
            trial.checks.claim("Bob's name is shown", name == "Bob", found: name ?? "nothing")
            try await trial.first.device.hangUp()
            trial.claim("it was answered", 0, [.ringing, .connected, .person])
            try await trial.claimState("ended")
            await trial.first.unlock()
            return trial.checks
        },
        DemoStep(
            name: "call_missed",
            story: "Nobody answers for five seconds: both phones stop, and a missed call is told of."
        ) { stage in
            var trial = try await CallTrial(stage)
            try await trial.ring(for: 5)
            try await trial.settle(.callEnded)
            for index in 0...1 { trial.claim("phone \(index + 1) stopped", index, [.ringing, .unanswered]) }
            try await trial.claimMissed()
            try await trial.claimState("missed")
            return trial.checks
        },
    ]
}
