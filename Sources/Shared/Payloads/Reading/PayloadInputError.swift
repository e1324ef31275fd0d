/// Why a file could not be read as a description of a push.
public struct PayloadInputError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A stable `snake_case` name of a kind of error.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The name.
        public let rawValue: String
        /// Makes a code by its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The name.
        public var description: String { rawValue }

        /// There is nothing but white space.
        public static let emptyInput = Code(rawValue: "empty_input")
        /// There are more bytes than are read.
        public static let inputTooLarge = Code(rawValue: "input_too_large")
        /// The text is not UTF-8.
        public static let invalidUTF8 = Code(rawValue: "invalid_utf8")
        /// The text is not JSON.
        public static let invalidJSON = Code(rawValue: "invalid_json")
        /// More text follows after the JSON value.
        public static let severalDocuments = Code(rawValue: "several_documents")
        /// The JSON is something else than an object.
        public static let notAnObject = Code(rawValue: "not_an_object")
        /// A header cannot be read.
        public static let invalidHeader = Code(rawValue: "invalid_header")
    }

    /// The kind of error.
    public let code: Code
    /// A sentence that says what is wrong and what to do; it quotes nothing of the file.
    public let message: String
    /// The byte at which reading stopped.
    public let offset: Int

    /// Makes an error.
    public init(_ code: Code, _ message: String, offset: Int = 0) {
        self.code = code
        self.message = message
        self.offset = offset
    }

    /// The sentence.
    public var description: String { message }
}
