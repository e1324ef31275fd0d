import PushModel
import SimulatedDevice

/// One call to both of Ben's phones, and what is claimed of it.
struct CallTrial {
    /// What becomes of a call on a phone.
    enum Fate: String {
        case ringing, connected
        case remote = "ended: remoteEnded"
        case elsewhere = "ended: answeredElsewhere"
        case unanswered = "ended: unanswered"
        case person = "ended: person"
    }

    private let stage: DemoStage
    /// Where the timelines of the phones stood before.
    let marks: [Int]
    /// The call.
    private(set) var id = ""
    /// What was claimed.
    var checks = Checks()

    /// The phone on which Ben answers.
    var first: Phone { stage.ben.phone }

    init(_ stage: DemoStage) async throws {
        let tokens = try await stage.preparePhonesForCalls()
        self.stage = stage
        marks = stage.phonesOfBen.map { $0.timeline.mark }
        checks.claim(
            "calls reach both phones", tokens.count { $0["status"] == "active" } == marks.count, found: "\(tokens)")
    }

    /// Calls, and waits until both phones ring.
    mutating func ring(for seconds: Int = 30) async throws {
        id = try await stage.callBen(ringing: seconds)
        try await settle(.callRinging)
        try await settlePush(after: marks)
        let (id, stage) = (id, stage)
        let call = try await stage.eventually {
            try await stage.api.value("GET", "/v1/calls/\(id)")
        } until: {
            $0["ringingAt"]?.string != nil
        }
        checks.claim("the caller learns that it rings", call["ringingAt"]?.string != nil)
    }

    /// Waits until the push of a call has come to each phone: the live connection of an open app is faster, and a push that
    /// comes after the end is reported once more.
    func settlePush(after marks: [Int]) async throws {
        for (phone, mark) in zip(stage.phonesOfBen, marks) {
            try await phone.settle(after: mark, within: Phone.callPatience) { $0.kind == .callPushReported }
        }
    }

    /// Answers on the first phone, and waits until the second has stopped.
    func answer() async throws {
        try await first.device.answerCall()
        try await stage.benElsewhere.phone.settleCall(id, after: marks[1], .callEnded)
    }

    /// Waits until something of this kind happened to the call on each phone.
    func settle(_ kind: TimelineEntry.Kind) async throws {
        for (phone, mark) in zip(stage.phonesOfBen, marks) { try await phone.settleCall(id, after: mark, kind) }
    }

    /// Claims what became of the call on the first phone or the second.
    mutating func claim(_ text: String, _ index: Int, _ fate: [Fate]) {
        let found = stage.phonesOfBen[index].fateOfCall(id, after: marks[index])
        checks.claim(text, found == fate.map(\.rawValue), found: "\(found)")
    }

    /// Claims how the call stands at the server, and that no push of a call went without a report.
    mutating func claimState(_ state: String) async throws {
        let found = try await stage.call(id, until: state)["state"]?.string
        checks.claim("the server has it as \(state)", found == state, found: found ?? "nothing")
        let misuses = zip(stage.phonesOfBen, marks).flatMap { $0.entries(after: $1) }.filter { $0.kind == .misuse }
        checks.claim("each push was reported", misuses.isEmpty, found: "\(misuses)")
    }

    /// Claims that the phone with permission shows a missed call, and the one without does not.
    mutating func claimMissed() async throws {
        let phone = stage.benElsewhere.phone
        let collapseID = "call-\(id)"
        try await phone.settle(after: marks[1], within: Phone.callPatience) {
            $0.kind == .shown && $0.notification == collapseID
        }
        let shown = zip(stage.phonesOfBen, marks).map { phone, mark in
            phone.entries(after: mark).count { $0.kind == .shown && $0.notification == collapseID }
        }
        checks.claim("a missed call is told of once, where Ben allows it", shown == [0, 1], found: "\(shown)")
    }
}
