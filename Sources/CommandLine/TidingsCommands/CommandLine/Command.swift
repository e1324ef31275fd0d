/// A command of the tool: its name, what it takes, how its help reads, and what it does.
///
/// A command either has subcommands or an action. Declare one as a static property in an extension, in a folder of its own,
/// and name it in `RootCommand.swift`.
package struct Command: Sendable {
    /// What runs when the command is called.
    ///
    /// It is cancelled on SIGINT and SIGTERM; returning or throwing `CancellationError` then counts as done.
    package typealias Action = @Sendable (Invocation) async throws -> ExitCode

    /// The word typed to call it.
    package let name: String
    /// What it does, in one line.
    package let abstract: String
    /// More about it, in paragraphs of at most 100 columns.
    package let discussion: String
    /// The positional arguments in order.
    package let arguments: [Argument]
    /// The options beside `--help`, which every command has.
    package let options: [Option]
    /// Command lines worth showing.
    package let examples: [Example]
    /// The commands below this one.
    package let subcommands: [Command]
    /// What it does; nil for a command that only groups others.
    package let action: Action?

    /// Describes a command that does something.
    package init(
        _ name: String, _ abstract: String, discussion: String = "", arguments: [Argument] = [], options: [Option] = [],
        examples: [Example] = [], action: @escaping Action
    ) {
        self.name = name
        self.abstract = abstract
        self.discussion = discussion
        self.arguments = arguments
        self.options = options
        self.examples = examples
        self.subcommands = []
        self.action = action
    }

    /// Describes a command that groups others.
    package init(
        _ name: String, _ abstract: String, discussion: String = "", examples: [Example] = [], subcommands: [Command]
    ) {
        self.name = name
        self.abstract = abstract
        self.discussion = discussion
        self.arguments = []
        self.options = []
        self.examples = examples
        self.subcommands = subcommands
        self.action = nil
    }

    /// The option of this name, `--help` included.
    func option(named name: String) -> Option? {
        name == Option.help.name ? .help : options.first { $0.name == name }
    }
}
