extension Command {
    /// `tidings completions`.
    static let completions: Command = Command(
        "completions", "Print a script that completes commands and options in a shell.",
        discussion: """
            The script is made from the commands of this very version. Load it in the shell's own start-up file, or
            put it where the shell looks for such scripts.
            """,
        arguments: [Argument("SHELL", "bash, zsh or fish.")],
        examples: [
            Example("source <(tidings completions bash)", "In ~/.bashrc."),
            Example("tidings completions zsh > ~/.zfunc/_tidings", "With fpath+=~/.zfunc before compinit in ~/.zshrc."),
            Example("tidings completions fish > ~/.config/fish/completions/tidings.fish", "For every new fish."),
        ]
    ) { invocation in
        let name = invocation.argument(0) ?? ""
        guard let shell = CompletionScript.Shell(rawValue: name) else {
            throw CommandError(.invalidValue, "SHELL must be bash, zsh or fish, not \(quoted(name)).")
        }
        invocation.output.verbatim(CompletionScript(root: .root).text(for: shell))
        return .done
    }
}

/// A script for a shell that completes the command line of the tool, made from its commands.
struct CompletionScript {
    /// The shells that there are scripts for.
    enum Shell: String, CaseIterable {
        case bash, zsh, fish
    }

    /// What the value of an option is, as far as a shell can complete it.
    enum Value {
        case file, folder, other

        init(_ placeholder: String) {
            self = placeholder == "FILE" ? .file : placeholder == "DIR" ? .folder : .other
        }
    }

    /// A command and the words that lead to it.
    struct Entry {
        let path: String
        let command: Command

        /// The options of the command, help included.
        var options: [Option] { command.options + [.help] }

        /// The options whose values are of a kind.
        func options(of value: Value) -> [String] {
            command.options.compactMap { option in
                option.placeholder.map(Value.init) == value ? "--\(option.name)" : nil
            }
        }

        /// Whether an argument of the command is a file.
        var takesFiles: Bool { command.arguments.contains { ["FILE", "PATH"].contains($0.name) } }
    }

    let root: Command

    /// Every command with its path, those that only group others too.
    var entries: [Entry] { Self.entries(of: root, path: root.name) }

    private static func entries(of command: Command, path: String) -> [Entry] {
        [Entry(path: path, command: command)]
            + command.subcommands.flatMap { entries(of: $0, path: "\(path) \($0.name)") }
    }

    /// The script for a shell.
    func text(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    /// A text as one word of a shell.
    static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
