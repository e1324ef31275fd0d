package import HTTP2

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The parts of one request that APNs looks at, in the bytes that came.
///
/// The checks read the bytes; each part is also there as text, under the name of its place, for everything rare.
@dynamicMemberLookup
package struct PushFields: Sendable {
    /// Where each part stands; nil for a header that did not come.
    package struct Places: Sendable {
        var method = ByteSpan.empty
        var path = ByteSpan.empty
        var body = ByteSpan.empty
        /// `authorization`.
        package var authorization: ByteSpan?
        /// `apns-id`.
        package var apnsID: ByteSpan?
        /// `apns-topic`.
        package var topic: ByteSpan?
        /// `apns-push-type`.
        package var pushType: ByteSpan?
        /// `apns-priority`.
        package var priority: ByteSpan?
        /// `apns-expiration`.
        package var expiration: ByteSpan?
        /// `apns-collapse-id`.
        package var collapseID: ByteSpan?
        /// `apns-channel-id`.
        package var channelID: ByteSpan?
        /// `apns-request-id`.
        package var requestID: ByteSpan?

        /// No part has come yet.
        init() {}

        /// Visits all parts that are there but the method and the provider token.
        mutating func visit(_ body: (inout ByteSpan) -> Void) {
            body(&path)
            body(&self.body)
            Self.visit(&apnsID, body)
            Self.visit(&topic, body)
            Self.visit(&pushType, body)
            Self.visit(&priority, body)
            Self.visit(&expiration, body)
            Self.visit(&collapseID, body)
            Self.visit(&channelID, body)
            Self.visit(&requestID, body)
        }

        private static func visit(_ place: inout ByteSpan?, _ body: (inout ByteSpan) -> Void) {
            guard var span = place else { return }
            body(&span)
            place = span
        }
    }

    private(set) var places = Places()
    private var bytes: MessageBytes
    /// Whether a header that APNs knows stands in the request twice.
    package var hasDuplicates = false

    /// Finds the parts of a request that a server received.
    package init(_ request: HTTP2Request) {
        bytes = request.bytes
        places.method = request.methodSpan
        places.path = request.pathSpan
        places.body = request.bodySpan
        for field in request.fields { note(field.name, field.value) }
    }

    /// Puts a request together.
    package init(method: String, path: String, headers: [HTTP2Header], body: [UInt8]) {
        bytes = MessageBytes()
        self.method = method
        self.path = path
        self.body = body
        for header in headers { note(append(header.name), append(header.value)) }
    }

    /// Notes a header if it is one of APNs; the first of two equal names counts.
    private mutating func note(_ name: ByteSpan, _ value: ByteSpan) {
        // By length first: that leaves one or two names to compare.
        switch name.count {
        case 7 where isEqual(name, "apns-id"): Self.set(&places.apnsID, value, &hasDuplicates)
        case 10 where isEqual(name, "apns-topic"): Self.set(&places.topic, value, &hasDuplicates)
        case 13 where isEqual(name, "apns-priority"): Self.set(&places.priority, value, &hasDuplicates)
        case 13 where isEqual(name, "authorization"): Self.set(&places.authorization, value, &hasDuplicates)
        case 14 where isEqual(name, "apns-push-type"): Self.set(&places.pushType, value, &hasDuplicates)
        case 15 where isEqual(name, "apns-expiration"): Self.set(&places.expiration, value, &hasDuplicates)
        case 15 where isEqual(name, "apns-channel-id"): Self.set(&places.channelID, value, &hasDuplicates)
        case 15 where isEqual(name, "apns-request-id"): Self.set(&places.requestID, value, &hasDuplicates)
        case 16 where isEqual(name, "apns-collapse-id"): Self.set(&places.collapseID, value, &hasDuplicates)
        default: break
        }
    }

    private static func set(_ place: inout ByteSpan?, _ value: ByteSpan, _ hasDuplicates: inout Bool) {
        if place == nil { place = value } else { hasDuplicates = true }
    }
}

// MARK: - Bytes

extension PushFields {
    /// Gives the bytes of a part, which are valid during the call.
    func with<Result, Failure: Error>(
        _ place: ByteSpan, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withBytes(place, body)
    }

    /// Whether a part is exactly this text.
    func isEqual(_ place: ByteSpan, _ text: StaticString) -> Bool {
        bytes.withBytes(place) { isSame($0, UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)) }
    }

    /// Whether a part has exactly these bytes.
    func isEqual(_ place: ByteSpan, _ other: [UInt8]) -> Bool {
        bytes.withBytes(place) { part in other.withUnsafeBufferPointer { isSame(part, $0) } }
    }

    /// The `apns-id` that was sent, if it is a UUID.
    var sentID: AnswerID? { places.apnsID.flatMap { with($0) { AnswerID($0) } } }

    /// The device token in the path, whatever it is made of; nil for another kind of path.
    var deviceToken: String? {
        switch with(places.path, { DevicePath($0) }) {
        case .other: nil
        case .noToken: ""
        case .malformedToken, .token: bytes.text(DevicePath.token(in: places.path))
        }
    }

    /// Whether the path begins as those of broadcasts do.
    var isForBroadcast: Bool { with(places.path) { $0.starts(with: "/4/".utf8) } }

    private func isSame(_ part: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard part.count == other.count else { return false }
        guard let left = part.baseAddress, let right = other.baseAddress else { return true }
        return memcmp(left, right, part.count) == 0
    }
}

// MARK: - Texts

extension PushFields {
    /// The method, such as `POST`.
    package var method: String {
        get { bytes.text(places.method) }
        set { places.method = append(newValue) }
    }

    /// The path, such as `/3/device/00fc…`.
    package var path: String {
        get { bytes.text(places.path) }
        set { places.path = append(newValue) }
    }

    /// The body as it came.
    package var body: [UInt8] {
        get { bytes.withBytes(places.body) { Array($0) } }
        set { places.body = newValue.withUnsafeBufferPointer { append($0) } }
    }

    /// A header as text; nil when it did not come.
    package subscript(dynamicMember place: WritableKeyPath<Places, ByteSpan?>) -> String? {
        get { places[keyPath: place].map { bytes.text($0) } }
        set { places[keyPath: place] = newValue.map { append($0) } }
    }

    private mutating func append(_ text: String) -> ByteSpan {
        var text = text
        return text.withUTF8 { append($0) }
    }

    private mutating func append(_ part: UnsafeBufferPointer<UInt8>) -> ByteSpan {
        if !isKnownUniquelyReferenced(&bytes) { bytes = MessageBytes(copying: bytes) }
        return bytes.append(part)
    }
}
