import Foundation

/// The short digest by which a push names its subscriber without giving the id away.
///
/// It is the first 12 bytes of the SHA-256 of the external id in UTF-8, in base64url: 16 characters.
public struct SubscriberTag: Sendable, Hashable, CustomStringConvertible {
    /// How many bytes of the digest are kept.
    public static let byteCount = 12

    /// The tag as it stands in a payload.
    public let description: String

    /// Makes a tag from the whole digest of the external id.
    ///
    /// - Parameter digest: The 32 bytes of SHA-256; this module does no hashing of its own.
    public init(sha256 digest: some Sequence<UInt8>) {
        description = Data(digest.prefix(Self.byteCount)).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    }

    /// Takes a tag as it stands in a payload.
    public init(_ text: String) { description = text }
}
