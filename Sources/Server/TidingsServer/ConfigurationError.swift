/// Why a configuration cannot be used: every problem with the setting that causes it.
package struct ConfigurationError: Error, Sendable, CustomStringConvertible {
    /// One thing to mend.
    package struct Problem: Sendable, Equatable {
        /// The setting's key, such as `port`.
        package let key: String
        /// What is wrong and what would be right.
        package let message: String
    }

    /// At least one problem, in the order of the settings.
    package let problems: [Problem]

    /// One line per problem.
    package var description: String { problems.map { "\($0.key): \($0.message)" }.joined(separator: "\n") }
}
