/// Why APNs refused a push; answers may carry reasons that have no name here.
///
/// Source: Apple, "Handling notification responses from APNs".
public struct RejectionReason: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The word that APNs sends.
    public let rawValue: String

    /// Creates a reason from the word that APNs sends.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The word that APNs sends.
    public var description: String { rawValue }

    /// The answer had no readable reason.
    public static let unknown = RejectionReason(rawValue: "")

    /// The push is of type voip and tells of something else than a call that rings.
    ///
    /// Our own word: such a push never leaves, because iOS ends an app that gets one and reports no call.
    public static let voipNotRing = RejectionReason(rawValue: "VoIPNotRing")

    // MARK: 400

    /// The collapse id is longer than 64 bytes.
    public static let badCollapseID = RejectionReason(rawValue: "BadCollapseId")
    /// The token is malformed, or of the other environment.
    public static let badDeviceToken = RejectionReason(rawValue: "BadDeviceToken")
    /// The expiration is not a number of seconds.
    public static let badExpirationDate = RejectionReason(rawValue: "BadExpirationDate")
    /// The `apns-id` is not a UUID.
    public static let badMessageID = RejectionReason(rawValue: "BadMessageId")
    /// The priority is not allowed for the type.
    public static let badPriority = RejectionReason(rawValue: "BadPriority")
    /// The topic is malformed.
    public static let badTopic = RejectionReason(rawValue: "BadTopic")
    /// The token belongs to another app.
    public static let deviceTokenNotForTopic = RejectionReason(rawValue: "DeviceTokenNotForTopic")
    /// A header came twice.
    public static let duplicateHeaders = RejectionReason(rawValue: "DuplicateHeaders")
    /// The connection was idle for too long.
    public static let idleTimeout = RejectionReason(rawValue: "IdleTimeout")
    /// The push type is unknown.
    public static let invalidPushType = RejectionReason(rawValue: "InvalidPushType")
    /// The path names no token.
    public static let missingDeviceToken = RejectionReason(rawValue: "MissingDeviceToken")
    /// There is no topic.
    public static let missingTopic = RejectionReason(rawValue: "MissingTopic")
    /// There is no payload.
    public static let payloadEmpty = RejectionReason(rawValue: "PayloadEmpty")
    /// The credential may not send to this topic.
    public static let topicDisallowed = RejectionReason(rawValue: "TopicDisallowed")

    // MARK: 403

    /// The client certificate is not valid.
    public static let badCertificate = RejectionReason(rawValue: "BadCertificate")
    /// The client certificate is for the other environment.
    public static let badCertificateEnvironment = RejectionReason(rawValue: "BadCertificateEnvironment")
    /// The provider token is older than an hour.
    public static let expiredProviderToken = RejectionReason(rawValue: "ExpiredProviderToken")
    /// The action is not allowed.
    public static let forbidden = RejectionReason(rawValue: "Forbidden")
    /// The provider token cannot be verified.
    public static let invalidProviderToken = RejectionReason(rawValue: "InvalidProviderToken")
    /// There is neither a provider token nor a certificate.
    public static let missingProviderToken = RejectionReason(rawValue: "MissingProviderToken")
    /// The key is of another team than the connection.
    public static let unrelatedKeyIDInToken = RejectionReason(rawValue: "UnrelatedKeyIdInToken")
    /// The key is for the other environment.
    public static let badEnvironmentKeyIDInToken = RejectionReason(rawValue: "BadEnvironmentKeyIdInToken")

    // MARK: 404, 405, 410, 413, 429

    /// The path is wrong.
    public static let badPath = RejectionReason(rawValue: "BadPath")
    /// The method is not POST.
    public static let methodNotAllowed = RejectionReason(rawValue: "MethodNotAllowed")
    /// The token has expired.
    public static let expiredToken = RejectionReason(rawValue: "ExpiredToken")
    /// The token is no longer in use for the topic.
    public static let unregistered = RejectionReason(rawValue: "Unregistered")
    /// The payload has too many bytes.
    public static let payloadTooLarge = RejectionReason(rawValue: "PayloadTooLarge")
    /// The provider token was changed more often than every 20 minutes.
    public static let tooManyProviderTokenUpdates = RejectionReason(rawValue: "TooManyProviderTokenUpdates")
    /// Too many pushes in a row for the same device.
    public static let tooManyRequests = RejectionReason(rawValue: "TooManyRequests")

    // MARK: 500, 503

    /// APNs had a fault.
    public static let internalServerError = RejectionReason(rawValue: "InternalServerError")
    /// APNs is not available now.
    public static let serviceUnavailable = RejectionReason(rawValue: "ServiceUnavailable")
    /// This server of APNs is going down: connect again.
    public static let shutdown = RejectionReason(rawValue: "Shutdown")

    // MARK: Channels and broadcasts

    /// The app does not have the broadcast capability.
    public static let featureNotEnabled = RejectionReason(rawValue: "FeatureNotEnabled")
    /// There is no channel id.
    public static let missingChannelID = RejectionReason(rawValue: "MissingChannelId")
    /// The channel id is malformed.
    public static let badChannelID = RejectionReason(rawValue: "BadChannelId")
    /// The app has no such channel.
    public static let channelNotRegistered = RejectionReason(rawValue: "ChannelNotRegistered")
    /// A parameter is missing or malformed.
    public static let badRequestParameters = RejectionReason(rawValue: "BadRequestParams")
    /// The body is not what the call needs.
    public static let badRequestPayload = RejectionReason(rawValue: "BadRequestPayload")
    /// There is no push type.
    public static let missingPushType = RejectionReason(rawValue: "MissingPushType")
    /// The app has its 10,000 channels.
    public static let cannotCreateChannelConfiguration = RejectionReason(rawValue: "CannotCreateChannelConfig")
    /// The topic is not that of the credential.
    public static let topicMismatch = RejectionReason(rawValue: "TopicMismatch")

    /// Every documented reason of channel calls and broadcasts with the status that it comes with.
    public static let documentedForChannels: [RejectionReason: Int] = {
        let byStatus: [Int: [RejectionReason]] = [
            400: [
                .featureNotEnabled, .missingChannelID, .badChannelID, .channelNotRegistered, .badRequestParameters,
                .badRequestPayload, .payloadEmpty, .badMessageID, .missingPushType, .invalidPushType,
                .cannotCreateChannelConfiguration, .badExpirationDate, .topicDisallowed, .badPriority,
            ],
            403: [
                .badCertificate, .badCertificateEnvironment, .topicMismatch, .missingProviderToken,
                .expiredProviderToken, .invalidProviderToken,
            ],
            404: [.badPath], 405: [.methodNotAllowed], 413: [.payloadTooLarge],
            429: [.tooManyRequests, .tooManyProviderTokenUpdates], 500: [.internalServerError],
            503: [.serviceUnavailable, .shutdown],
        ]
        return Dictionary(
            uniqueKeysWithValues: byStatus.flatMap { status, reasons in reasons.map { ($0, status) } })
    }()

    /// Every documented reason with the status that it comes with.
    public static let documented: [RejectionReason: Int] = {
        let byStatus: [Int: [RejectionReason]] = [
            400: [
                .badCollapseID, .badDeviceToken, .badExpirationDate, .badMessageID, .badPriority, .badTopic,
                .deviceTokenNotForTopic, .duplicateHeaders, .idleTimeout, .invalidPushType, .missingDeviceToken,
                .missingTopic, .payloadEmpty, .topicDisallowed,
            ],
            403: [
                .badCertificate, .badCertificateEnvironment, .expiredProviderToken, .forbidden, .invalidProviderToken,
                .missingProviderToken, .unrelatedKeyIDInToken, .badEnvironmentKeyIDInToken,
            ],
            404: [.badPath], 405: [.methodNotAllowed], 410: [.expiredToken, .unregistered], 413: [.payloadTooLarge],
            429: [.tooManyProviderTokenUpdates, .tooManyRequests], 500: [.internalServerError],
            503: [.serviceUnavailable, .shutdown],
        ]
        return Dictionary(
            uniqueKeysWithValues: byStatus.flatMap { status, reasons in reasons.map { ($0, status) } })
    }()
}
