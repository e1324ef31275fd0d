/// Header fields in the order they were sent, found by name without regard to case.
package struct HTTPHeaders: Sendable, Sequence, ExpressibleByDictionaryLiteral {
    /// Names and values as sent.
    package var fields: [(name: String, value: String)]

    /// Makes headers from names and values.
    package init(_ fields: [(name: String, value: String)] = []) { self.fields = fields }

    /// Makes headers from a literal.
    package init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { (name: $0.0, value: $0.1) }
    }

    /// The first value of the field, or nil.
    package subscript(name: String) -> String? {
        fields.first { $0.name.equalsIgnoringCase(name) }?.value
    }

    /// All values of the field, in order.
    package func values(_ name: String) -> [String] {
        fields.filter { $0.name.equalsIgnoringCase(name) }.map(\.value)
    }

    /// Goes through the fields in order.
    package func makeIterator() -> some IteratorProtocol<(name: String, value: String)> { fields.makeIterator() }
}

extension String {
    /// Compares ASCII letters without regard to case and all other bytes exactly.
    func equalsIgnoringCase(_ other: String) -> Bool {
        let (left, right) = (utf8, other.utf8)
        guard left.count == right.count else { return false }
        return zip(left, right).allSatisfy { pair in
            pair.0 == pair.1 || Self.lowercase(pair.0) == Self.lowercase(pair.1)
        }
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }
}
