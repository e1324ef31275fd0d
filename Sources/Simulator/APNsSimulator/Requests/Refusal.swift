extension APNsSimulator {
    /// An answer other than 200: a status, a reason, and for a token that went out of use, since when.
    public struct Refusal: Error, Hashable, Sendable {
        /// HTTP status of the answer.
        public var status: Int
        /// The `reason` of the answer's JSON body.
        public var reason: Reason
        /// Milliseconds since 1970 at which the token was confirmed as out of use; goes out with status 410 only.
        public var timestamp: Int64?

        /// Creates a refusal.
        ///
        /// - Parameters:
        ///   - reason: The reason that the body names.
        ///   - status: The status; by default the one that Apple documents for the reason, 400 for an unknown one.
        ///   - timestamp: Milliseconds since 1970 for a 410.
        public init(_ reason: Reason, status: Int? = nil, timestamp: Int64? = nil) {
            self.status = status ?? reason.documentedStatus ?? 400
            self.reason = reason
            self.timestamp = timestamp
        }

        /// The JSON body of the answer.
        package var body: [UInt8] {
            var text = "{\"reason\":\"\(reason.rawValue.filter(Reason.isPlain))\""
            if let timestamp { text += ",\"timestamp\":\(timestamp)" }
            return Array((text + "}").utf8)
        }
    }
}

extension APNsSimulator.Refusal {
    /// A reason as APNs spells it; any other text can be scripted too.
    public struct Reason: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
        /// The text in the answer's body.
        public let rawValue: String

        /// Creates a reason from the text that APNs uses.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The text in the answer's body.
        public var description: String { rawValue }

        /// The status that Apple documents for this reason; nil for a reason that is not in Apple's table.
        public var documentedStatus: Int? { Self.statuses[self] }

        /// Bytes of a reason that may be scripted: it has to fit into a GOAWAY frame, and stands in every answer.
        static let byteLimit = 100

        /// Letters, digits and spaces: what may go into the body without escaping.
        static func isPlain(_ character: Character) -> Bool {
            character.isASCII && (character.isLetter || character.isNumber || character == " ")
        }
    }
}

extension APNsSimulator.Refusal.Reason {
    /// `apns-collapse-id` is longer than 64 bytes.
    public static let badCollapseID = Self(rawValue: "BadCollapseId")
    /// The device token has a wrong form, is unknown, or belongs to the other environment.
    public static let badDeviceToken = Self(rawValue: "BadDeviceToken")
    /// `apns-expiration` is not a count of seconds.
    public static let badExpirationDate = Self(rawValue: "BadExpirationDate")
    /// `apns-id` is not a UUID.
    public static let badMessageID = Self(rawValue: "BadMessageId")
    /// `apns-priority` is not 1, 5 or 10, or not allowed for the push type.
    public static let badPriority = Self(rawValue: "BadPriority")
    /// `apns-topic` is not a topic.
    public static let badTopic = Self(rawValue: "BadTopic")
    /// The token belongs to another app or to another kind of push of the app.
    public static let deviceTokenNotForTopic = Self(rawValue: "DeviceTokenNotForTopic")
    /// A header of APNs stands in the request twice.
    public static let duplicateHeaders = Self(rawValue: "DuplicateHeaders")
    /// The connection was idle for too long.
    public static let idleTimeout = Self(rawValue: "IdleTimeout")
    /// `apns-push-type` is unknown or contradicts the topic.
    public static let invalidPushType = Self(rawValue: "InvalidPushType")
    /// The path names no device token.
    public static let missingDeviceToken = Self(rawValue: "MissingDeviceToken")
    /// `apns-topic` is missing.
    public static let missingTopic = Self(rawValue: "MissingTopic")
    /// The body is empty or no JSON object.
    public static let payloadEmpty = Self(rawValue: "PayloadEmpty")
    /// The signing key may not push to the topic.
    public static let topicDisallowed = Self(rawValue: "TopicDisallowed")
    /// The client certificate is not accepted.
    public static let badCertificate = Self(rawValue: "BadCertificate")
    /// The client certificate is for the other environment.
    public static let badCertificateEnvironment = Self(rawValue: "BadCertificateEnvironment")
    /// The signing key is for the other environment.
    public static let badEnvironmentKeyIDInToken = Self(rawValue: "BadEnvironmentKeyIdInToken")
    /// The provider token is older than one hour.
    public static let expiredProviderToken = Self(rawValue: "ExpiredProviderToken")
    /// The action is not allowed.
    public static let forbidden = Self(rawValue: "Forbidden")
    /// The provider token is malformed, or its signature does not fit its key.
    public static let invalidProviderToken = Self(rawValue: "InvalidProviderToken")
    /// There is neither a provider token nor a client certificate.
    public static let missingProviderToken = Self(rawValue: "MissingProviderToken")
    /// The signing key is unrelated to the one that this connection began with.
    public static let unrelatedKeyIDInToken = Self(rawValue: "UnrelatedKeyIdInToken")
    /// The path is not one of APNs.
    public static let badPath = Self(rawValue: "BadPath")
    /// The method is not POST.
    public static let methodNotAllowed = Self(rawValue: "MethodNotAllowed")
    /// The device token has expired.
    public static let expiredToken = Self(rawValue: "ExpiredToken")
    /// The app is no longer on the device.
    public static let unregistered = Self(rawValue: "Unregistered")
    /// The body exceeds the limit of its push type.
    public static let payloadTooLarge = Self(rawValue: "PayloadTooLarge")
    /// The connection changed its provider token within 20 minutes.
    public static let tooManyProviderTokenUpdates = Self(rawValue: "TooManyProviderTokenUpdates")
    /// Too many requests in a row went to one device token.
    public static let tooManyRequests = Self(rawValue: "TooManyRequests")
    /// APNs failed.
    public static let internalServerError = Self(rawValue: "InternalServerError")
    /// APNs is not available.
    public static let serviceUnavailable = Self(rawValue: "ServiceUnavailable")
    /// This server of APNs goes down.
    public static let shutdown = Self(rawValue: "Shutdown")

    /// The channel id has a wrong form.
    public static let badChannelID = Self(rawValue: "BadChannelId")
    /// A parameter of a channel request is not one of Apple's.
    public static let badRequestParams = Self(rawValue: "BadRequestParams")
    /// The body of a channel or broadcast request does not say what it has to.
    public static let badRequestPayload = Self(rawValue: "BadRequestPayload")
    /// The app has as many channels as it may have.
    public static let cannotCreateChannelConfig = Self(rawValue: "CannotCreateChannelConfig")
    /// There is no such channel.
    public static let channelNotRegistered = Self(rawValue: "ChannelNotRegistered")
    /// Broadcasts are switched off for the app.
    public static let featureNotEnabled = Self(rawValue: "FeatureNotEnabled")
    /// `apns-channel-id` is missing.
    public static let missingChannelID = Self(rawValue: "MissingChannelId")
    /// The push type is missing.
    public static let missingPushType = Self(rawValue: "MissingPushType")
    /// The sender may not manage channels of, or broadcast to, this app.
    public static let topicMismatch = Self(rawValue: "TopicMismatch")

    /// Apple's tables for device tokens, and for channels and broadcasts.
    ///
    /// Source: Apple, "Handling notification responses from APNs", "Handling error responses from Apple Push Notification
    /// service" (channels).
    static let statuses: [Self: Int] = {
        var table: [Self: Int] = [
            .badPath: 404, .methodNotAllowed: 405, .expiredToken: 410, .unregistered: 410, .payloadTooLarge: 413,
            .tooManyProviderTokenUpdates: 429, .tooManyRequests: 429, .internalServerError: 500,
            .serviceUnavailable: 503, .shutdown: 503,
        ]
        let badRequests: [Self] = [
            .badCollapseID, .badDeviceToken, .badExpirationDate, .badMessageID, .badPriority, .badTopic,
            .deviceTokenNotForTopic, .duplicateHeaders, .idleTimeout, .invalidPushType, .missingDeviceToken,
            .missingTopic, .payloadEmpty, .topicDisallowed, .badChannelID, .badRequestParams, .badRequestPayload,
            .cannotCreateChannelConfig, .channelNotRegistered, .featureNotEnabled, .missingChannelID, .missingPushType,
        ]
        let forbidden: [Self] = [
            .badCertificate, .badCertificateEnvironment, .badEnvironmentKeyIDInToken, .expiredProviderToken,
            .forbidden, .invalidProviderToken, .missingProviderToken, .unrelatedKeyIDInToken, .topicMismatch,
        ]
        for reason in badRequests { table[reason] = 400 }
        for reason in forbidden { table[reason] = 403 }
        return table
    }()
}
