/// The page of all rules as Markdown.
package enum RuleReference {
    /// The whole document.
    package static var markdown: String {
        let head = """
            # What the doctor looks for

            The rules of `tidings doctor`, written by a test (`TIDINGS_RECORD=1 make test ARGS='--filter RuleReference'`);
            [Check a project](Guides/CheckAProject.md) shows how to use it. An **error** keeps pushes from arriving, or from arriving as they should; a
            **warning** may do so, by what cannot be seen in a project; a **note** is worth knowing. Where *repaired* is said, `--fix` makes the change.
            Code is read, not compiled: what stands in comments and texts does not count, and what a library does is not seen.
            """
        return ([head] + Catalogue.chapters.map(section)).joined(separator: "\n\n") + "\n"
    }

    private static func section(_ chapter: Catalogue.Chapter) -> String {
        let rows = chapter.rules.map { rule in
            "| `\(rule.code)` | \(rule.severity.rawValue)\(rule.isRepairable ? ", repaired" : "") | \(rule.title). \(rule.why) |"
        }
        return "## \(chapter.title)\n\n| rule | | what is wrong, and why it matters |\n|---|---|---|\n"
            + rows.joined(separator: "\n")
    }
}
