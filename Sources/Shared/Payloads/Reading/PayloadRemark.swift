/// Something that was found on the way from a file to the payload it stands for.
public struct PayloadRemark: Sendable, Hashable {
    /// What it is about.
    public enum Kind: Sendable, Hashable {
        /// A camel-case key in `aps`; the Firebase Admin SDK would rename it to the given one.
        case adminKey(String, isTranslated: Bool)
        /// A value that the service does not take, with a sentence about it.
        case badField(String)
        /// A field of ours that is at fault, with its code and a sentence.
        case messageField(code: String, String)
        /// The service wants a route, exactly one of several keys.
        case route(found: Int, isRequired: Bool)
    }

    /// What it is about.
    public var kind: Kind
    /// Where it stands.
    public var origin: PayloadNode.Origin
    /// The key that it is about, if it is one.
    public var keyRange: Range<Int>?

    /// Makes a remark.
    public init(_ kind: Kind, _ origin: PayloadNode.Origin?, keyRange: Range<Int>? = nil) {
        self.kind = kind
        self.origin = origin ?? .init(path: "", range: 0..<0)
        self.keyRange = keyRange
    }
}
