/// What is wrong with a value that this module was given.
public struct PushModelError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A stable `snake_case` name of a kind of error.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The name as it goes over the wire.
        public let rawValue: String

        /// Makes a code by its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The name as it goes over the wire.
        public var description: String { rawValue }

        /// The text is not JSON.
        public static let invalidJSON = Code(rawValue: "invalid_json")
        /// The text is not UTF-8.
        public static let invalidUTF8 = Code(rawValue: "invalid_utf8")
        /// A device token is not hexadecimal, of odd length, empty or too long.
        public static let invalidToken = Code(rawValue: "invalid_token")
        /// A text does not have the form that its meaning asks for.
        public static let invalidFormat = Code(rawValue: "invalid_format")
        /// The rendered payload is larger than APNs takes.
        public static let payloadTooLarge = Code(rawValue: "payload_too_large")
        /// The sender's data uses a key that belongs to the system.
        public static let reservedKey = Code(rawValue: "reserved_key")
        /// Decrypted text is not the content that it should be.
        public static let invalidContent = Code(rawValue: "invalid_content")
    }

    /// The kind of error.
    public let code: Code
    /// A sentence that says what is wrong and what to do; it quotes no payload text and no whole token.
    public let message: String
    /// The byte of the text at which reading stopped, if it was a text that could not be read.
    public let offset: Int?

    /// Makes an error.
    public init(_ code: Code, _ message: String, offset: Int? = nil) {
        self.code = code
        self.message = message
        self.offset = offset
    }

    /// The sentence.
    public var description: String { message }
}
