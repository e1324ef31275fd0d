/// What went wrong with a key, a signature or a sealed message.
public struct CryptoError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A stable `snake_case` name of a kind of error.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The name.
        public let rawValue: String

        /// Makes a code by its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The name.
        public var description: String { rawValue }

        /// A sealed message cannot be opened; there is one error for every cause, so that it tells nothing.
        public static let cannotOpen = Code(rawValue: "cannot_open")
        /// A key is not what it has to be.
        public static let invalidKey = Code(rawValue: "invalid_key")
        /// A text is not PEM, or holds something else.
        public static let invalidPEM = Code(rawValue: "invalid_pem")
        /// A text is not base64url.
        public static let invalidBase64 = Code(rawValue: "invalid_base64")
        /// A text is not a signed token of the expected form.
        public static let invalidToken = Code(rawValue: "invalid_token")
        /// A size is outside what the algorithm takes.
        public static let invalidSize = Code(rawValue: "invalid_size")
        /// The cryptographic library refused something that should work.
        public static let libraryFailure = Code(rawValue: "library_failure")
    }

    /// The kind of error.
    public let code: Code
    /// A sentence that says what is wrong and what to do; no part of a key or message is in it.
    public let message: String

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The sentence.
    public var description: String { message }

    static let cannotOpen = CryptoError(
        .cannotOpen, "The sealed message cannot be opened: it is damaged, incomplete or meant for another key.")
}
