import HTTP2

/// What stands in the path of a request: `/3/device/` and a device token, or something else.
package enum DevicePath: Sendable, Equatable {
    /// No path of this service.
    case other
    /// The token is missing.
    case noToken
    /// The token is not whole bytes in hex, or has more than 200 of them.
    case malformedToken
    /// A token that APNs could have given out; they have no fixed length.
    case token

    private static let prefix = Array("/3/device".utf8)

    /// Looks at a path in one pass.
    package init(_ path: UnsafeBufferPointer<UInt8>) { self = Self.kind(of: path) }

    /// Where the token of a path that has one stands.
    static func token(in path: ByteSpan) -> ByteSpan {
        let skipped = prefix.count + 1
        return ByteSpan(start: Int(path.start) + skipped, count: Int(path.count) - skipped)
    }

    private static func kind(of path: UnsafeBufferPointer<UInt8>) -> DevicePath {
        guard path.count >= prefix.count, path[..<prefix.count].elementsEqual(prefix) else { return .other }
        guard path.count > prefix.count else { return .noToken }
        guard path[prefix.count] == UInt8(ascii: "/") else { return .other }
        let token = UnsafeBufferPointer(rebasing: path[(prefix.count + 1)...])
        guard !token.isEmpty else { return .noToken }
        var isHex = true
        for byte in token where byte &- UInt8(ascii: "0") >= 10 && (byte | 0x20) &- UInt8(ascii: "a") >= 6 {
            guard byte != UInt8(ascii: "/"), byte != UInt8(ascii: "?") else { return .other }
            isHex = false
        }
        return isHex && token.count % 2 == 0 && token.count <= 400 ? .token : .malformedToken
    }
}
