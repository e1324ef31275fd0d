import Foundation

/// A program to start, and what it finds when it runs.
package struct Launch: Sendable {
    /// Where the program reads from.
    package enum Source: Sendable {
        /// Nothing: it is at the end at once.
        case null
        /// `SpawnedProgram.input`.
        case pipe
    }

    /// Where the program writes to.
    package enum Sink: Sendable {
        /// Nowhere.
        case null
        /// `SpawnedProgram.output` or `SpawnedProgram.error`; read it, for a full pipe stops the program.
        case pipe
        /// The standard error of this process.
        case standardError
    }

    /// A path, or a name that is looked for on this process's `PATH`.
    package var executable: String
    /// What follows the program's own name.
    package var arguments: [String]
    /// The whole environment of the program; this process's own by default.
    package var environment = ProcessInfo.processInfo.environment
    /// Where the program starts; nil, the default, is this process's current folder.
    package var folder: String?
    /// Standard input; `null` by default.
    package var input = Source.null
    /// Standard output; `null` by default.
    package var output = Sink.null
    /// Standard error; `null` by default.
    package var error = Sink.null

    /// Describes a program without input, whose output nobody reads.
    package init(_ executable: String, _ arguments: [String] = []) {
        self.executable = executable
        self.arguments = arguments
    }
}
