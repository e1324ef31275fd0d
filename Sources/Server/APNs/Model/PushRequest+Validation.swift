import Foundation
import PushModel

extension PushRequest {
    /// The rule that this push breaks when sent with a signing key; nil when it may be sent.
    public var violation: Rejection? { violation(of: .token) }

    /// The rule that this push breaks, as the answer that APNs would give; nil when it may be sent.
    ///
    /// A refusal by APNs slows the whole connection, so a push that is certain to be refused does not leave.
    ///
    /// - Parameter authentication: How the client proves who sends, on which some types depend.
    /// - Returns: The refusal, marked as local.
    public func violation(of authentication: Authentication.Kind) -> Rejection? {
        violation(of: authentication, hasGoodTopic: false)
    }

    /// The same where topic and type may be known to go together, and with the authentication.
    func violation(of authentication: Authentication.Kind, hasGoodTopic: Bool) -> Rejection? {
        if let tokenViolation { return tokenViolation }
        if !hasGoodTopic, let violation = authenticationViolation(authentication) ?? topicViolation { return violation }
        return payloadViolation ?? callViolation ?? headerViolation
    }

    private func authenticationViolation(_ kind: Authentication.Kind) -> Rejection? {
        switch kind {
        case .token where !pushType.allowsTokenAuthentication:
            .local(
                400, .invalidPushType, "Push type \(pushType.rawValue) needs a certificate; this client has a key.")
        case .certificate where !pushType.allowsCertificateAuthentication:
            .local(
                400, .invalidPushType, "Push type \(pushType.rawValue) needs a key; this client has a certificate.")
        default: nil
        }
    }

    private var tokenViolation: Rejection? {
        var token = deviceToken
        let (count, isHex) = token.withUTF8 { ($0.count, Self.isHex($0)) }
        guard count > 0 else {
            return .local(400, .missingDeviceToken, "The device token is empty: register the device before sending.")
        }
        guard isHex, count.isMultiple(of: 2), count <= 2 * DeviceToken.byteLimit else {
            return .local(
                400, .badDeviceToken,
                "The device token must be an even number of hexadecimal digits, at most \(2 * DeviceToken.byteLimit); "
                    + "this one has \(count) characters\(isHex ? "" : ", some of them no digits")."
                    + (isHex ? "" : Self.likelyForm(of: deviceToken).map { " " + $0 } ?? ""))
        }
        return nil
    }

    private var topicViolation: Rejection? {
        guard !topic.isEmpty else {
            return .local(400, .missingTopic, "The topic is empty: set the bundle id of the app.")
        }
        guard topic.utf8.count <= 255, topic.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else {
            return .local(400, .badTopic, "The topic must be printable ASCII without spaces, at most 255 bytes.")
        }
        // The topic of a managed device is the UID in the certificate, whatever that looks like.
        guard let suffix = pushType.topicSuffix else { return nil }
        if suffix.isEmpty {
            guard let foreign = Self.unmistakableSuffixes.first(where: topic.hasSuffix) else { return nil }
            return .local(
                400, .badTopic,
                "Push type \(pushType.rawValue) goes to the bundle id itself; the topic ends in \(foreign).")
        }
        guard topic.hasSuffix(suffix), topic.utf8.count > suffix.utf8.count else {
            return .local(
                400, .badTopic, "Push type \(pushType.rawValue) goes to the bundle id followed by \(suffix).")
        }
        guard !topic.dropLast(suffix.utf8.count).hasSuffix(suffix) else {
            return .local(400, .badTopic, "The topic ends in \(suffix) twice; once is right.")
        }
        return nil
    }

    private var payloadViolation: Rejection? {
        guard !payload.isEmpty else {
            return .local(400, .payloadEmpty, "The payload is empty: it must be a JSON object.")
        }
        let limit = pushType.payloadByteLimit
        guard payload.count <= limit else {
            return .local(
                413, .payloadTooLarge,
                "The payload has \(payload.count) bytes; push type \(pushType.rawValue) allows \(limit).")
        }
        return nil
    }

    /// A VoIP push of ours has to be a ring; what other payloads are, only their app knows.
    private var callViolation: Rejection? {
        guard pushType == .voip, let push = PushPayload(json: payload), push.envelope.call?.event != .ring else {
            return nil
        }
        return .local(
            400, .voipNotRing,
            "Only a call that rings may go out as a VoIP push; iOS ends an app that gets another one. "
                + "Tell of this by an alert or a background push.")
    }

    private var headerViolation: Rejection? {
        if !pushType.allowedPriorities.contains(priority) {
            let allowed = pushType.allowedPriorities.map { "\($0.rawValue)" }.joined(separator: ", ")
            return .local(
                400, .badPriority,
                "Push type \(pushType.rawValue) may not have priority \(priority.rawValue); it allows \(allowed).")
        }
        if let collapseID {
            let isText = !collapseID.isEmpty && collapseID.utf8.allSatisfy { $0 >= 32 && $0 != 127 }
            guard isText, collapseID.utf8.count <= Self.collapseIDByteLimit else {
                return .local(
                    400, .badCollapseID,
                    "The collapse id must have 1 to \(Self.collapseIDByteLimit) bytes and no control characters; "
                        + "this one has \(collapseID.utf8.count) bytes.")
            }
        }
        return expiration.flatMap { Self.violation(of: $0) }
    }

    /// What APNs would say to an expiration outside the calendar.
    static func violation(of expiration: Expiration) -> Rejection? {
        if case .at(let date) = expiration {
            let seconds = date.timeIntervalSince1970
            // Year 9999 is the last one that common date formats know.
            guard seconds >= 1, seconds < 253_402_300_800 else {
                return .local(
                    400, .badExpirationDate, "The expiration must lie after 1970 and before the year 10000.")
            }
        }
        return nil
    }

    /// The most bytes that a collapse id may have.
    public static let collapseIDByteLimit = 64

    /// Suffixes that no bundle id ends in; `.voip` and `.complication` may be part of one.
    static let unmistakableSuffixes = [
        ".push-type.liveactivity", ".push-type.controls", ".push-type.widgets", ".location-query", ".voip-ptt",
        ".pushkit.fileprovider",
    ]

    private static func isHex(_ digits: UnsafeBufferPointer<UInt8>) -> Bool {
        // Without branches, so that the compiler looks at many bytes at once.
        var faults: UInt8 = 0
        for digit in digits {
            let isNoDecimal: UInt8 = digit &- UInt8(ascii: "0") < 10 ? 0 : 1
            let isNoLetter: UInt8 = (digit | 0x20) &- UInt8(ascii: "a") < 6 ? 0 : 1
            faults |= isNoDecimal & isNoLetter
        }
        return faults == 0
    }
}

extension Rejection {
    /// The header fields are more than the server says it takes.
    static func headersTooLarge(_ byteCount: Int, limit: Int) -> Rejection {
        local(
            431, .unknown, "The header fields have \(byteCount) bytes; the server takes \(limit) at most.")
    }

    fileprivate static func local(_ status: Int, _ reason: RejectionReason, _ detail: String) -> Rejection {
        Rejection(status: status, reason: reason, isLocal: true, detail: detail)
    }
}
