import Foundation
import XcodeProject

extension InitNSE {
    /// Tells a person or a program what was planned, and done unless it is a dry run.
    func report(_ plan: SetupPlan, root: URL) {
        let isDry = invocation.flag("dry-run")
        for note in plan.notes where !output.isJSON {
            output.note("\(plan.action == .nothing ? "" : "note: ")\(note.text)")
        }
        if output.isJSON {
            let files = plan.changes.map { change in
                Report.File(
                    path: change.url.path, change: change.verb("created", "deleted", "changed"),
                    diff: isDry ? change.diff(from: root) : nil)
            }
            let report = Report(
                action: plan.action.rawValue, dryRun: isDry, project: plan.project.path, appTarget: plan.app,
                target: plan.target,
                bundleIds: plan.bundleIDs, files: files, notes: plan.notes.map { .init(code: $0.code, text: $0.text) })
            try? output.json(report)
        } else if isDry {
            output.diffs(plan.changes, from: root)
            for (name, id) in plan.bundleIDs.sorted(by: { $0.key < $1.key }) {
                output.note("\(plan.target) (\(name)): \(id)")
            }
        } else {
            for change in plan.changes {
                output.text("\(change.verb("made", "deleted", "changed")) \(change.url.path)")
            }
            if let line = summary(plan) { output.text(output.coloured(line, .green)) }
        }
    }

    private func summary(_ plan: SetupPlan) -> String? {
        let ids = Set(plan.bundleIDs.values).sorted().joined(separator: ", ")
        switch plan.action {
        case .add: return "\(plan.app) has the extension \(plan.target) (\(ids))."
        case .update: return "The extension \(plan.target) (\(ids)) of \(plan.app) was made anew."
        case .adopt: return "\(plan.target) of \(plan.app) is linked with our product and has the groups."
        case .remove: return "The extension \(plan.target) of \(plan.app) is gone."
        case .nothing: return nil
        }
    }
}

/// The JSON form of a run.
private struct Report: Encodable {
    struct File: Encodable {
        let path: String
        let change: String
        let diff: String?
    }
    struct Note: Encodable {
        let code: String
        let text: String
    }
    let action: String
    let dryRun: Bool
    let project: String
    let appTarget: String
    let target: String
    let bundleIds: [String: String]
    let files: [File]
    let notes: [Note]
}
