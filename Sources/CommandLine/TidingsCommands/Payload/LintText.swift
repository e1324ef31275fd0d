import Payloads
import PushModel

/// What the linter found, as lines for people.
struct LintText {
    private let report: LintReport
    private let output: Output
    /// Whether nothing was written.
    private let isDry: Bool

    init(_ report: LintReport, _ output: Output, isDry: Bool = false) {
        self.report = report
        self.output = output
        self.isDry = isDry
    }

    /// The lines: what the file is, each finding, and how many there are.
    var lines: [String] {
        var lines: [String] = []
        if let document = report.document {
            let size = PayloadSize(of: document)
            // A message that is at fault has no payload to be measured.
            let bytes =
                document.payload.members?.isEmpty == true
                ? "" : ", \(size.byteCount) of \(size.byteLimit) bytes"
            lines.append(
                "\(report.fileName): \(document.format.title), push type \(document.pushType.rawValue)\(bytes)")
        }
        for finding in report.mended {
            lines.append(
                "\(output.coloured(isDry ? "would mend" : "mended", .green)) \(finding.path): \(finding.message) [\(finding.rule.code)]"
            )
        }
        for finding in report.findings { lines += self.lines(of: finding) }
        let counts = LintRule.Severity.allCases.map { severity in
            let count = report.count(severity)
            return "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
        }
        let canMend = report.findings.count { !$0.edits.isEmpty }
        if !report.findings.isEmpty { lines.append("") }
        lines.append(
            counts.joined(separator: ", ") + (canMend > 0 ? "; --fix mends \(canMend)" : ""))
        return lines
    }

    private func lines(of finding: LintFinding) -> [String] {
        let place = finding.place.map { "\(report.fileName):\($0.line):\($0.column)" } ?? report.fileName
        let severity = output.coloured(finding.severity.rawValue, Self.colour(finding.severity))
        return [
            "",
            "\(place): \(severity): \(finding.message) [\(finding.rule.code)]",
        ] + (finding.path.isEmpty ? [] : ["  at    \(finding.path)"]) + [
            "  why   \(finding.rule.why)", "  fix   \(finding.fix)", "  from  \(finding.rule.source)",
        ]
    }

    private static func colour(_ severity: LintRule.Severity) -> Colour {
        switch severity {
        case .error: .red
        case .warning: .yellow
        case .note: .cyan
        }
    }
}
