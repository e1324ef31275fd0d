import Foundation

extension JSONValue {
    /// Takes over what Foundation makes of JSON; nil for what JSON cannot say.
    ///
    /// Dictionaries have no order, so keys come in the order of their characters. What is nested deeper than 128 levels,
    /// is no JSON value or has a key that is no string is left out.
    public init?(any value: Any) { self.init(any: value, depth: JSONLimits.usual.depth) }

    private init?(any value: Any, depth: Int) {
        switch value {
        case let value as JSONValue: self = value
        case let text as String: self = .string(text)
        case is NSNull: self = .null
        case let number as NSNumber: self.init(number)
        case let truth as Bool: self = .bool(truth)
        case let whole as any BinaryInteger: self.init(integer: whole)
        case let number as Double: self = .double(number)
        case let number as Float: self = .double(Double(number))
        case let array as [Any]:
            guard depth > 0 else { return nil }
            self = .array(array.compactMap { JSONValue(any: $0, depth: depth - 1) })
        case let dictionary as [AnyHashable: Any]:
            guard depth > 0 else { return nil }
            let members = dictionary.compactMap { key, value in
                (key as? String).flatMap { key in
                    JSONValue(any: value, depth: depth - 1).map { JSONObject.Member(key, $0) }
                }
            }
            self = .object(JSONObject(members.sorted { $0.key < $1.key }))
        default: return nil
        }
    }

    private init?(integer: any BinaryInteger) {
        guard let value = Int(exactly: integer) else { return nil }
        self = .int(value)
    }

    private init?(_ number: NSNumber) {
        if number.isTruthValue {
            self = .bool(number.boolValue)
        } else if let whole = Int(exactly: number) {
            self = .int(whole)
        } else if let value = JSONNumber(number.doubleValue) {
            self = .number(value)
        } else {
            return nil
        }
    }

    /// The value as Foundation's JSON reader would give it: the content of a `userInfo`.
    public var any: Any {
        switch self {
        case .null: NSNull()
        case .bool(let value): value
        case .number(let number): number.int.map { $0 as Any } ?? number.double ?? 0
        case .string(let text): text
        case .array(let elements): elements.map(\.any)
        case .object(let object): object.any
        }
    }
}

extension JSONObject {
    /// The object as a dictionary of plain values; of duplicate keys the later one counts.
    public var any: [String: Any] {
        Dictionary(members.map { ($0.key, $0.value.any) }, uniquingKeysWith: { _, later in later })
    }

    /// The object as a `userInfo`.
    public var userInfo: [AnyHashable: Any] { any }
}

extension NSNumber {
    fileprivate var isTruthValue: Bool {
        #if canImport(Darwin)
            CFGetTypeID(self) == CFBooleanGetTypeID()
        #else
            // The type code of a truth value; a number of one signed byte has the same, and JSON makes none.
            String(cString: objCType) == "c" && (int8Value == 0 || int8Value == 1)
        #endif
    }
}
