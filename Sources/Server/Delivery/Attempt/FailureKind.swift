internal import APNs

/// What kind of failure a provider's answer is: it decides what happens next.
///
/// Raw values are the delivery's `reason` in the API.
package enum FailureKind: String, Sendable, CaseIterable {
    /// Retried: the provider asks for fewer pushes to this device.
    case deviceRateLimited = "rate_limited"
    /// Retried: the provider asks for fewer new provider tokens.
    case credentialRateLimited = "credential_rate_limited"
    /// Retried: the provider had a fault.
    case providerUnavailable = "provider_unavailable"
    /// Retried at once: the provider did not look at it.
    case notProcessed = "not_processed"
    /// Retried: the connection ended before the answer.
    case transport
    /// Retried: the deadline passed before the answer.
    case timeout
    /// Final: the token is gone or not for this app.
    case invalidEndpoint = "invalid_endpoint"
    /// One try in the other environment, then final.
    case environmentMismatch = "bad_device_token"
    /// Final: the provider does not accept the app's credential.
    case invalidCredential = "invalid_credential"
    /// Final: the provider does not accept the payload or a header.
    case payloadInvalid = "payload_invalid"
    /// Final: the payload is over the provider's limit.
    case payloadTooLarge = "payload_too_large"
    /// Final: only a ring may go out as a VoIP push.
    case voipNotRing = "voip_not_ring"
    /// Final: an answer that is not documented.
    case unknown

    /// Sorts an APNs rejection; an unknown reason goes by its status.
    ///
    /// Source: Apple, "Handling notification responses from APNs".
    package init(status: Int, reason: String) {
        switch reason {
        case "Unregistered", "ExpiredToken", "DeviceTokenNotForTopic": self = .invalidEndpoint
        case "BadDeviceToken": self = .environmentMismatch
        case "InvalidProviderToken", "MissingProviderToken", "ExpiredProviderToken", "BadEnvironmentKeyIdInToken",
            "BadEnvironmentKeyInToken", "UnrelatedKeyIdInToken", "BadCertificate", "BadCertificateEnvironment",
            "TopicDisallowed", "Forbidden":
            self = .invalidCredential
        case "PayloadTooLarge": self = .payloadTooLarge
        case "PayloadEmpty", "BadCollapseId", "BadExpirationDate", "BadMessageId", "BadPriority", "BadTopic",
            "MissingTopic", "InvalidPushType", "MissingDeviceToken", "DuplicateHeaders", "BadPath", "MethodNotAllowed":
            self = .payloadInvalid
        case RejectionReason.voipNotRing.rawValue: self = .voipNotRing
        case "TooManyRequests": self = .deviceRateLimited
        case "TooManyProviderTokenUpdates": self = .credentialRateLimited
        case "Shutdown", "IdleTimeout": self = .notProcessed
        case "InternalServerError", "ServiceUnavailable": self = .providerUnavailable
        default:
            switch status {
            case 410: self = .invalidEndpoint
            case 413: self = .payloadTooLarge
            case 429: self = .deviceRateLimited
            case 500...599: self = .providerUnavailable
            default: self = .unknown
            }
        }
    }
}
