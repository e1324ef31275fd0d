/// What stands in the path of a request: `/3/device/` and a device token, or something else.
package enum DevicePath: Sendable, Equatable {
    /// No path of this service.
    case other
    /// The token is missing.
    case noToken
    /// The token is not whole bytes in hex, or has more than 200 of them.
    case malformedToken
    /// A token that APNs could have given out; they have no fixed length.
    case token(isLowercase: Bool)

    private static let prefix = Array("/3/device".utf8)

    /// Looks at a path in one pass.
    package init(_ path: String) {
        var path = path
        self = path.withUTF8 { Self.kind(of: $0) }
    }

    /// The token of a path that has one, as it stands there.
    static func token(in path: String) -> Substring { Substring(path.utf8.dropFirst(prefix.count + 1)) }

    private static func kind(of path: UnsafeBufferPointer<UInt8>) -> DevicePath {
        guard path.count >= prefix.count, path[..<prefix.count].elementsEqual(prefix) else { return .other }
        guard path.count > prefix.count else { return .noToken }
        guard path[prefix.count] == UInt8(ascii: "/") else { return .other }
        let token = UnsafeBufferPointer(rebasing: path[(prefix.count + 1)...])
        guard !token.isEmpty else { return .noToken }
        var isHex = true
        var isLowercase = true
        for byte in token {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): break
            case UInt8(ascii: "A")...UInt8(ascii: "F"): isLowercase = false
            case UInt8(ascii: "/"), UInt8(ascii: "?"): return .other
            default: isHex = false
            }
        }
        return isHex && token.count % 2 == 0 && token.count <= 400
            ? .token(isLowercase: isLowercase) : .malformedToken
    }
}
