package import Foundation
internal import PushCrypto
internal import PushModel
package import Storage

/// A request to ring somebody, read and checked.
package struct CallRequest: Sendable {
    /// For how many seconds a call may ring.
    package static let ringTimeouts = 5...120
    /// For how many seconds it rings unless said otherwise.
    package static let usualRingTimeout = 45
    /// How many people one call can ring.
    package static let audienceLimit = 50

    /// The call as it is to be stored.
    package let call: NewCall
    /// Where in the request each of the people stands.
    package let places: [String]

    /// Reads a request's body.
    ///
    /// - Throws: `PushModelError` if it is no JSON, `ValidationError` with every field at fault, `DeliveryError` if
    ///   nobody is named or a push of it would be too large.
    package init(parsing body: [UInt8], now: Date) throws {
        var reader = try FieldReader(parsing: body)
        let id = reader.string("id")
        if let id, !CanonicalUUID.accepts(id) {
            reader.fail("id", .invalidFormat, "The id of a call is a UUID, such as CallKit has.")
        }
        let caller = reader.nested("from", isRequired: true) { fields -> CallNotice.Caller? in
            let id = fields.string("id", length: 1...255, byteLimit: 255, isRequired: true)
            let name = fields.string("name", length: 1...200, isRequired: true)
            let handle = fields.string("handle", length: 1...255, byteLimit: 255)
            guard let id, let name else { return nil }
            return CallNotice.Caller(id: id, name: name, handle: handle)
        }
        let people = Self.people(&reader)
        places = people.map(\.place)
        let hasVideo = reader.bool("video") ?? false
        let seconds = reader.int("ringTimeout", in: Self.ringTimeouts) ?? Self.usualRingTimeout
        let group = reader.nested("group") { fields -> CallNotice.Group? in
            let id = fields.string("id", length: 1...255, byteLimit: 255, isRequired: true)
            let name = fields.string("name", length: 1...200, isRequired: true)
            guard let id, let name else { return nil }
            return CallNotice.Group(id: id, name: name)
        }
        let data = reader.object("data")
        let namesPeople = reader.contains("to")
        try reader.finish()
        guard !people.isEmpty else {
            throw DeliveryError(
                .targetsMissing, namesPeople ? "The list is empty. Name somebody." : "Say by \"to\" whom to call.",
                param: "to")
        }
        var notice = CallNotice(
            id: (id ?? UUID().uuidString).lowercased(), event: .ring, caller: caller, hasVideo: hasVideo)
        notice.sent = now.milliseconds
        notice.ringSeconds = seconds
        notice.group = group
        notice.data = data
        try PushPayload.check(CallPayload.largestByteCount(notice), PushType.usualPayloadByteLimit)
        call = NewCall(
            notice: notice, externalIDs: people.map(\.id), bodyHash: SHA256.hash(body), createdAt: now,
            deadline: now.addingTimeInterval(TimeInterval(seconds)))
    }

    private static func people(_ reader: inout FieldReader) -> [(id: String, place: String)] {
        var people: [(id: String, place: String)] = []
        for (index, value) in (reader.array("to", count: 0...audienceLimit) ?? []).enumerated() {
            let place = "to[\(index)]"
            guard let id = value.string else {
                reader.fail(place, .invalidType, "Expected an id as a string, found \(value.kindName).")
                continue
            }
            guard (1...255).contains(id.utf8.count) else {
                reader.fail(place, id.isEmpty ? .invalidFormat : .tooLong, "An id has between 1 and 255 bytes.")
                continue
            }
            if !people.contains(where: { $0.id == id }) { people.append((id, place)) }
        }
        return people
    }
}
