/// How a server did with one rule.
package struct ConformanceResult: Sendable, Codable {
    /// The id of the rule.
    package var id: String
    /// The rule in one sentence.
    package var rule: String
    /// Whether it was kept.
    package var outcome: Outcome
    /// What was looked at; empty for a rule that was not tried.
    package var observations: [Observation]
    /// Why the rule was not tried; nil when it was.
    package var skipped: String?

    /// The outcomes.
    package enum Outcome: String, Sendable, Codable {
        /// Everything came as expected.
        case kept
        /// Something else came.
        case broken
        /// It was not tried.
        case skipped
    }
}
