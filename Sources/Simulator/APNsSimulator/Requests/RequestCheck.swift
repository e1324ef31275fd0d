import HTTP2
import PushModel

/// What APNs checks in a request before it knows sender or device, as a value without state.
///
/// The order is the order of the functions: `head` (path, method, duplicate headers, `apns-id`), then the provider
/// token, which `ConnectionState` checks, then `push` (device token, push type and topic, priority, expiration, collapse
/// id, payload). The device itself comes last, in `DeviceRegistry`. Apple documents no order; the sender before the
/// rest is what `api.push.apple.com` shows to a request without a token.
package enum RequestCheck {
    /// Checks path, method, duplicates and `apns-id`; answers the id that the response carries.
    package static func head(_ fields: PushFields) throws(APNsSimulator.Refusal) -> Head {
        let path = fields.with(fields.places.path) { DevicePath($0) }
        guard path != .other else { throw APNsSimulator.Refusal(.badPath) }
        guard fields.isEqual(fields.places.method, "POST") else { throw APNsSimulator.Refusal(.methodNotAllowed) }
        guard !fields.hasDuplicates else { throw APNsSimulator.Refusal(.duplicateHeaders) }
        guard let place = fields.places.apnsID else { return Head(id: .random(), path: path) }
        guard let id = fields.with(place, { AnswerID($0) }) else { throw APNsSimulator.Refusal(.badMessageID) }
        return Head(id: id, path: path)
    }

    /// What the first checks find out.
    package struct Head: Sendable {
        /// The id for the answer.
        package var id: AnswerID
        /// What the path holds.
        package var path: DevicePath
    }

    /// Checks everything that follows the provider token.
    ///
    /// - Parameters:
    ///   - fields: The request.
    ///   - head: What the first checks found.
    ///   - memo: What the connection's last topic meant.
    ///   - allowedBundleIDs: The bundle ids that the signing key is limited to; nil when it may push to all of its team.
    ///   - certificate: What the client's certificate says; nil for a client with provider tokens.
    /// - Returns: The push, ready to be routed.
    /// - Throws: The refusal that the first failing check leads to.
    package static func push(
        _ fields: PushFields, _ head: Head, _ memo: inout TopicMemo, allowedBundleIDs: Set<String>?,
        certificate: PushCertificate? = nil
    ) throws(APNsSimulator.Refusal) -> CheckedPush {
        let token = try deviceToken(fields, head.path)
        let topic = try memo.known(fields) { () throws(APNsSimulator.Refusal) in
            try known(fields, allowsManagement: certificate != nil)
        }
        try certificate?.check(topic.text, topic.name, topic.pushType)
        if let allowedBundleIDs, !allowedBundleIDs.contains(topic.name.bundleID) {
            throw APNsSimulator.Refusal(.topicDisallowed)
        }
        let priority = try priority(fields, for: topic.pushType)
        let expiration = try expiration(fields)
        if let collapseID = fields.places.collapseID, collapseID.count > 64 || collapseID.count == 0 {
            throw APNsSimulator.Refusal(.badCollapseID)
        }
        try payload(fields, for: topic.pushType)
        return CheckedPush(
            token: token, topic: topic.text, bundleID: topic.name.bundleID, pushType: topic.pushType,
            priority: priority, expiration: expiration)
    }

    private static func deviceToken(
        _ fields: PushFields, _ path: DevicePath
    ) throws(APNsSimulator.Refusal) -> ByteSpan {
        switch path {
        case .other: throw APNsSimulator.Refusal(.badPath)
        case .noToken: throw APNsSimulator.Refusal(.missingDeviceToken)
        case .malformedToken: throw APNsSimulator.Refusal(.badDeviceToken)
        case .token: DevicePath.token(in: fields.places.path)
        }
    }

    private static func known(
        _ fields: PushFields, allowsManagement: Bool
    ) throws(APNsSimulator.Refusal) -> TopicMemo.Known {
        guard let text = fields.topic, !text.isEmpty else { throw APNsSimulator.Refusal(.missingTopic) }
        guard let topic = TopicName(text) else { throw APNsSimulator.Refusal(.badTopic) }
        guard let name = fields.pushType else {
            return TopicMemo.Known(pushType: topic.impliedPushType, text: text, name: topic)
        }
        guard let pushType = PushType(rawValue: name) else { throw APNsSimulator.Refusal(.invalidPushType) }
        let known = TopicMemo.Known(pushType: pushType, text: text, name: topic)
        if pushType == .mdm {
            if allowsManagement { return known }
            throw APNsSimulator.Refusal(.topicDisallowed)
        }
        guard topic.suffix != pushType.topicSuffix else { return known }
        // Reported by users of several senders: another type's suffix is InvalidPushType, a missing one the other.
        throw APNsSimulator.Refusal(topic.suffix.isEmpty ? .deviceTokenNotForTopic : .invalidPushType)
    }

    static func priority(
        _ fields: PushFields, for pushType: PushType
    ) throws(APNsSimulator.Refusal) -> Int {
        let priority: Int
        switch fields.places.priority {
        case nil: priority = 10
        case .some(let place) where fields.isEqual(place, "10"): priority = 10
        case .some(let place) where fields.isEqual(place, "5"): priority = 5
        case .some(let place) where fields.isEqual(place, "1"): priority = 1
        default: throw APNsSimulator.Refusal(.badPriority)
        }
        guard pushType != .background || priority == 5 else { throw APNsSimulator.Refusal(.badPriority) }
        return priority
    }

    static func expiration(_ fields: PushFields) throws(APNsSimulator.Refusal) -> Int64? {
        guard let place = fields.places.expiration else { return nil }
        guard let seconds = fields.with(place, seconds) else { throw APNsSimulator.Refusal(.badExpirationDate) }
        return seconds
    }

    private static func seconds(_ digits: UnsafeBufferPointer<UInt8>) -> Int64? {
        var value: Int64 = 0
        for digit in digits {
            guard digit &- UInt8(ascii: "0") < 10 else { return nil }
            let (tens, hasOverflown) = value.multipliedReportingOverflow(by: 10)
            let (sum, hasSumOverflown) = tens.addingReportingOverflow(Int64(digit - UInt8(ascii: "0")))
            guard !hasOverflown, !hasSumOverflown else { return nil }
            value = sum
        }
        return digits.isEmpty ? nil : value
    }

    private static func payload(_ fields: PushFields, for pushType: PushType) throws(APNsSimulator.Refusal) {
        let body = fields.places.body
        guard body.count > 0 else { throw APNsSimulator.Refusal(.payloadEmpty) }
        guard body.count <= pushType.payloadByteLimit else { throw APNsSimulator.Refusal(.payloadTooLarge) }
        guard fields.with(body, PayloadForm.isObject) else { throw APNsSimulator.Refusal(.payloadEmpty) }
    }
}
