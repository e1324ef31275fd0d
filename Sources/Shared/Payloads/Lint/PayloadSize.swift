import PushModel

/// How many bytes a push has as it is sent, and where they are.
public struct PayloadSize: Sendable, Hashable {
    /// A part of the payload.
    public struct Part: Sendable, Hashable {
        /// Its path in the payload as it is sent, such as `aps.alert.body`.
        public let path: String
        /// The bytes of key, colon and value.
        public let byteCount: Int
    }

    /// The bytes of the whole payload.
    public let byteCount: Int
    /// The most that its push type may have.
    public let byteLimit: Int
    /// The largest members of the root and of `aps`, and texts of the alert; the largest first.
    public let parts: [Part]
    /// How many of the bytes are escapes that need not be there.
    public let escapeByteCount: Int
    /// How many bytes the file has beyond that, in white space.
    public let spaceByteCount: Int

    /// Whether the push is larger than APNs takes.
    public var isTooLarge: Bool { byteCount > byteLimit }

    /// Measures a push.
    public init(of document: PayloadDocument) {
        let shortest = document.wire.count
        // What stands in the file as it is sent keeps the escapes that its author wrote.
        let isSentAsWritten = document.format.isRaw
        let range = isSentAsWritten ? document.payload.origin?.range : nil
        let compact = range.map { Self.compactByteCount(document.bytes[$0]) } ?? shortest
        byteCount = compact
        byteLimit = document.byteLimit
        escapeByteCount = max(0, compact - shortest)
        spaceByteCount = range.map { $0.count - compact } ?? 0
        parts = Self.parts(of: document.payload)
    }

    /// The members of the root and of `aps`, and the texts of the alert; the largest first, as many as anybody reads.
    static func parts(of payload: PayloadNode) -> [Part] {
        let aps = payload["aps"].flatMap { $0.isObject ? $0 : nil }
        let alert = aps?["alert"].flatMap { $0.isObject ? $0 : nil }
        let levels = [
            (payload, "", aps == nil ? nil : "aps"), (aps, "aps", alert == nil ? nil : "alert"),
            (alert, "aps.alert", nil),
        ]
        var counts: [(byteCount: Int, key: String, base: String)] = []
        for (node, base, divided) in levels {
            for member in node?.members ?? [] where member.key != divided {
                let count = JSONText.byteCount(of: member.key) + 1 + member.value.value.encoded().count
                counts.append((count, member.key, base))
            }
        }
        // Equal parts stay in the order of the payload.
        let order = counts.indices.sorted { (counts[$1].byteCount, $0) < (counts[$0].byteCount, $1) }
        return order.prefix(partLimit).map {
            Part(path: PayloadNode.path(counts[$0].base, counts[$0].key), byteCount: counts[$0].byteCount)
        }
    }

    private static let partLimit = 50

    /// The bytes of a JSON text without white space between its parts.
    private static func compactByteCount(_ bytes: ArraySlice<UInt8>) -> Int {
        var (count, isInString, isEscaped) = (0, false, false)
        for byte in bytes {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
            } else if byte == UInt8(ascii: "\"") {
                isInString = true
            } else if PayloadDocument.isSpace(byte) {
                continue
            }
            count += 1
        }
        return count
    }

    /// The largest parts in words.
    var largest: String { parts.prefix(4).map { "\($0.path) \($0.byteCount)" }.joined(separator: ", ") }
}
