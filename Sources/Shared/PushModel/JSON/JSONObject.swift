/// The members of a JSON object in the order in which they were written.
///
/// Where a key is given twice, the later member counts, and writing the object keeps both.
public struct JSONObject: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// A key and its value.
    public struct Member: Sendable, Hashable {
        /// The key, unescaped.
        public var key: String
        /// The value.
        public var value: JSONValue

        /// Makes a member.
        public init(_ key: String, _ value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// All members in order.
    public var members: [Member]

    /// Makes an object of members in order.
    public init(_ members: [Member] = []) { self.members = members }

    /// Makes an object of members in order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        members = elements.map { Member($0.0, $0.1) }
    }

    /// The value of a key; setting nil removes the key.
    public subscript(key: String) -> JSONValue? {
        get { members.last { $0.key == key }?.value }
        set {
            guard let newValue else { return members.removeAll { $0.key == key } }
            if let index = members.lastIndex(where: { $0.key == key }) {
                members[index].value = newValue
            } else {
                members.append(Member(key, newValue))
            }
        }
    }

    /// Removes a key and returns the value that counted.
    @discardableResult
    public mutating func removeValue(forKey key: String) -> JSONValue? {
        let value = self[key]
        if value != nil { self[key] = nil }
        return value
    }

    /// Whether there are no members.
    public var isEmpty: Bool { members.isEmpty }
    /// How many members there are.
    public var count: Int { members.count }
    /// All keys in order.
    public var keys: [String] { members.map(\.key) }

    /// The first key that is given more than once.
    public var duplicateKey: String? {
        var seen: Set<String> = []
        return members.first { !seen.insert($0.key).inserted }?.key
    }
}
