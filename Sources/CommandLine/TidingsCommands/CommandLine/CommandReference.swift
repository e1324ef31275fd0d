/// The reference of all commands as Markdown, made from their help texts.
package struct CommandReference: Sendable {
    private let root: Command

    /// The reference of a command tree.
    package init(_ root: Command = .root) { self.root = root }

    /// The whole document.
    package var markdown: String {
        var sections = [
            "# Commands",
            "What `--help` shows for each command, written by a test (`TIDINGS_RECORD=1 make test ARGS='--filter Reference'`).",
            """
            Exit codes: **0** done · **1** the caller's mistake, or a check that did not pass · **2** failure. Errors are one line on
            standard error. SIGINT and SIGTERM end a running command cleanly; a second one ends it at once.
            """,
        ]
        add(path: [root], to: &sections)
        return sections.joined(separator: "\n\n") + "\n"
    }

    private func add(path: [Command], to sections: inout [String]) {
        let title = path.map(\.name).joined(separator: " ")
        sections.append("## \(title)")
        sections.append("```\n\(HelpText(path: path).text)\n```")
        for child in path.last?.subcommands ?? [] { add(path: path + [child], to: &sections) }
    }
}
