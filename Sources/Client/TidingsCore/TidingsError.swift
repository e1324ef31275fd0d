/// What went wrong in the client, with a stable code and a sentence that says what to do.
public struct TidingsError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A stable name for a kind of failure; new ones may be added.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name as it is logged and documented.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The system refused to present the permission prompt.
        public static let permissionDenied = Code(rawValue: "permission_denied")
        /// Permission was granted, but the token or the registration could not be obtained.
        public static let network = Code(rawValue: "network")
        /// The server's address answers with a redirect; it is not followed, since keys would go along.
        public static let redirectRefused = Code(rawValue: "redirect_refused")
        /// A call came before `Tidings.configure`.
        public static let notConfigured = Code(rawValue: "not_configured")
        /// The server answered that a request was wrong.
        public static let rejected = Code(rawValue: "rejected")
        /// Nobody was identified, or the server does not know the device yet.
        public static let notAuthenticated = Code(rawValue: "not_authenticated")
        /// There is no such call, or it is over.
        public static let unknownCall = Code(rawValue: "unknown_call")
        /// What was asked cannot be done to the call as it is.
        public static let invalidCallState = Code(rawValue: "invalid_call_state")
        /// The shared container or the Keychain could not be read or written.
        public static let storage = Code(rawValue: "storage")
    }

    /// The kind of failure.
    public let code: Code
    /// What was found, in a few words; never a token, a key or the text of a message.
    public let detail: String

    /// Creates an error of one kind.
    public init(_ code: Code, detail: String) {
        self.code = code
        self.detail = detail
    }

    /// A full sentence: what failed and what to do next.
    public var description: String {
        let advice =
            switch code {
            case .permissionDenied:
                "The system did not show the permission prompt. Check the app's entitlements and settings."
            case .network:
                "The server did not get what it needs. It is tried again by itself; check the connection and the API URL."
            case .redirectRefused: "Configure the address that the server itself has; see where the given one leads."
            case .notConfigured: "Call Tidings.configure before anything else."
            case .rejected:
                "The server refused the request. Compare the key, the subscriber and the fields with its answer."
            case .notAuthenticated: "Call Tidings.identify first, and wait until the server knows the device."
            case .unknownCall: "Look at Tidings.calls.current: a call may end at any moment."
            case .invalidCallState: "Look at the call's phase before."
            case .storage:
                "The client's container or Keychain item is not usable. Check the app group and Keychain group."
            default: "Look the code up where it is declared."
            }
        return "\(code.rawValue): \(detail). \(advice)"
    }
}
