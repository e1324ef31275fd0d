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
        let path = DevicePath(fields.path)
        guard path != .other else { throw APNsSimulator.Refusal(.badPath) }
        guard fields.method == "POST" else { throw APNsSimulator.Refusal(.methodNotAllowed) }
        guard !fields.hasDuplicates else { throw APNsSimulator.Refusal(.duplicateHeaders) }
        guard let id = fields.apnsID else { return Head(id: CanonicalUUID.random(), path: path) }
        guard CanonicalUUID.accepts(id) else { throw APNsSimulator.Refusal(.badMessageID) }
        return Head(id: id, path: path)
    }

    /// What the first checks find out.
    package struct Head: Sendable {
        /// The id for the answer.
        package var id: String
        /// What the path holds.
        package var path: DevicePath
    }

    /// Checks everything that follows the provider token.
    ///
    /// - Parameters:
    ///   - fields: The request.
    ///   - head: What the first checks found.
    ///   - allowedBundleIDs: The bundle ids that the signing key is limited to; nil when it may push to all of its team.
    ///   - certificate: What the client's certificate says; nil for a client with provider tokens.
    /// - Returns: The push, ready to be routed.
    /// - Throws: The refusal that the first failing check leads to.
    package static func push(
        _ fields: PushFields, _ head: Head, allowedBundleIDs: Set<String>?,
        certificate: PushCertificate? = nil
    ) throws(APNsSimulator.Refusal) -> AcceptedPush {
        let token = try deviceToken(fields, head.path)
        let (pushType, topicText, topic) = try topic(fields, certificate)
        if let allowedBundleIDs, !allowedBundleIDs.contains(topic.bundleID) {
            throw APNsSimulator.Refusal(.topicDisallowed)
        }
        let priority = try priority(fields.priority, for: pushType)
        let expiration = try expiration(fields.expiration)
        if let collapseID = fields.collapseID, collapseID.utf8.count > 64 || collapseID.isEmpty {
            throw APNsSimulator.Refusal(.badCollapseID)
        }
        try payload(fields.body, for: pushType)
        return AcceptedPush(
            id: head.id, token: token, topic: topicText, bundleID: topic.bundleID, pushType: pushType,
            priority: priority, expiration: expiration, collapseID: fields.collapseID, payload: fields.body)
    }

    private static func deviceToken(
        _ fields: PushFields, _ path: DevicePath
    ) throws(APNsSimulator.Refusal) -> String {
        switch path {
        case .other: throw APNsSimulator.Refusal(.badPath)
        case .noToken: throw APNsSimulator.Refusal(.missingDeviceToken)
        case .malformedToken: throw APNsSimulator.Refusal(.badDeviceToken)
        case .token(let isLowercase):
            let token = DevicePath.token(in: fields.path)
            return isLowercase ? String(token) : token.lowercased()
        }
    }

    private static func topic(
        _ fields: PushFields, _ certificate: PushCertificate?
    ) throws(APNsSimulator.Refusal) -> (PushType, String, TopicName) {
        let found = try topic(fields, allowsManagement: certificate != nil)
        try certificate?.check(found.1, found.2, found.0)
        return found
    }

    private static func topic(
        _ fields: PushFields, allowsManagement: Bool
    ) throws(APNsSimulator.Refusal) -> (PushType, String, TopicName) {
        guard let text = fields.topic, !text.isEmpty else { throw APNsSimulator.Refusal(.missingTopic) }
        guard let topic = TopicName(text) else { throw APNsSimulator.Refusal(.badTopic) }
        guard let name = fields.pushType else { return (topic.impliedPushType, text, topic) }
        guard let pushType = PushType(rawValue: name) else { throw APNsSimulator.Refusal(.invalidPushType) }
        if pushType == .mdm {
            if allowsManagement { return (pushType, text, topic) }
            throw APNsSimulator.Refusal(.topicDisallowed)
        }
        guard topic.suffix != pushType.topicSuffix else { return (pushType, text, topic) }
        // Reported by users of several senders: another type's suffix is InvalidPushType, a missing one the other.
        throw APNsSimulator.Refusal(topic.suffix.isEmpty ? .deviceTokenNotForTopic : .invalidPushType)
    }

    static func priority(
        _ text: String?, for pushType: PushType
    ) throws(APNsSimulator.Refusal) -> Int {
        let priority: Int
        switch text {
        case nil, "10": priority = 10
        case "5": priority = 5
        case "1": priority = 1
        default: throw APNsSimulator.Refusal(.badPriority)
        }
        guard pushType != .background || priority == 5 else { throw APNsSimulator.Refusal(.badPriority) }
        return priority
    }

    static func expiration(_ text: String?) throws(APNsSimulator.Refusal) -> Int64? {
        guard let text else { return nil }
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }),
            let seconds = Int64(text)
        else { throw APNsSimulator.Refusal(.badExpirationDate) }
        return seconds
    }

    private static func payload(_ body: [UInt8], for pushType: PushType) throws(APNsSimulator.Refusal) {
        guard !body.isEmpty else { throw APNsSimulator.Refusal(.payloadEmpty) }
        guard body.count <= pushType.payloadByteLimit else { throw APNsSimulator.Refusal(.payloadTooLarge) }
        guard PayloadForm.isObject(body) else { throw APNsSimulator.Refusal(.payloadEmpty) }
    }
}
