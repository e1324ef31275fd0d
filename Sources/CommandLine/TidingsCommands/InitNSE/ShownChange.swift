import Foundation
import XcodeProject

extension FileChange {
    /// Which of three words says what becomes of the file.
    func verb(_ made: String, _ deleted: String, _ changed: String) -> String {
        before == nil ? made : after == nil ? deleted : changed
    }

    /// The change as a unified diff, with paths from a folder.
    func diff(from root: URL) -> String {
        let path = url.path.hasPrefix(root.path + "/") ? String(url.path.dropFirst(root.path.count + 1)) : url.path
        return LineDifference(before ?? [], after ?? []).unified(
            oldName: before == nil ? "/dev/null" : "a/\(path)", newName: after == nil ? "/dev/null" : "b/\(path)")
    }
}

extension Output {
    /// Prints changes that are not made, as diffs.
    func diffs(_ changes: [FileChange], from root: URL) {
        for change in changes { verbatim(colouredDiff(change.diff(from: root))) }
        for change in changes { note("would \(change.verb("make", "delete", "change")) \(change.url.path)") }
    }

    private func colouredDiff(_ diff: String) -> String {
        guard hasColours else { return diff }
        return diff.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let colour: Colour? =
                line.hasPrefix("@@") ? .cyan : line.hasPrefix("+") ? .green : line.hasPrefix("-") ? .red : nil
            return colour.map { coloured(String(line), $0) } ?? String(line)
        }.joined(separator: "\n")
    }
}
