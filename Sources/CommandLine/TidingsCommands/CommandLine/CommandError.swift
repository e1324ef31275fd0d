/// Why a command stopped, as the one line that the tool prints on standard error.
package struct CommandError: Error, CustomStringConvertible, Sendable {
    /// A stable name for the kind of mistake.
    package struct Code: Hashable, Sendable, RawRepresentable {
        /// The name as printed, in snake_case.
        package let rawValue: String
        /// Makes a code from its name.
        package init(rawValue: String) { self.rawValue = rawValue }

        /// No subcommand has this name.
        package static let unknownCommand = Code(rawValue: "unknown_command")
        /// The command has no option of this name.
        package static let unknownOption = Code(rawValue: "unknown_option")
        /// An option that takes a value stands without one.
        package static let missingValue = Code(rawValue: "missing_value")
        /// An option that must be given is absent.
        package static let missingOption = Code(rawValue: "missing_option")
        /// An argument that must be given is absent.
        package static let missingArgument = Code(rawValue: "missing_argument")
        /// There are more arguments than the command takes.
        package static let unexpectedArgument = Code(rawValue: "unexpected_argument")
        /// A value is not of the kind or in the range that the option takes.
        package static let invalidValue = Code(rawValue: "invalid_value")
        /// A file or setting named by the caller cannot be used.
        package static let unusableSetting = Code(rawValue: "unusable_setting")
        /// The server answered the request with an error.
        package static let refused = Code(rawValue: "refused")
        /// The other side could not be reached or did not answer in time.
        package static let unreachable = Code(rawValue: "unreachable")
        /// Anything else that went wrong while the command ran.
        package static let failed = Code(rawValue: "failed")
    }

    /// The kind of mistake.
    package let code: Code
    /// What failed, with which value, and what to do next: one sentence or two.
    package let description: String
    /// The exit code the tool ends with.
    package let exitCode: ExitCode

    /// Describes a failure; without an exit code it counts as the caller's mistake.
    package init(_ code: Code, _ description: String, exitCode: ExitCode = .mistake) {
        self.code = code
        self.description = description
        self.exitCode = exitCode
    }
}
