import HTTP2

/// One request as it is kept: made once, shared by the log and by the inbox and screen of its device.
///
/// Method and provider token are left out.
package final class KeptRequest: Sendable {
    private let bytes: [UInt8]
    private let places: PushFields.Places
    /// The `apns-id` of the answer; nil when there is no answer and none was asked for.
    let id: AnswerID?

    init(_ fields: PushFields, id: AnswerID?) {
        var places = fields.places
        (places.method, places.authorization) = (.empty, nil)
        if places.body.count > Self.bodyByteLimit {
            places.body = ByteSpan(start: Int(places.body.start), count: Self.bodyByteLimit)
        }
        var total = 0
        places.visit { total += Int($0.count) }
        bytes = [UInt8](unsafeUninitializedCapacity: total) { buffer, count in
            places.visit { place in
                fields.with(place) { part in
                    _ = UnsafeMutableBufferPointer(rebasing: buffer[count...]).initialize(fromContentsOf: part)
                }
                place = ByteSpan(start: count, count: Int(place.count))
                count += Int(place.count)
            }
        }
        self.places = places
        self.id = id
    }

    /// No push is longer than this: what is refused for its length shall not fill the log.
    private static let bodyByteLimit = 8192

    /// How much memory it takes, roughly.
    var byteCount: Int { bytes.count + Self.overhead }

    /// The object, its array and what the allocator adds.
    private static let overhead = 256

    /// The path, which holds the device token.
    var path: String { text(places.path) }
    /// The body, at most its first 8192 bytes.
    var payload: [UInt8] { Array(bytes[range(places.body)]) }
    /// `apns-collapse-id`.
    var collapseID: String? { places.collapseID.map(text) }

    /// The push headers as they came, by name.
    var headers: [String: String] {
        let all: [(String, ByteSpan?)] = [
            ("apns-id", places.apnsID), ("apns-topic", places.topic), ("apns-push-type", places.pushType),
            ("apns-priority", places.priority), ("apns-expiration", places.expiration),
            ("apns-collapse-id", places.collapseID), ("apns-channel-id", places.channelID),
            ("apns-request-id", places.requestID),
        ]
        var headers: [String: String] = [:]
        for (name, place) in all { headers[name] = place.map(text) }
        return headers
    }

    private func text(_ place: ByteSpan) -> String { String(decoding: bytes[range(place)], as: UTF8.self) }

    private func range(_ place: ByteSpan) -> Range<Int> { Int(place.start)..<Int(place.start) + Int(place.count) }
}
