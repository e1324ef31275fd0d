extension FieldReader {
    /// A string.
    ///
    /// - Parameters:
    ///   - key: The field.
    ///   - length: How many characters (Unicode scalars) it may have.
    ///   - byteLimit: How many bytes of UTF-8 it may have.
    ///   - isRequired: Whether it has to be there.
    /// - Returns: The text, or nil if it is absent or was reported.
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
                failType("\(key)[\(index)]", "an object", value)
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
            failType(key, expected, value)
            return nil
        }
        return result
    }

    mutating func failType(_ key: String, _ expected: String, _ value: JSONValue?) {
        fail(key, .invalidType, "Expected \(expected), found \(value?.kindName ?? "nothing").")
    }

    private static func name(_ range: ClosedRange<Int>) -> String {
        range.upperBound == .max
            ? "at least \(range.lowerBound)" : "between \(range.lowerBound) and \(range.upperBound)"
    }
}
