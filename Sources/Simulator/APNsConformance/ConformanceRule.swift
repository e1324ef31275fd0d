/// One rule of Apple's provider protocol, and how a server is asked whether it keeps it.
package struct ConformanceRule: Sendable {
    /// The id of `Documentation/Requirements.md`, such as `A2.7`.
    package let id: String
    /// The rule in one sentence.
    package let sentence: String
    /// What has to be known of a server before it can be asked.
    package let needs: Set<Need>
    let examine: @Sendable (Stage) async throws -> [Observation]

    /// Something that not every server lets a stranger have.
    package enum Need: String, Sendable, Codable, Comparable {
        /// A signing key that the server knows.
        case sender
        /// A device token that the key may push to.
        case device
        /// The address of the sandbox beside the one of production.
        case sandbox
        /// The address of channel management.
        case channels
        /// The control API of a simulated APNs, which can do to devices and keys what no sender can.
        case control

        /// The order of the declaration's names, for lists.
        package static func < (one: Need, other: Need) -> Bool { one.rawValue < other.rawValue }
    }

    init(
        _ id: String, _ sentence: String, needs: Set<Need>,
        examine: @escaping @Sendable (Stage) async throws -> [Observation]
    ) {
        self.id = id
        self.sentence = sentence
        self.needs = needs
        self.examine = examine
    }

    /// A rule that single requests show: each trial is a right push with one change, all on one connection.
    static func trials(
        _ id: String, _ sentence: String, needs: Set<Need> = [.device], _ trials: Trial...
    ) -> ConformanceRule {
        ConformanceRule(id, sentence, needs: needs) { stage in
            var observations: [Observation] = []
            for trial in trials {
                var call = try stage.push()
                trial.change(&call)
                observations.append(trial.what.expects(trial.expected, try await stage.send(call)))
            }
            return observations
        }
    }

    /// A change to a right push, and the answer it has to get.
    struct Trial: Sendable {
        var what: String
        var expected: String
        var change: @Sendable (inout Call) -> Void

        init(_ what: String, _ expected: String, _ change: @escaping @Sendable (inout Call) -> Void = { _ in }) {
            self.what = what
            self.expected = expected
            self.change = change
        }
    }

    /// All rules in the order of their ids.
    package static let all = requests + types + tokens + answers + broadcasts + channelAnswers
}

/// One thing that was looked at: what was done, what has to come of it, and what came.
package struct Observation: Sendable, Codable, Hashable {
    /// What was done.
    package var what: String
    /// The answer that the rule demands; a status alone stands for that status with any reason.
    package var expected: String
    /// The answer that came.
    package var answered: String

    /// Whether the rule was kept.
    package var holds: Bool { answered == expected || answered.hasPrefix(expected + " ") }

    init(_ what: String, _ expected: String, _ answered: String) {
        self.what = what
        self.expected = expected
        self.answered = answered
    }
}

extension String {
    /// The observation of a reply to what this text names.
    func expects(_ expected: String, _ reply: Reply) -> Observation { Observation(self, expected, reply.summary) }
}
