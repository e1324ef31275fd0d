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
                    path: change.url.path, change: Self.verb(change, "created", "deleted", "changed"),
                    diff: isDry ? diff(change, root) : nil)
            }
            let report = Report(
                action: plan.action.rawValue, dryRun: isDry, project: plan.project.path, appTarget: plan.app,
                target: plan.target,
                bundleIds: plan.bundleIDs, files: files, notes: plan.notes.map { .init(code: $0.code, text: $0.text) })
            try? output.json(report)
        } else if isDry {
            for change in plan.changes { output.verbatim(coloured(diff(change, root))) }
            for change in plan.changes {
                output.note("would \(Self.verb(change, "make", "delete", "change")) \(change.url.path)")
            }
            for (name, id) in plan.bundleIDs.sorted(by: { $0.key < $1.key }) {
                output.note("\(plan.target) (\(name)): \(id)")
            }
        } else {
            for change in plan.changes {
                output.text("\(Self.verb(change, "made", "deleted", "changed")) \(change.url.path)")
            }
            if let line = summary(plan) { output.text(output.coloured(line, .green)) }
        }
    }

    private static func verb(_ change: FileChange, _ made: String, _ deleted: String, _ changed: String) -> String {
        change.before == nil ? made : change.after == nil ? deleted : changed
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

    private func diff(_ change: FileChange, _ root: URL) -> String {
        let path =
            change.url.path.hasPrefix(root.path + "/")
            ? String(change.url.path.dropFirst(root.path.count + 1)) : change.url.path
        return LineDifference(change.before ?? [], change.after ?? []).unified(
            oldName: change.before == nil ? "/dev/null" : "a/\(path)",
            newName: change.after == nil ? "/dev/null" : "b/\(path)")
    }

    private func coloured(_ diff: String) -> String {
        guard output.hasColours else { return diff }
        return diff.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let colour: Colour? =
                line.hasPrefix("@@") ? .cyan : line.hasPrefix("+") ? .green : line.hasPrefix("-") ? .red : nil
            return colour.map { output.coloured(String(line), $0) } ?? String(line)
        }.joined(separator: "\n")
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
