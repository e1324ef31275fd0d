/// Something about the app's set-up that keeps pushes from working as they should, and what to change.
public struct Finding: Sendable, Equatable, Identifiable {
    /// How much it matters.
    public enum Severity: String, Sendable, Comparable {
        /// Worth knowing.
        case note
        /// Something does not work as it could.
        case warning
        /// Pushes do not work.
        case error

        /// Orders severities from note to error.
        public static func < (left: Severity, right: Severity) -> Bool {
            let order: [Severity] = [.note, .warning, .error]
            return (order.firstIndex(of: left) ?? 0) < (order.firstIndex(of: right) ?? 0)
        }
    }

    /// A stable name, such as `app_group_missing`; new ones may be added.
    public let id: String
    /// How much it matters.
    public let severity: Severity
    /// What was found.
    public let found: String
    /// What to change.
    public let advice: String

    /// Describes a finding.
    package init(_ id: String, _ severity: Severity, _ found: String, advice: String) {
        self.id = id
        self.severity = severity
        self.found = found
        self.advice = advice
    }
}

/// What the SDK found out about itself and the app around it.
public struct Diagnosis: Sendable, Equatable, CustomStringConvertible {
    /// What was found, the worst first; empty if everything is as it should be.
    public let findings: [Finding]

    /// Whether nothing keeps pushes from working.
    public var isHealthy: Bool { !findings.contains { $0.severity != .note } }

    /// A line for each finding, for a person to read.
    public var description: String {
        guard !findings.isEmpty else { return "Everything that can be looked at is as it should be." }
        return findings.map { "\($0.severity.rawValue) \($0.id): \($0.found) \($0.advice)" }.joined(separator: "\n")
    }

    /// Collects findings.
    package init(_ findings: [Finding]) {
        self.findings = findings.enumerated()
            .sorted { ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset) }.map(\.element)
    }
}
