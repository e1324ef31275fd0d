import Foundation

/// One call of a command: its options and arguments, where it writes and reads, and its environment.
package struct Invocation: Sendable {
    private let command: Command
    private let values: ParsedValues
    /// Where the command writes.
    package let output: Output
    /// The environment variables of the process.
    package let environment: [String: String]
    /// The lines of standard input; each call reads on where the last one stopped.
    package let inputLines: @Sendable () -> AsyncStream<String>
    /// The bytes of standard input up to its end, but no more than a count of them.
    package let inputBytes: @Sendable (Int) -> [UInt8]

    /// Puts a call together.
    package init(
        command: Command, values: ParsedValues, output: Output, environment: [String: String],
        inputLines: @escaping @Sendable () -> AsyncStream<String>,
        inputBytes: @escaping @Sendable (Int) -> [UInt8] = { _ in [] }
    ) {
        self.command = command
        self.values = values
        self.output = output
        self.environment = environment
        self.inputLines = inputLines
        self.inputBytes = inputBytes
    }

    /// Whether the flag was given.
    package func flag(_ name: String) -> Bool { given(name) != nil }

    /// The value of an option, or nil when it was not given.
    package func value(_ name: String) -> String? { given(name)?.last }

    /// All values of a repeatable option, in order.
    package func values(_ name: String) -> [String] { given(name) ?? [] }

    /// The value of an option that the command cannot do without.
    package func required(_ name: String) throws(CommandError) -> String {
        guard let value = value(name) else {
            let placeholder = command.option(named: name)?.placeholder ?? "VALUE"
            throw CommandError(.missingOption, "\(command.name) needs --\(name) \(placeholder).")
        }
        return value
    }

    /// A whole number within a range, or nil when the option was not given.
    package func integer(_ name: String, in range: ClosedRange<Int>) throws(CommandError) -> Int? {
        guard let value = value(name) else { return nil }
        guard let number = Int(value), range.contains(number) else {
            throw CommandError(
                .invalidValue,
                "--\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound), not \(quoted(value))."
            )
        }
        return number
    }

    /// A positional argument by its place, or nil when it was left out.
    package func argument(_ index: Int) -> String? {
        values.arguments.indices.contains(index) ? values.arguments[index] : nil
    }

    private func given(_ name: String) -> [String]? {
        precondition(command.option(named: name) != nil, "the command \(command.name) does not declare --\(name)")
        return values.options[name]
    }
}
