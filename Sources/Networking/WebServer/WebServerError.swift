/// Why a web server cannot start, and what to do about it.
package struct WebServerError: Error, Sendable, CustomStringConvertible {
    /// The kind of fault, stable for programs; more may be added.
    package struct Code: RawRepresentable, Sendable, Hashable {
        /// The stable name in snake case.
        package let rawValue: String

        /// Makes a code from its name.
        package init(rawValue: String) { self.rawValue = rawValue }

        /// Another program listens on the port.
        package static let addressInUse = Code(rawValue: "address_in_use")
        /// The address is not one of this machine, or cannot be found.
        package static let addressUnavailable = Code(rawValue: "address_unavailable")
        /// The port needs a privilege that the process does not have.
        package static let notPermitted = Code(rawValue: "not_permitted")
        /// Certificate or key cannot be used.
        package static let invalidCertificate = Code(rawValue: "invalid_certificate")
        /// Memory, threads or files ran out.
        package static let outOfResources = Code(rawValue: "out_of_resources")
        /// The server was started before, or stopped.
        package static let alreadyStarted = Code(rawValue: "already_started")
    }

    /// The kind of fault.
    package let code: Code
    /// A sentence that says what failed and what to do.
    package let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
