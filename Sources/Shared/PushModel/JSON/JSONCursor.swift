/// Walks through JSON that is known to be UTF-8.
struct JSONCursor {
    let text: UnsafeBufferPointer<UInt8>
    private let limits: JSONLimits
    var position = 0
    private var depth = 0

    init(_ text: UnsafeBufferPointer<UInt8>, _ limits: JSONLimits) {
        self.text = text
        self.limits = limits
    }

    var isAtEnd: Bool { position == text.count }

    var peek: UInt8? { position < text.count ? text[position] : nil }

    func fault(_ what: String) -> PushModelError {
        PushModelError(.invalidJSON, "Invalid JSON at byte \(position): \(what).", offset: position)
    }

    mutating func skipSpace() {
        while position < text.count, JSONScanner.isSpace(text[position]) { position += 1 }
    }

    mutating func expectEnd() throws(PushModelError) {
        skipSpace()
        guard isAtEnd else { throw fault("text after the end of the value") }
    }

    // MARK: Values

    /// Passes over a value and returns its first byte.
    mutating func skipValue() throws(PushModelError) -> UInt8 {
        guard let first = peek else { throw fault("a value is missing") }
        switch first {
        case UInt8(ascii: "{"):
            try eachMember { (cursor, _) throws(PushModelError) in _ = try cursor.skipValue() }
        case UInt8(ascii: "["):
            try eachElement { (cursor) throws(PushModelError) in _ = try cursor.skipValue() }
        case UInt8(ascii: "\""): _ = try skipString()
        case UInt8(ascii: "t"): try expect("true")
        case UInt8(ascii: "f"): try expect("false")
        case UInt8(ascii: "n"): try expect("null")
        default: try skipNumber()
        }
        return first
    }

    /// Reads a value.
    mutating func readValue() throws(PushModelError) -> JSONValue {
        switch peek {
        case UInt8(ascii: "{"):
            var members: [JSONObject.Member] = []
            try eachMember { (cursor, key) throws(PushModelError) in
                members.append(JSONObject.Member(cursor.string(in: key), try cursor.readValue()))
            }
            return .object(JSONObject(members))
        case UInt8(ascii: "["):
            var elements: [JSONValue] = []
            try eachElement { (cursor) throws(PushModelError) in elements.append(try cursor.readValue()) }
            return .array(elements)
        case UInt8(ascii: "\""):
            return .string(string(in: try skipString()))
        default:
            let start = position
            switch try skipValue() {
            case UInt8(ascii: "t"): return .bool(true)
            case UInt8(ascii: "f"): return .bool(false)
            case UInt8(ascii: "n"): return .null
            default: return .number(JSONNumber(checked: String(decoding: text[start..<position], as: UTF8.self)))
            }
        }
    }

    /// Reads the members of an object.
    mutating func members() throws(PushModelError) -> [JSONMember] {
        guard peek == UInt8(ascii: "{") else { throw fault("the value has to be an object") }
        var members: [JSONMember] = []
        try eachMember { (cursor, key) throws(PushModelError) in
            let start = cursor.position
            let first = try cursor.skipValue()
            members.append(
                JSONMember(
                    key: cursor.string(in: key), keyRange: key.range, valueRange: start..<cursor.position,
                    firstByte: first))
        }
        return members
    }

    mutating func eachMember(
        _ body: (inout JSONCursor, StringToken) throws(PushModelError) -> Void
    ) throws(PushModelError) {
        try enter()
        var seen: Set<String> = []
        if !take(UInt8(ascii: "}")) {
            repeat {
                skipSpace()
                guard peek == UInt8(ascii: "\"") else { throw fault("a key in quotation marks is missing") }
                let key = try skipString()
                if !limits.allowsDuplicateKeys, !seen.insert(string(in: key)).inserted {
                    position = key.range.lowerBound
                    throw fault("the key has been given before in the same object")
                }
                guard take(UInt8(ascii: ":")) else { throw fault("a colon is missing") }
                skipSpace()
                try body(&self, key)
            } while take(UInt8(ascii: ","))
            guard take(UInt8(ascii: "}")) else { throw fault("a comma or the end of the object is missing") }
        }
        depth -= 1
    }

    mutating func eachElement(
        _ body: (inout JSONCursor) throws(PushModelError) -> Void
    ) throws(PushModelError) {
        try enter()
        if !take(UInt8(ascii: "]")) {
            repeat {
                skipSpace()
                try body(&self)
            } while take(UInt8(ascii: ","))
            guard take(UInt8(ascii: "]")) else { throw fault("a comma or the end of the array is missing") }
        }
        depth -= 1
    }

    private mutating func enter() throws(PushModelError) {
        depth += 1
        guard depth <= limits.depth else { throw fault("nested deeper than \(limits.depth) levels") }
        position += 1
    }

    /// Passes over a byte of the grammar, and white space before it.
    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ word: StaticString) throws(PushModelError) {
        let matches = word.withUTF8Buffer { word in
            position + word.count <= text.count && text[position..<position + word.count].elementsEqual(word)
        }
        guard matches else { throw fault("not a value") }
        position += word.utf8CodeUnitCount
    }

    // MARK: Numbers

    mutating func skipNumber() throws(PushModelError) {
        if peek == UInt8(ascii: "-") { position += 1 }
        let start = position
        guard skipDigits() else { throw fault("not a value") }
        guard text[start] != UInt8(ascii: "0") || position == start + 1 else {
            position = start
            throw fault("a number may not start with a zero")
        }
        if peek == UInt8(ascii: ".") {
            position += 1
            guard skipDigits() else { throw fault("a digit is missing after the decimal point") }
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            position += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
            guard skipDigits() else { throw fault("a digit is missing in the exponent") }
        }
        if !limits.allowsHugeNumbers { try checkSize(ofNumberAt: start) }
    }

    private mutating func checkSize(ofNumberAt start: Int) throws(PushModelError) {
        let digits = text[start..<position]
        let mayBeHuge = digits.count > 300 || digits.contains { $0 | 0x20 == UInt8(ascii: "e") }
        guard mayBeHuge, Double(String(decoding: digits, as: UTF8.self))?.isFinite != true else { return }
        position = start
        throw fault("the number is larger than a double can hold")
    }

    private mutating func skipDigits() -> Bool {
        let start = position
        while position < text.count, text[position] &- 48 < 10 { position += 1 }
        return position > start
    }
}
