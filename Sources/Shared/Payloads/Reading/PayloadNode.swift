public import PushModel

/// A value of a push as it would be sent, and where it comes from in the file.
public struct PayloadNode: Sendable, Hashable {
    /// Where a value or a key stands in the file.
    public struct Origin: Sendable, Hashable {
        /// Such as `message.apns.payload.aps.alert.loc-args[0]`; empty for the whole file.
        public var path: String
        /// The bytes of the value.
        public var range: Range<Int>

        /// Makes an origin.
        public init(path: String, range: Range<Int>) {
            self.path = path
            self.range = range
        }
    }

    /// A key and its value.
    public struct Member: Sendable, Hashable {
        /// The key as it would be sent.
        public var key: String
        /// The bytes of the key in the file, quotation marks included; nil for a key that a service adds.
        public var keyRange: Range<Int>?
        /// The value.
        public var value: PayloadNode

        /// Makes a member.
        public init(_ key: String, _ value: PayloadNode, keyRange: Range<Int>? = nil) {
            self.key = key
            self.keyRange = keyRange
            self.value = value
        }
    }

    /// What a value is made of.
    public enum Content: Sendable, Hashable {
        /// A string, number, truth value or `null`.
        case scalar(JSONValue)
        /// An array.
        case array([PayloadNode])
        /// An object, its members in order.
        case object([Member])
    }

    /// What it is made of.
    public var content: Content
    /// Where it comes from; nil for what a service adds.
    public var origin: Origin?

    /// Makes a value.
    public init(_ content: Content, origin: Origin? = nil) {
        self.content = content
        self.origin = origin
    }

    /// Takes a value of the file.
    public init(_ node: JSONNode, at path: String = "") {
        origin = Origin(path: path, range: node.range)
        switch node.content {
        case .scalar(let value): content = .scalar(value)
        case .array(let elements):
            content = .array(elements.enumerated().map { PayloadNode($1, at: Self.path(path, $0)) })
        case .object(let members):
            content = .object(
                members.map {
                    Member($0.key, PayloadNode($0.value, at: Self.path(path, $0.key)), keyRange: $0.keyRange)
                })
        }
    }

    /// Takes a value that no file holds, with one origin for all of it.
    public init(_ value: JSONValue, origin: Origin? = nil) {
        self.origin = origin
        switch value {
        case .array(let elements): content = .array(elements.map { PayloadNode($0, origin: origin) })
        case .object(let object):
            content = .object(object.members.map { Member($0.key, PayloadNode($0.value, origin: origin)) })
        default: content = .scalar(value)
        }
    }

    /// An object without members.
    public static var emptyObject: PayloadNode { PayloadNode(.object([])) }

    // MARK: Reading

    /// The members, if it is an object.
    public var members: [Member]? { if case .object(let members) = content { members } else { nil } }
    /// The elements, if it is an array.
    public var elements: [PayloadNode]? { if case .array(let elements) = content { elements } else { nil } }
    /// The string, number, truth value or `null`, if it is one.
    public var scalar: JSONValue? { if case .scalar(let value) = content { value } else { nil } }
    /// The string, if it is one.
    public var string: String? { scalar?.string }
    /// Whether it is an object.
    public var isObject: Bool { members != nil }

    /// The value of a key, if it is an object that has the key; of two equal keys the later counts.
    public subscript(key: String) -> PayloadNode? { member(key)?.value }

    /// A key and its value; of two equal keys the later counts.
    public func member(_ key: String) -> Member? { members?.last { $0.key == key } }

    /// The value without its places.
    public var value: JSONValue {
        switch content {
        case .scalar(let value): value
        case .array(let elements): .array(elements.map(\.value))
        case .object(let members): .object(JSONObject(members.map { .init($0.key, $0.value.value) }))
        }
    }

    /// The value at a path of keys and indices, such as `aps.alert.loc-args[0]`.
    public func node(at path: String) -> PayloadNode? {
        path.isEmpty ? self : first(where: { $1 == path })
    }

    private func first(where matches: (PayloadNode, String) -> Bool, at path: String = "") -> PayloadNode? {
        for child in children(at: path) {
            if matches(child.node, child.path) { return child.node }
            if let found = child.node.first(where: matches, at: child.path) { return found }
        }
        return nil
    }

    /// The values directly inside, with their paths below the given one.
    public func children(at path: String = "") -> [(path: String, node: PayloadNode)] {
        switch content {
        case .scalar: []
        case .array(let elements): elements.enumerated().map { (Self.path(path, $0), $1) }
        case .object(let members): members.map { (Self.path(path, $0.key), $0.value) }
        }
    }

    // MARK: Changing

    /// Sets a member in its place, or at the end if there is none.
    public mutating func set(_ key: String, _ value: PayloadNode, keyRange: Range<Int>? = nil) {
        guard var members else { return }
        if let index = members.lastIndex(where: { $0.key == key }) {
            members[index] = Member(key, value, keyRange: keyRange ?? members[index].keyRange)
        } else {
            members.append(Member(key, value, keyRange: keyRange))
        }
        content = .object(members)
    }

    /// Sets a member, unless the value is nil or the key is there already.
    mutating func add(_ key: String, _ value: PayloadNode?, keyRange: Range<Int>? = nil) {
        if let value, self[key] == nil { set(key, value, keyRange: keyRange) }
    }

    /// Appends members whose keys are not there yet, all at once: one by one would take the square of their number.
    mutating func add(_ more: [Member]) {
        guard var members else { return }
        var keys = Set(members.map(\.key))
        for member in more where keys.insert(member.key).inserted { members.append(member) }
        content = .object(members)
    }

    // MARK: Paths

    static func path(_ base: String, _ index: Int) -> String { "\(base)[\(index)]" }

    static func path(_ base: String, _ key: String) -> String {
        let isPlain =
            !key.isEmpty
            && key.utf8.allSatisfy {
                $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || ($0 | 0x20) &- 97 < 26 || $0 &- 48 < 10
            }
        // A key can be as long as the file, and hold what a terminal acts upon.
        let name = isPlain ? String(key.prefix(64)) : "[\(JSONValue.string(String(key.prefix(64)).withoutControls))]"
        return base.isEmpty || !isPlain ? base + name : "\(base).\(name)"
    }
}
