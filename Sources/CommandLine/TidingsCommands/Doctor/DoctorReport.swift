import Foundation
import ProjectDoctor
import XcodeProject

/// What the doctor says of one app.
struct DoctorReport {
    let app: AppTargets.App?
    let findings: [Finding]
    /// What `--fix` changes.
    var changes: [FileChange] = []
    /// The findings that the changes do away with.
    var repaired: [Finding] = []

    init(app: AppTargets.App?, findings: [Finding]) {
        self.app = app
        self.findings = findings
    }

    /// Whether an error is left; what only would be repaired is.
    func hasErrors(_ isDry: Bool) -> Bool {
        findings.contains { $0.rule.severity == .error && (isDry || !isRepaired($0)) }
    }

    private func isRepaired(_ finding: Finding) -> Bool {
        repaired.contains { $0.rule.code == finding.rule.code && $0.seen == finding.seen && $0.place == finding.place }
    }

    /// Prints what was found, as text or as one JSON value.
    static func print(_ reports: [DoctorReport], isDry: Bool, to output: Output) throws {
        guard !output.isJSON else {
            return try output.json(
                Report(ok: !reports.contains { $0.hasErrors(isDry) }, apps: reports.map { $0.json(isDry) }))
        }
        for report in reports { report.print(isDry, output) }
    }

    private func print(_ isDry: Bool, _ output: Output) {
        if let app { output.text(output.coloured("\(app.name) (\(app.location.name))", .cyan)) }
        for finding in findings {
            let severity = finding.rule.severity
            let colour: Colour = severity == .error ? .red : severity == .warning ? .yellow : .faint
            let done = isRepaired(finding) ? isDry ? ", would be repaired" : ", repaired" : ""
            output.text(
                "\n\(output.coloured(severity.rawValue, colour)) \(finding.rule.code)\(done)"
                    + (finding.place.map { "  \($0.text)" } ?? ""))
            output.text("  seen    \(finding.seen)")
            output.text("  why     \(finding.rule.why)")
            output.text("  change  \(finding.change)")
        }
        let root = app?.location.root.standardizedFileURL ?? URL(fileURLWithPath: "/")
        if isDry {
            output.diffs(changes, from: root)
        } else {
            for change in changes { output.text("\(change.verb("made", "deleted", "changed")) \(change.url.path)") }
        }
        output.text((findings.isEmpty ? "" : "\n") + summary(output, isDry))
    }

    private func summary(_ output: Output, _ isDry: Bool) -> String {
        guard !findings.isEmpty else { return output.coloured("Nothing is in the way of pushes.", .green) }
        let counts = Finding.Severity.allCases.compactMap { severity -> String? in
            let count = findings.count { $0.rule.severity == severity }
            return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
        }
        let repairable = findings.count { !$0.repairs.isEmpty }
        let hint =
            !repaired.isEmpty
            ? "; \(repaired.count) \(isDry ? "would be " : "")repaired"
            : repairable > 0 ? "; --fix repairs \(repairable)" : ""
        return counts.joined(separator: ", ") + hint + "."
    }

    private func json(_ isDry: Bool) -> Report.App {
        let root = app?.location.root.standardizedFileURL ?? URL(fileURLWithPath: "/")
        return Report.App(
            project: app?.location.file.path, target: app?.name,
            findings: findings.map { finding in
                Report.Finding(
                    code: finding.rule.code, severity: finding.rule.severity.rawValue, file: finding.place?.path,
                    line: finding.place?.line, seen: finding.seen, why: finding.rule.why, change: finding.change,
                    repairable: !finding.repairs.isEmpty, repaired: isRepaired(finding) && !isDry)
            },
            files: changes.map { change in
                Report.File(
                    path: change.url.path, change: change.verb("created", "deleted", "changed"),
                    diff: isDry ? change.diff(from: root) : nil)
            })
    }
}

/// The JSON form of a run.
private struct Report: Encodable {
    struct Finding: Encodable {
        let code: String
        let severity: String
        let file: String?
        let line: Int?
        let seen: String
        let why: String
        let change: String
        let repairable: Bool
        let repaired: Bool
    }
    struct File: Encodable {
        let path: String
        let change: String
        let diff: String?
    }
    struct App: Encodable {
        let project: String?
        let target: String?
        let findings: [Finding]
        let files: [File]
    }
    let ok: Bool
    let apps: [App]
}
