/// The help of a command as plain text.
struct HelpText {
    /// The commands from the root to the one that is explained.
    let path: [Command]

    private var called: String { path.map(\.name).joined(separator: " ") }

    /// The whole text, without a line break at its end.
    var text: String {
        guard let command = path.last else { return "" }
        var sections = [command.abstract, "USAGE\n  \(usage(command))"]
        if !command.discussion.isEmpty { sections.insert(command.discussion, at: 1) }
        if !command.subcommands.isEmpty {
            sections.append(columns("COMMANDS", command.subcommands.map { ($0.name, $0.abstract) }))
        }
        if !command.arguments.isEmpty {
            sections.append(columns("ARGUMENTS", command.arguments.map { ($0.name, $0.help) }))
        }
        sections.append(columns("OPTIONS", (command.options + [.help]).map { (spelling($0), $0.help) }))
        if !command.examples.isEmpty {
            sections.append(
                "EXAMPLES\n" + command.examples.map { "  \($0.line)\n      \($0.meaning)" }.joined(separator: "\n"))
        }
        if !command.subcommands.isEmpty { sections.append("\(called) COMMAND --help explains a command.") }
        return sections.joined(separator: "\n\n")
    }

    private func usage(_ command: Command) -> String {
        var words = [called]
        if !command.subcommands.isEmpty { words.append("COMMAND") }
        words += command.arguments.map { $0.isOptional ? "[\($0.name)]" : $0.name }
        if !command.options.isEmpty { words.append("[options]") }
        return words.joined(separator: " ")
    }

    private func spelling(_ option: Option) -> String {
        guard let placeholder = option.placeholder else { return "--\(option.name)" }
        return "--\(option.name) \(placeholder)" + (option.isRepeatable ? " …" : "")
    }

    private func columns(_ title: String, _ rows: [(left: String, right: String)]) -> String {
        let width = min(rows.map(\.left.count).max() ?? 0, 30)
        let lines = rows.map { row in
            row.left.count > width
                ? "  \(row.left)\n  \(String(repeating: " ", count: width))  \(row.right)"
                : "  \(row.left)\(String(repeating: " ", count: width - row.left.count))  \(row.right)"
        }
        return "\(title)\n" + lines.joined(separator: "\n")
    }
}
