/// One `--option` of a command: a flag, or a name that takes a value.
package struct Option: Sendable {
    /// The name after the two dashes.
    package let name: String
    /// The word that stands for the value in the help text; nil makes the option a flag.
    package let placeholder: String?
    /// What the option does, in one line.
    package let help: String
    /// Whether the option may be given more than once.
    package let isRepeatable: Bool

    /// An option that is either there or not.
    package static func flag(_ name: String, _ help: String) -> Option {
        Option(name: name, placeholder: nil, help: help, isRepeatable: false)
    }

    /// An option that takes a value: `--port 8080` or `--port=8080`.
    package static func value(
        _ name: String, _ placeholder: String, _ help: String, repeatable: Bool = false
    ) -> Option {
        Option(name: name, placeholder: placeholder, help: help, isRepeatable: repeatable)
    }

    /// The flag that switches the output to JSON.
    package static let json = Option.flag("json", "Print JSON for programs instead of text for people.")
    /// The flag that every command has.
    package static let help = Option.flag("help", "Show this help.")
}

/// One positional argument of a command.
package struct Argument: Sendable {
    /// The word that stands for it in the usage line, such as `MESSAGE`.
    package let name: String
    /// What it means, in one line.
    package let help: String
    /// Whether the command can do without it.
    package let isOptional: Bool

    /// Describes an argument; arguments are matched in the order they are declared.
    package init(_ name: String, _ help: String, optional: Bool = false) {
        self.name = name
        self.help = help
        self.isOptional = optional
    }
}

/// A command line shown in the help text with what it does.
package struct Example: Sendable {
    /// The line as typed, without a prompt.
    package let line: String
    /// What happens then.
    package let meaning: String

    /// Shows a command line.
    package init(_ line: String, _ meaning: String) {
        self.line = line
        self.meaning = meaning
    }
}
