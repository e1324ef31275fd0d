import PushModel

/// The document of all rules, made from their catalogue.
public enum LintReference {
    /// `Documentation/LintRules.md`.
    public static var markdown: String {
        var text = """
            # What `tidings payload lint` checks

            Every rule with a push that breaks it and the same push as it should be; a test writes this page
            (`TIDINGS_RECORD=1 make test ARGS='--filter CatalogueTests'`) and holds the linter to both pushes. An **error** is refused or does
            not do what is written, a **warning** may do something else than was meant, a **note** is worth knowing. Codes do not change.

            | code | severity | what |
            |---|---|---|

            """
        for rule in LintRule.all {
            text += "| [`\(rule.code)`](#\(rule.code)) | \(rule.severity.rawValue) | \(rule.summary) |\n"
        }
        text +=
            "\nA file that cannot be read ends with one of these errors, at the place where reading stopped:\n\n| code | what |\n|---|---|\n"
        for input in LintRule.inputSummaries { text += "| `\(input.code)` | \(input.summary) |\n" }
        for rule in LintRule.all {
            text += "\n## \(rule.code)\n\n\(rule.summary) \(rule.why) Source: \(rule.source).\n"
            text += "\n```\n\(shown(rule.failing))\n```\n\nRight:\n\n```\n\(shown(rule.passing))\n```\n"
        }
        return text
    }

    private static func shown(_ example: LintRule.Example) -> String {
        var file = example.file.replacingLineBreaks.replacing("\u{FEFF}", with: "\\u{FEFF}")
        // The examples of sizes are as long as sizes are.
        if file.utf8.count > 1000 { file = "\(file.prefix(60))… (\(example.file.utf8.count) bytes)" }
        return (example.headers + [file]).joined(separator: "\n")
    }
}

extension String {
    /// Runs of line breaks as one, so that a page stays a page.
    fileprivate var replacingLineBreaks: String {
        split(separator: "\n", omittingEmptySubsequences: true).joined(separator: "\n")
    }
}
