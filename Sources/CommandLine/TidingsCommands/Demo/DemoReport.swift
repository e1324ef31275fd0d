/// How the script of the demo went.
struct DemoReport: Encodable, Sendable {
    /// One step and how it went.
    struct Step: Encodable, Sendable {
        /// The step's name; stable, for programs.
        let name: String
        /// Whether everything that was looked at was as expected.
        let ok: Bool
        /// What was looked at, or what was not as expected.
        let detail: String
    }

    /// The steps in the order they ran.
    private(set) var steps: [Step] = []

    /// Whether there were steps and each was ok.
    var ok: Bool { !steps.isEmpty && steps.allSatisfy(\.ok) }

    /// Notes how a step went.
    mutating func add(_ name: String, _ checks: Checks) {
        steps.append(Step(name: name, ok: checks.areMet, detail: checks.summary))
    }

    /// Notes that a step could not be carried out.
    mutating func add(_ name: String, failure: any Error) {
        steps.append(Step(name: name, ok: false, detail: "\(failure)"))
    }

    private enum Key: String, CodingKey {
        case ok, steps
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(ok, forKey: .ok)
        try container.encode(steps, forKey: .steps)
    }
}
