/// Why pushes could not be handed to APNs, and what to do about it.
public struct APNsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of fault, stable for programs.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The stable name in snake case.
        public let rawValue: String

        /// Creates a code from its stable name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The signing key is not usable, or its ids have a wrong form.
        public static let invalidCredential = Code(rawValue: "invalid_credential")
        /// The CA file or another setting is not usable.
        public static let invalidConfiguration = Code(rawValue: "invalid_configuration")
        /// No connection could be made.
        public static let unreachable = Code(rawValue: "unreachable")
        /// The server's certificate is not trusted.
        public static let untrusted = Code(rawValue: "untrusted")
        /// No answer came before the deadline of the request.
        public static let timedOut = Code(rawValue: "timed_out")
        /// The connection ended before the answer.
        public static let connectionLost = Code(rawValue: "connection_lost")
        /// APNs refused the stream, or ended the connection before it.
        public static let refused = Code(rawValue: "refused")
        /// The client was closed.
        public static let closed = Code(rawValue: "closed")
    }

    /// The kind of fault.
    public let code: Code
    /// What happened, without tokens, keys or payload.
    public let detail: String

    /// Creates an error.
    public init(_ code: Code, detail: String) {
        self.code = code
        self.detail = detail
    }

    /// A sentence for people.
    public var description: String {
        switch code {
        case .invalidCredential: "The APNs credential is not usable: \(detail)"
        case .invalidConfiguration: "The APNs settings are not usable: \(detail)"
        case .unreachable: "Cannot reach APNs: \(detail)"
        case .untrusted: "APNs is not trusted: \(detail)"
        case .timedOut: "APNs did not answer in time: \(detail)"
        case .connectionLost: "The connection to APNs was lost: \(detail)"
        case .refused: "APNs did not process the push: \(detail)"
        case .closed: "The APNs client is closed: \(detail)"
        default: "APNs failed (\(code.rawValue)): \(detail)"
        }
    }
}
