import APNsSimulator
import PayloadRehearsal
import Payloads

/// What becomes of a push in all situations that were asked for.
///
/// What the person finds and what runs are folded apart: there are few of either, and many ways to put them together.
struct Explanation: Sendable {
    /// A situation, and what came of it.
    struct Run: Sendable {
        let situation: Situation
        let outcome: Outcome
        /// The place of what is found among all that are.
        let sight: Int
        /// The place of what runs among all that do.
        let course: Int

        /// Both in short, such as `B3`.
        var name: String { Explanation.letters(sight) + "\(course + 1)" }
    }

    let push: RehearsedPush
    /// What the file is.
    let format: PayloadFormat
    /// What a look at the file alone finds.
    let findings: [LintFinding]
    /// What APNs answers instead of taking the push.
    let refusal: APNsSimulator.Refusal?
    /// The situations in order.
    let runs: [Run]
    /// The different things that the person finds, in the order of their first situation.
    let sights: [Sight]
    /// The different things that run, likewise.
    let courses: [Course]

    init(_ push: RehearsedPush, _ format: PayloadFormat, _ findings: [LintFinding], refusal: APNsSimulator.Refusal) {
        self.push = push
        self.format = format
        self.findings = findings
        self.refusal = refusal
        (runs, sights, courses) = ([], [], [])
    }

    init(
        _ push: RehearsedPush, _ format: PayloadFormat, _ findings: [LintFinding], _ outcomes: [(Situation, Outcome)]
    ) {
        self.push = push
        self.format = format
        self.findings = findings
        refusal = nil
        var sights: [Sight] = []
        var courses: [Course] = []
        runs = outcomes.map { situation, outcome in
            Run(
                situation: situation, outcome: outcome, sight: Self.place(of: outcome.sight, in: &sights),
                course: Self.place(of: outcome.course, in: &courses))
        }
        (self.sights, self.courses) = (sights, courses)
    }

    private static func place<Value: Equatable>(of value: Value, in list: inout [Value]) -> Int {
        if let place = list.firstIndex(of: value) { return place }
        list.append(value)
        return list.count - 1
    }

    /// A, B and so on to Z, then AA.
    static func letters(_ index: Int) -> String {
        let last = String(UnicodeScalar(UInt8(65 + index % 26)))
        return index < 26 ? last : letters(index / 26 - 1) + last
    }

    /// The states that were asked for, in order.
    var states: [PhoneState] { PhoneState.allCases.filter { state in runs.contains { $0.situation.state == state } } }

    /// The situations of a state.
    func runs(in state: PhoneState) -> [Run] { runs.filter { $0.situation.state == state } }

    /// What of all this is not verified on a device, and where it plays a part.
    var doubts: [(doubt: Doubt, runs: [Run])] {
        Doubt.allCases.map { doubt in (doubt, runs.filter { $0.outcome.doubts.contains(doubt) }) }
            .filter { !$0.runs.isEmpty }
    }
}

extension Situation {
    /// What is not as usual, in the words of `--with` and `--without`.
    var title: String {
        let parts = with.map(\.rawValue) + without.map { "no \($0.rawValue)" }
        return parts.isEmpty ? "usual" : parts.joined(separator: ", ")
    }
}
