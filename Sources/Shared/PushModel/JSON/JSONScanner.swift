/// How much a JSON text may ask of its reader.
public struct JSONLimits: Sendable, Hashable {
    /// How deep arrays and objects may be nested; 1 is a flat object.
    public var depth: Int
    /// Whether an object may give a key twice; readers disagree on which of the two counts.
    public var allowsDuplicateKeys: Bool
    /// Whether a number may be beyond what a double holds; Apple's reader refuses the whole text for one.
    public var allowsHugeNumbers: Bool

    /// Makes limits.
    public init(depth: Int = 128, allowsDuplicateKeys: Bool = true, allowsHugeNumbers: Bool = true) {
        self.depth = depth
        self.allowsDuplicateKeys = allowsDuplicateKeys
        self.allowsHugeNumbers = allowsHugeNumbers
    }

    /// 128 levels, whatever the grammar allows.
    public static let usual = JSONLimits()
    /// 128 levels, and only what every reader takes in the same way.
    public static let strict = JSONLimits(allowsDuplicateKeys: false, allowsHugeNumbers: false)
}

/// A member of an object, as byte ranges of the text it was found in.
public struct JSONMember: Sendable, Hashable {
    /// The key, unescaped.
    public let key: String
    /// Where the key stands, quotation marks included.
    public let keyRange: Range<Int>
    /// Where the value stands.
    public let valueRange: Range<Int>
    /// The first byte of the value, which tells its kind.
    public let firstByte: UInt8

    /// Whether the value is an object.
    public var isObject: Bool { firstByte == UInt8(ascii: "{") }
    /// Whether the value is `null`.
    public var isNull: Bool { firstByte == UInt8(ascii: "n") }
}

/// Checks JSON by RFC 8259 and tells where its parts are, so that a sender's bytes can be passed on untouched.
///
/// The text has to be UTF-8 without a byte order mark. Escapes have to name whole characters: half a surrogate pair is
/// refused, because it has no form in UTF-8. Errors name the byte at which reading stopped, never the text.
public enum JSONScanner {
    /// Checks a whole text.
    public static func validate(_ bytes: [UInt8], limits: JSONLimits = .usual) throws(PushModelError) {
        try scan(bytes, limits) { cursor throws(PushModelError) in _ = try cursor.skipValue() }
    }

    /// Checks a whole text that lies in a buffer.
    package static func validate(
        _ text: UnsafeBufferPointer<UInt8>, limits: JSONLimits = .usual
    ) throws(PushModelError) {
        try scan(text, limits) { cursor throws(PushModelError) in _ = try cursor.skipValue() }
    }

    /// Checks a whole text that has to be an object, and lists its members in order.
    public static func members(
        of bytes: [UInt8], limits: JSONLimits = .usual
    ) throws(PushModelError) -> [JSONMember] {
        try scan(bytes, limits) { cursor throws(PushModelError) in try cursor.members() }
    }

    /// Reads a whole text.
    public static func value(of bytes: [UInt8], limits: JSONLimits = .usual) throws(PushModelError) -> JSONValue {
        try scan(bytes, limits) { cursor throws(PushModelError) in try cursor.readValue() }
    }

    static func node(of bytes: [UInt8], limits: JSONLimits) throws(PushModelError) -> JSONNode {
        try scan(bytes, limits) { cursor throws(PushModelError) in try cursor.readNode() }
    }

    /// Finds the value at a path of keys; nil when a key is missing or its parent is not an object.
    ///
    /// Only the objects on the path are listed; the whole text is checked.
    public static func range(
        of path: [String], in bytes: [UInt8], limits: JSONLimits = .usual
    ) throws(PushModelError) -> Range<Int>? {
        try validate(bytes, limits: limits)
        var range = 0..<bytes.count
        for key in path {
            let slice = Array(bytes[range])
            guard slice.first(where: { !isSpace($0) }) == UInt8(ascii: "{") else { return nil }
            guard let member = try members(of: slice, limits: limits).last(where: { $0.key == key }) else { return nil }
            range = range.lowerBound + member.valueRange.lowerBound..<range.lowerBound + member.valueRange.upperBound
        }
        return range
    }

    private static func scan<Result>(
        _ bytes: [UInt8], _ limits: JSONLimits,
        _ body: (inout JSONCursor) throws(PushModelError) -> Result
    ) throws(PushModelError) -> Result {
        try bytes.withUnsafeBufferPointer { (text) throws(PushModelError) -> Result in try scan(text, limits, body) }
    }

    private static func scan<Result>(
        _ text: UnsafeBufferPointer<UInt8>, _ limits: JSONLimits,
        _ body: (inout JSONCursor) throws(PushModelError) -> Result
    ) throws(PushModelError) -> Result {
        if let offset = UTF8Check.firstInvalidByte(in: text) {
            throw PushModelError(
                .invalidUTF8, "The text is not UTF-8: byte \(offset) does not fit. Send JSON in UTF-8.", offset: offset)
        }
        var cursor = JSONCursor(text, limits)
        cursor.skipSpace()
        let result = try body(&cursor)
        try cursor.expectEnd()
        return result
    }

    static func isNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var cursor = JSONCursor(text, .usual)
        return (try? cursor.skipNumber()) != nil && cursor.isAtEnd
    }

    @inline(__always)
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}
