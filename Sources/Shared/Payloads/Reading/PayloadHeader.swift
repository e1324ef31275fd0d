import PushModel

/// A header of the request to APNs, and where it comes from.
public struct PayloadHeader: Sendable, Hashable {
    /// The name in lower case.
    public var name: String
    /// The value.
    public var value: String
    /// Where the value stands in the file; nil for one that was given beside it.
    public var origin: PayloadNode.Origin?
    /// Where its name stands in the file.
    public var nameRange: Range<Int>?

    /// Makes a header.
    public init(_ name: String, _ value: String, origin: PayloadNode.Origin? = nil, nameRange: Range<Int>? = nil) {
        self.name = name.lowercased()
        self.value = value
        self.origin = origin
        self.nameRange = nameRange
    }

    /// Reads `name: value`.
    ///
    /// - Throws: ``PayloadInputError`` if there is no colon, or no name before it.
    public init(line: String) throws(PayloadInputError) {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0].filter { !$0.isWhitespace }
        guard parts.count == 2, !name.isEmpty else {
            throw PayloadInputError(.invalidHeader, "A header is written as name: value, such as apns-priority: 5.")
        }
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0.isNewline }
        let value = parts[1].drop(while: isBlank).reversed().drop(while: isBlank).reversed()
        self.init(String(name), String(value))
    }

    /// Reads a file of headers: a JSON object of texts and numbers, or a line `name: value` for each.
    public static func headers(of bytes: [UInt8]) throws(PayloadInputError) -> [PayloadHeader] {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.first(where: { !$0.isWhitespace }) == "{" else {
            var headers: [PayloadHeader] = []
            for line in text.split(whereSeparator: \.isNewline) where line.contains(where: { !$0.isWhitespace }) {
                // The pseudo headers and the request line of a copied request say nothing about the payload.
                if line.hasPrefix(":") || line.hasPrefix("#") { continue }
                headers.append(try PayloadHeader(line: String(line)))
            }
            return headers
        }
        guard let object = try? JSONNode(parsing: bytes) else {
            throw PayloadInputError(.invalidHeader, "The headers are no JSON object.")
        }
        return Self.headers(in: PayloadNode(object)).map { PayloadHeader($0.name, $0.value) }
    }

    /// The members of an object whose values can be headers.
    static func headers(in node: PayloadNode?) -> [PayloadHeader] {
        (node?.members ?? []).compactMap { member in
            guard let value = member.value.scalar, value.object == nil, !value.isNull else { return nil }
            return PayloadHeader(
                member.key, value.string ?? value.description, origin: member.value.origin, nameRange: member.keyRange)
        }
    }
}
