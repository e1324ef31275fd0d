/// Reads the fields of a JSON object and collects everything that is wrong with them.
///
/// Each reading function returns nil for a field that is absent, `null` or wrong; only the last is an error. Reading a
/// field also makes it known: ``finish()`` reports what nobody has read.
public struct FieldReader: Sendable {
    /// What is wrong so far.
    public private(set) var errors: [FieldError] = []
    private let path: String
    private var source: Source
    private var known: Set<String> = []

    private enum Source {
        case object(JSONObject)
        case text([UInt8], [JSONMember])
    }

    /// Reads an object that is in memory.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - path: The path of the object in the request, in front of every field.
    public init(_ object: JSONObject, at path: String = "") {
        self.path = path
        source = .object(object)
    }

    /// Reads the body of a request, which has to be a JSON object without duplicate keys.
    public init(parsing body: [UInt8]) throws(PushModelError) {
        path = ""
        source = .text(body, try JSONScanner.members(of: body, limits: .strict))
    }

    // MARK: Reporting

    /// The path of a field of this object.
    public func param(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    /// Reports a fault of a field.
    public mutating func fail(_ key: String, _ code: FieldError.Code, _ message: String) {
        errors.append(FieldError(code, at: param(key), message))
    }

    /// Takes over faults that somebody else found.
    public mutating func append(_ errors: [FieldError]) { self.errors.append(contentsOf: errors) }

    /// Declares fields that somebody else reads.
    public mutating func ignore(_ keys: some Sequence<String>) { known.formUnion(keys) }

    /// Reports the fields that nobody has read.
    public mutating func reportUnknown() {
        for key in keys where !known.contains(key) {
            fail(key, .unknownField, "There is no field of this name. Remove it or correct its spelling.")
        }
    }

    /// Reports the fields that nobody has read, and throws if anything was wrong.
    public mutating func finish() throws(ValidationError) {
        reportUnknown()
        if !errors.isEmpty { throw ValidationError(errors) }
    }

    // MARK: Raw access

    /// All keys in order.
    public var keys: [String] {
        switch source {
        case .object(let object): object.keys
        case .text(_, let members): members.map(\.key)
        }
    }

    /// Whether the field is there, be it `null`.
    public func contains(_ key: String) -> Bool { keys.contains(key) }

    /// The value of a field; nil when it is absent or `null`.
    public mutating func value(_ key: String) -> JSONValue? {
        known.insert(key)
        let value: JSONValue?
        switch source {
        case .object(let object): value = object[key]
        case .text(let bytes, let members):
            value = members.first { $0.key == key }.flatMap { member in
                try? JSONValue(parsing: Array(bytes[member.valueRange]))
            }
        }
        return value?.isNull == true ? nil : value
    }

    /// The bytes of a field that has to be an object, as they were sent.
    public mutating func rawObject(_ key: String) -> [UInt8]? {
        known.insert(key)
        switch source {
        case .object:
            return object(key)?.encoded()
        case .text(let bytes, let members):
            guard let member = members.first(where: { $0.key == key }), !member.isNull else { return nil }
            guard member.isObject else {
                wrongType(key, "an object", value(key))
                return nil
            }
            return Array(bytes[member.valueRange])
        }
    }

    // MARK: Typed access

    /// A string.
    ///
    /// - Parameters:
    ///   - key: The field.
    ///   - length: How many characters (Unicode scalars) it may have.
    ///   - byteLimit: How many bytes of UTF-8 it may have.
    ///   - isRequired: Whether it has to be there.
    public mutating func string(
        _ key: String, length: ClosedRange<Int> = 0...Int.max, byteLimit: Int? = nil, isRequired: Bool = false
    ) -> String? {
        guard let text = typed(key, "a string", isRequired, \.string) else { return nil }
        if let byteLimit, text.utf8.count > byteLimit {
            fail(key, .tooLong, "The text has \(text.utf8.count) bytes; at most \(byteLimit) are allowed.")
            return nil
        }
        let count = text.unicodeScalars.count
        if count > length.upperBound {
            fail(key, .tooLong, "The text has \(count) characters; at most \(length.upperBound) are allowed.")
            return nil
        }
        if count < length.lowerBound {
            let needed = length.lowerBound == 1 ? "may not be empty" : "needs \(length.lowerBound) characters"
            fail(key, .invalidFormat, "The text \(needed).")
            return nil
        }
        return text
    }

    /// One of a list of words.
    public mutating func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: String, of type: Choice.Type, isRequired: Bool = false
    ) -> Choice? where Choice.RawValue == String {
        guard let text = typed(key, "a string", isRequired, \.string) else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        let words = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        fail(key, .invalidFormat, "The value has to be one of \(words).")
        return nil
    }

    /// A whole number.
    public mutating func int(_ key: String, in range: ClosedRange<Int>, isRequired: Bool = false) -> Int? {
        guard let value = typed(key, "a whole number", isRequired, \.int) else { return nil }
        if range.contains(value) { return value }
        fail(key, .outOfRange, "The number has to be \(Self.name(range)).")
        return nil
    }

    /// A number.
    public mutating func number(_ key: String, in range: ClosedRange<Double>, isRequired: Bool = false) -> Double? {
        guard let value = typed(key, "a number", isRequired, \.double) else { return nil }
        if range.contains(value) { return value }
        fail(key, .outOfRange, "The number has to be between \(range.lowerBound) and \(range.upperBound).")
        return nil
    }

    /// A truth value.
    public mutating func bool(_ key: String, isRequired: Bool = false) -> Bool? {
        typed(key, "true or false", isRequired, \.bool)
    }

    /// An object.
    public mutating func object(_ key: String, isRequired: Bool = false) -> JSONObject? {
        typed(key, "an object", isRequired, \.object)
    }

    /// An array.
    public mutating func array(
        _ key: String, count: ClosedRange<Int> = 0...Int.max, isRequired: Bool = false
    ) -> [JSONValue]? {
        guard let array = typed(key, "an array", isRequired, \.array) else { return nil }
        if count.contains(array.count) { return array }
        if array.count > count.upperBound {
            fail(key, .tooLong, "The list has \(array.count) entries; at most \(count.upperBound) are allowed.")
        } else {
            fail(key, .outOfRange, "The list has \(array.count) entries; at least \(count.lowerBound) are needed.")
        }
        return nil
    }

    /// An object that is read field by field; its faults and unknown fields become faults of this one.
    public mutating func nested<Result>(
        _ key: String, isRequired: Bool = false, _ read: (inout FieldReader) -> Result?
    ) -> Result? {
        guard let object = object(key, isRequired: isRequired) else { return nil }
        return nested(object, at: param(key), read)
    }

    /// An array of objects that are read field by field.
    public mutating func list<Element>(
        _ key: String, count: ClosedRange<Int> = 0...Int.max, isRequired: Bool = false,
        _ read: (inout FieldReader) -> Element?
    ) -> [Element]? {
        guard let array = array(key, count: count, isRequired: isRequired) else { return nil }
        return array.enumerated().compactMap { index, value in
            guard let object = value.object else {
                wrongType("\(key)[\(index)]", "an object", value)
                return nil
            }
            return nested(object, at: param("\(key)[\(index)]"), read)
        }
    }

    private mutating func nested<Result>(
        _ object: JSONObject, at path: String, _ read: (inout FieldReader) -> Result?
    ) -> Result? {
        var reader = FieldReader(object, at: path)
        let result = read(&reader)
        reader.reportUnknown()
        append(reader.errors)
        return reader.errors.isEmpty ? result : nil
    }

    private mutating func typed<Value>(
        _ key: String, _ expected: String, _ isRequired: Bool, _ read: (JSONValue) -> Value?
    ) -> Value? {
        guard let value = value(key) else {
            if isRequired { fail(key, .required, "The field is missing. It has to be \(expected).") }
            return nil
        }
        guard let result = read(value) else {
            wrongType(key, expected, value)
            return nil
        }
        return result
    }

    private mutating func wrongType(_ key: String, _ expected: String, _ value: JSONValue?) {
        fail(key, .invalidType, "Expected \(expected), found \(value?.kindName ?? "nothing").")
    }

    private static func name(_ range: ClosedRange<Int>) -> String {
        range.upperBound == .max
            ? "at least \(range.lowerBound)" : "between \(range.lowerBound) and \(range.upperBound)"
    }
}
