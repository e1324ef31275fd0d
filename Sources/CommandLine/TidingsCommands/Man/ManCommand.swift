import Foundation

extension Command {
    /// `tidings man`.
    static let man: Command = Command(
        "man", "Print the manual page of the tool or of one of its commands.",
        arguments: [
            Argument("COMMAND", "The command's words as one, such as 'apps create'; all by default.", optional: true)
        ],
        examples: [
            Example("tidings man > /usr/local/share/man/man1/tidings.1", "Installs the page: man tidings."),
            Example("tidings man doctor | man -l -", "Shows the page of one command."),
        ]
    ) { invocation in
        var path = [Command.root]
        for word in (invocation.argument(0) ?? "").split(separator: " ") {
            guard let next = path.last?.subcommands.first(where: { $0.name == word }) else {
                let names = path.last?.subcommands.map(\.name) ?? []
                throw CommandError(
                    .unknownCommand,
                    "\(path.map(\.name).joined(separator: " ")) has no command \(word). "
                        + suggestion(for: String(word), among: names, otherwise: "tidings --help lists them."))
            }
            path.append(next)
        }
        invocation.output.verbatim(ManualPage(path: path).text)
        return .done
    }
}

/// The manual page of a command and of those below it, in the macros of man(7).
struct ManualPage {
    /// The commands from the root to the one that the page is about.
    let path: [Command]

    private var name: String { path.map(\.name).joined(separator: "-") }

    /// The whole page.
    var text: String {
        guard let command = path.last else { return "" }
        var lines = [
            ".TH \(Self.argument(name.uppercased())) 1 \"\" \"tidings \(Version.current)\" \"Tidings\"",
            ".SH NAME", "\(Self.escaped(name)) \\- \(Self.escaped(command.abstract))",
        ]
        lines += Self.synopsis(path)
        if command.subcommands.isEmpty {
            lines += details(path, heading: { ".SH \(Self.argument($0))" })
        } else {
            if !command.discussion.isEmpty { lines += [".SH DESCRIPTION"] + Self.paragraphs(command.discussion) }
            lines.append(".SH COMMANDS")
            lines += commands(path)
            lines += examples(command, heading: ".SH EXAMPLES")
        }
        lines += [
            ".SH EXIT STATUS", ".TP", ".B 0", "Everything asked for was done.", ".TP", ".B 1",
            "The caller's mistake, or a check that did not pass.", ".TP", ".B 2",
            "Something failed that other arguments would not cure.",
        ]
        lines += [
            ".SH ENVIRONMENT", ".TP", ".B TIDINGS_URL", "The server; http://127.0.0.1:8080 by default.", ".TP",
            ".B TIDINGS_KEY", "The secret key.", ".TP", ".B TIDINGS_TENANT", "The tenant, for workspace keys.", ".TP",
            ".B NO_COLOR", "If it is set and not empty, nothing is printed in colours. Only terminals get them anyway.",
        ]
        // A heading begins a paragraph by itself.
        let text = lines.enumerated().filter { index, line in
            line != ".PP" || index == 0 || !lines[index - 1].hasPrefix(".SH")
        }
        return text.map(\.element).joined(separator: "\n")
    }

    private func commands(_ path: [Command]) -> [String] {
        guard let command = path.last else { return [] }
        return command.subcommands.flatMap { child -> [String] in
            let words = (path + [child]).map(\.name).joined(separator: " ")
            let head = [".SS \(Self.argument(words))", Self.escaped(child.abstract)]
            guard child.subcommands.isEmpty else { return head + commands(path + [child]) }
            return head + details(path + [child], heading: { ".PP\n.B \(Self.argument($0))" })
        }
    }

    /// What a command takes and does, under headings of the page or of a section.
    private func details(_ path: [Command], heading: (String) -> String) -> [String] {
        guard let command = path.last else { return [] }
        var lines: [String] = []
        if path.count != self.path.count { lines += [".PP", Self.usage(path)] }
        if !command.discussion.isEmpty {
            lines +=
                (path.count == self.path.count ? [heading("DESCRIPTION")] : []) + Self.paragraphs(command.discussion)
        }
        if !command.arguments.isEmpty {
            lines.append(heading("ARGUMENTS"))
            for argument in command.arguments {
                lines += [".TP", ".I \(Self.argument(argument.name))", Self.escaped(argument.help)]
            }
        }
        lines.append(heading("OPTIONS"))
        for option in command.options + [.help] {
            let value = option.placeholder.map { " \\fI\(Self.escaped($0))\\fR" } ?? ""
            lines += [".TP", "\\fB\\-\\-\(Self.escaped(option.name))\\fR\(value)", Self.escaped(option.help)]
        }
        return lines + examples(command, heading: heading("EXAMPLES"))
    }

    private func examples(_ command: Command, heading: String) -> [String] {
        guard !command.examples.isEmpty else { return [] }
        return [heading]
            + command.examples.flatMap { example in
                [".PP", ".nf"] + example.line.split(separator: "\n").map { "\\fB\(Self.escaped(String($0)))\\fR" }
                    + [".fi", ".RS 4", Self.escaped(example.meaning), ".RE"]
            }
    }

    private static func synopsis(_ path: [Command]) -> [String] { [".SH SYNOPSIS", usage(path)] }

    private static func usage(_ path: [Command]) -> String {
        guard let command = path.last else { return "" }
        var words = ["\\fB\(escaped(path.map(\.name).joined(separator: " ")))\\fR"]
        if !command.subcommands.isEmpty { words.append("\\fICOMMAND\\fR") }
        words += command.arguments.map {
            $0.isOptional ? "[\\fI\(escaped($0.name))\\fR]" : "\\fI\(escaped($0.name))\\fR"
        }
        if !command.options.isEmpty { words.append("[options]") }
        return words.joined(separator: " ")
    }

    private static func paragraphs(_ text: String) -> [String] {
        text.components(separatedBy: "\n\n").flatMap { [".PP"] + $0.split(separator: "\n").map { escaped(String($0)) } }
    }

    /// A text in which nothing means something to roff.
    private static func escaped(_ text: String) -> String {
        let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&\(plain)" : plain
    }

    private static func argument(_ text: String) -> String { "\"\(escaped(text).replacing("\"", with: "\\(dq"))\"" }
}
