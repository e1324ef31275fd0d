/// Any JSON value; objects keep the order of their keys, numbers the way they are written.
public enum JSONValue: Sendable, Hashable {
    /// `null`
    case null
    /// `true` or `false`
    case bool(Bool)
    /// A number.
    case number(JSONNumber)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    case object(JSONObject)

    /// Makes a number of an integer.
    public static func int(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

    /// Makes a number, or `null` of an infinity or NaN, which JSON cannot say.
    public static func double(_ value: Double) -> JSONValue { JSONNumber(value).map { .number($0) } ?? .null }

    /// Reads a whole JSON text.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .usual) throws(PushModelError) {
        self = try JSONScanner.value(of: bytes, limits: limits)
    }

    /// Reads a whole JSON text.
    public init(parsing text: String, limits: JSONLimits = .usual) throws(PushModelError) {
        try self.init(parsing: Array(text.utf8), limits: limits)
    }

    /// The string, if it is one.
    public var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The truth value, if it is one.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The number as an integer, if it is one and whole.
    public var int: Int? { if case .number(let value) = self { value.int } else { nil } }
    /// The number, if it is one.
    public var double: Double? { if case .number(let value) = self { value.double } else { nil } }
    /// The elements, if it is an array.
    public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
    /// The members, if it is an object.
    public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }
    /// Whether it is `null`.
    public var isNull: Bool { self == .null }

    /// The value of a key, if it is an object that has the key.
    public subscript(key: String) -> JSONValue? { object?[key] }

    /// What the value is, with its article, for messages.
    public var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Makes a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Makes a number.
    public init(integerLiteral value: Int) { self = .int(value) }
    /// Makes a number.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// Makes a truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Makes `null`.
    public init(nilLiteral: ()) { self = .null }
    /// Makes an array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Makes an object that keeps the order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member($0.0, $0.1) }))
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as JSON text.
    public var description: String { String(decoding: encoded(), as: UTF8.self) }

    /// The value as JSON in UTF-8, with no byte that need not be there.
    public func encoded() -> [UInt8] {
        var text = JSONText()
        text.append(self)
        return text.bytes
    }
}

extension JSONObject: CustomStringConvertible {
    /// The object as JSON text.
    public var description: String { JSONValue.object(self).description }

    /// The object as JSON in UTF-8, with no byte that need not be there.
    public func encoded() -> [UInt8] { JSONValue.object(self).encoded() }
}

extension JSONText {
    /// Appends a value.
    public mutating func append(_ value: JSONValue) {
        switch value {
        case .null: append(raw: "null")
        case .bool(true): append(raw: "true")
        case .bool(false): append(raw: "false")
        case .number(let number): append(raw: number.description.utf8)
        case .string(let string): append(string: string)
        case .array(let elements):
            append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { append(UInt8(ascii: ",")) }
                append(element)
            }
            append(UInt8(ascii: "]"))
        case .object(let object): append(object)
        }
    }

    /// Appends an object.
    public mutating func append(_ object: JSONObject) {
        append(UInt8(ascii: "{"))
        for (index, member) in object.members.enumerated() {
            if index > 0 { append(UInt8(ascii: ",")) }
            append(string: member.key)
            append(UInt8(ascii: ":"))
            append(member.value)
        }
        append(UInt8(ascii: "}"))
    }
}
