import HTTP2

/// One request as it is kept: made once, shared by the log and by the inbox and screen of its device.
///
/// In one piece of memory, as there is one for each push. Method and provider token are left out.
package struct KeptRequest: @unchecked Sendable {
    // Unchecked: what the buffer holds is written here only, before anyone else has it.
    private let buffer: ManagedBuffer<Head, UInt8>

    private struct Head {
        var places: PushFields.Places
        var id: AnswerID?
        var count: Int
    }

    init(_ fields: PushFields, id: AnswerID?) {
        var places = fields.places
        (places.method, places.authorization) = (.empty, nil)
        if places.body.count > Self.bodyByteLimit {
            places.body = ByteSpan(start: Int(places.body.start), count: Self.bodyByteLimit)
        }
        var total = 0
        places.visit { total += Int($0.count) }
        let head = Head(places: places, id: id, count: total)
        buffer = ManagedBuffer<Head, UInt8>.create(minimumCapacity: total) { _ in head }
        buffer.withUnsafeMutablePointers { head, bytes in
            var count = 0
            head.pointee.places.visit { place in
                fields.with(place) { part in
                    guard let start = part.baseAddress else { return }
                    (bytes + count).initialize(from: start, count: part.count)
                }
                place = ByteSpan(start: count, count: Int(place.count))
                count += Int(place.count)
            }
        }
    }

    private var places: PushFields.Places { buffer.header.places }

    /// The `apns-id` of the answer; nil when there is no answer and none was asked for.
    var id: AnswerID? { buffer.header.id }

    /// No push is longer than this: what is refused for its length shall not fill the log.
    private static let bodyByteLimit = 8192

    /// How much memory it takes, roughly.
    var byteCount: Int { buffer.header.count + Self.overhead }

    /// What stands before the bytes, and what the allocator adds.
    private static let overhead = 256

    /// The path, which holds the device token.
    var path: String { text(places.path) }
    /// The body, at most its first 8192 bytes.
    var payload: [UInt8] { with(places.body) { Array($0) } }
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

    private func text(_ place: ByteSpan) -> String { with(place) { String(decoding: $0, as: UTF8.self) } }

    private func with<Result>(_ place: ByteSpan, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        buffer.withUnsafeMutablePointerToElements {
            body(UnsafeBufferPointer(start: $0 + Int(place.start), count: Int(place.count)))
        }
    }
}
