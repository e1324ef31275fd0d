/// What went wrong with an event loop, and what to do about it.
package struct EventLoopError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of fault, stable for programs.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The stable name in snake case.
        package let description: String

        /// Creates a code from its stable name.
        package init(_ description: String) { self.description = description }

        /// The library could not make an event base, event or thread: a limit of the process is reached.
        package static let outOfResources = Code("out_of_resources")
        /// The file descriptor cannot be watched: it is closed or of a kind that has no readiness.
        package static let notWatchable = Code("not_watchable")
    }

    /// The kind of fault.
    package let code: Code
    /// What was being made or watched.
    package let detail: String

    /// Creates an error.
    package init(_ code: Code, detail: String) {
        self.code = code
        self.detail = detail
    }

    /// A sentence for people.
    package var description: String {
        switch code {
        case .outOfResources:
            "Cannot create \(detail): the process is out of memory, threads or files. Raise its limits (ulimit -n, -u)."
        case .notWatchable:
            "Cannot watch \(detail): it is closed or has no readiness. Pass an open socket or pipe."
        default: "Event loop failed (\(code)): \(detail)."
        }
    }
}
