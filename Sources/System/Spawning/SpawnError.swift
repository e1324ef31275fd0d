import Glibc

/// A program could not be started.
package struct SpawnError: Error, CustomStringConvertible {
    /// What kind of failure it was.
    package struct Code: RawRepresentable, Hashable, Sendable {
        package let rawValue: String
        /// Takes over a code.
        package init(rawValue: String) { self.rawValue = rawValue }

        /// There is no such program, or its folder is missing.
        package static let notFound = Code(rawValue: "not_found")
        /// The file may not be executed, or is no program.
        package static let notExecutable = Code(rawValue: "not_executable")
        /// The system has no memory, process or descriptor left for it.
        package static let noResources = Code(rawValue: "no_resources")
    }

    /// What kind of failure it was.
    package let code: Code
    /// A sentence that says what to do.
    package let description: String

    init(_ executable: String, _ number: Int32) {
        let advice: String
        switch number {
        case ENOENT, ENOTDIR:
            (code, advice) = (.notFound, "Install it, or correct its path.")
        case EACCES, ENOEXEC, EPERM:
            (code, advice) = (
                .notExecutable, "Check the permissions of the file, and that it was built for this machine."
            )
        default:
            (code, advice) = (.noResources, "Check the limits on processes, memory and open files.")
        }
        description = "Cannot start \(executable): \(String(cString: strerror(number))). \(advice)"
    }
}
