/// What is wrong with one field of a request.
public struct FieldError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A stable `snake_case` name of a kind of fault.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The name as it goes over the wire.
        public let rawValue: String

        /// Makes a code by its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The name as it goes over the wire.
        public var description: String { rawValue }

        /// The field has to be there.
        public static let required = Code(rawValue: "required")
        /// The value has another JSON type.
        public static let invalidType = Code(rawValue: "invalid_type")
        /// There is no such field.
        public static let unknownField = Code(rawValue: "unknown_field")
        /// The text or list is longer than it may be.
        public static let tooLong = Code(rawValue: "too_long")
        /// The number is outside its range.
        public static let outOfRange = Code(rawValue: "out_of_range")
        /// The text does not have the form it has to have.
        public static let invalidFormat = Code(rawValue: "invalid_format")
        /// The key belongs to the system.
        public static let reservedKey = Code(rawValue: "reserved_key")
    }

    /// The kind of fault.
    public let code: Code
    /// The path of the field, such as `actions[1].title`.
    public let param: String
    /// A sentence that says what to do.
    public let message: String

    /// Makes an error.
    public init(_ code: Code, at param: String, _ message: String) {
        self.code = code
        self.param = param
        self.message = message
    }

    /// Code, path and sentence.
    public var description: String { "\(param): \(message) (\(code))" }
}

/// All that is wrong with a request, field by field.
public struct ValidationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// At least one fault, in the order in which they were found.
    public let fields: [FieldError]

    /// Makes an error of faults.
    public init(_ fields: [FieldError]) { self.fields = fields }

    /// One line a fault.
    public var description: String { fields.map(\.description).joined(separator: "\n") }
}
