import HTTP2
package import PushModel

/// A push whose request passed every check that needs no device.
package struct CheckedPush: Sendable {
    /// Where the device token stands in the request: hex digits of either case.
    let token: ByteSpan
    /// `apns-topic`, suffix included.
    package var topic: String
    /// The topic without its suffix.
    package var bundleID: String
    /// The push type, by default worked out from the topic.
    package var pushType: PushType
    /// 1, 5 or 10.
    package var priority: Int
    /// Seconds since 1970; 0 is one attempt without storing; nil is the default storage.
    package var expiration: Int64?
}

/// The topic and push type of the request before, taken apart: most senders say the same again and again.
package struct TopicMemo: Sendable {
    private var topic: [UInt8] = []
    private var pushType: [UInt8]?
    private var known: Known?

    /// Nothing is known yet.
    package init() {}

    /// What topic and push type of a request mean together.
    struct Known: Sendable {
        var pushType: PushType
        var text: String
        var name: TopicName
    }

    /// What the topic and push type of a request mean; worked out by `check` when they are others than before.
    mutating func known(
        _ fields: PushFields, _ check: () throws(APNsSimulator.Refusal) -> Known
    ) throws(APNsSimulator.Refusal) -> Known {
        if let known, isSame(fields) { return known }
        let found = try check()
        topic = fields.places.topic.map { fields.with($0) { Array($0) } } ?? []
        pushType = fields.places.pushType.map { fields.with($0) { Array($0) } }
        known = found
        return found
    }

    private func isSame(_ fields: PushFields) -> Bool {
        guard let place = fields.places.topic, fields.isEqual(place, topic) else { return false }
        switch (fields.places.pushType, pushType) {
        case (nil, nil): return true
        case (.some(let place), .some(let known)): return fields.isEqual(place, known)
        default: return false
        }
    }
}
