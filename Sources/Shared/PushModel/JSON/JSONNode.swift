/// A JSON value with the places of its parts in the text that it was read from, for tools that point at them.
public struct JSONNode: Sendable, Hashable {
    /// A key and its value.
    public struct Member: Sendable, Hashable {
        /// The key, unescaped.
        public let key: String
        /// Where the key stands, quotation marks included.
        public let keyRange: Range<Int>
        /// The value.
        public let value: JSONNode
    }

    /// What the value is made of.
    public enum Content: Sendable, Hashable {
        /// A string, number, truth value or `null`.
        case scalar(JSONValue)
        /// An array.
        case array([JSONNode])
        /// An object, its members in order.
        case object([Member])
    }

    /// Where the value stands, as offsets of bytes.
    public let range: Range<Int>
    /// What it is made of.
    public let content: Content

    /// Reads a whole JSON text.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .usual) throws(PushModelError) {
        self = try JSONScanner.node(of: bytes, limits: limits)
    }

    init(_ range: Range<Int>, _ content: Content) {
        self.range = range
        self.content = content
    }
}

extension JSONCursor {
    /// Reads a value with the places of its parts.
    mutating func readNode() throws(PushModelError) -> JSONNode {
        let start = position
        let content: JSONNode.Content
        switch peek {
        case UInt8(ascii: "{"):
            var members: [JSONNode.Member] = []
            try eachMember { (cursor, key) throws(PushModelError) in
                members.append(
                    JSONNode.Member(key: cursor.string(in: key), keyRange: key.range, value: try cursor.readNode()))
            }
            content = .object(members)
        case UInt8(ascii: "["):
            var elements: [JSONNode] = []
            try eachElement { (cursor) throws(PushModelError) in elements.append(try cursor.readNode()) }
            content = .array(elements)
        default: content = .scalar(try readValue())
        }
        return JSONNode(start..<position, content)
    }
}
