import APNs

/// What each answer of APNs means and what to do about it.
enum APNsWords {
    /// The words for a refusal: by its reason, or else by its status.
    static func of(_ rejection: Rejection) -> (meaning: String, advice: String) {
        if let words = byReason[rejection.reason] { return words }
        switch rejection.status {
        case 429: return ("APNs asks for patience.", "Wait, and send less of it.")
        case 500...599: return ("APNs has a fault of its own.", "Try again in a quarter of an hour, then later still.")
        default:
            return (
                "APNs refused it for a reason that is not documented.",
                "Look for the reason in Apple's \"Handling notification responses from APNs\"."
            )
        }
    }

    /// What to do when no answer came.
    static func advice(_ error: APNsError) -> String? {
        switch error.code {
        case .unreachable:
            "Check the network: ports 443 and 2197 to APNs have to be open. --host names another host or port."
        case .untrusted: "The system has to trust USERTrust RSA; for a simulated APNs give its ca.pem with --ca."
        case .invalidCredential: "Check --apns-key, --key-id and --team-id: tidings doctor --apns-key FILE does."
        default: nil
        }
    }

    static let byReason: [RejectionReason: (meaning: String, advice: String)] = [
        .badCollapseID: ("The collapse id is too long.", "Give at most 64 bytes."),
        .badDeviceToken: (
            "The token is malformed, or of the other environment.",
            "Development builds have sandbox tokens: try with --sandbox, or without it. tidings token inspect looks at its form."
        ),
        .badExpirationDate: ("The expiration is no number of seconds.", "Correct --ttl."),
        .badMessageID: ("The apns-id is no UUID.", "Leave it out."),
        .badPriority: (
            "The priority is not allowed for this type of push.", "Background pushes have --priority normal."
        ),
        .badTopic: ("The topic is malformed.", "Give the app's bundle id as --topic; the suffix of the type is added."),
        .deviceTokenNotForTopic: (
            "The token belongs to another app.",
            "Check --topic: it is the bundle id of the app that registered the token."
        ),
        .duplicateHeaders: ("A header came twice.", "Tell us: this tool sends each once."),
        .idleTimeout: ("The connection was idle for too long.", "Send again."),
        .invalidPushType: ("APNs does not know the type of push, or not with this credential.", "Check --push-type."),
        .missingDeviceToken: ("There is no token.", "Give --token."),
        .missingTopic: ("There is no topic.", "Give the app's bundle id as --topic."),
        .payloadEmpty: ("There is no payload.", "Give texts, or a file with --payload."),
        .topicDisallowed: (
            "The key may not send to this topic.",
            "The key has to be of the app's team, and if it is limited to some topics, list this one."
        ),
        .badCertificate: ("The certificate is not valid.", "Make a new one, or use a key."),
        .badCertificateEnvironment: ("The certificate is for the other environment.", "Use the other host, or a key."),
        .expiredProviderToken: (
            "The provider token is older than an hour.",
            "It was made just now, so the clock of this machine is wrong: tidings doctor --clock https://www.apple.com"
        ),
        .forbidden: ("The action is not allowed.", "Check what the key is for on Apple's site."),
        .invalidProviderToken: (
            "The provider token cannot be verified.",
            "Check that --key-id belongs to the file, --team-id to the key, and that the key was not revoked."
        ),
        .missingProviderToken: ("There is neither a provider token nor a certificate.", "Give --apns-key."),
        .unrelatedKeyIDInToken: (
            "The key is of another team than those used before on the connection.",
            "Send each team's pushes on their own."
        ),
        .badEnvironmentKeyIDInToken: (
            "The key is for the other environment.", "Use --sandbox, or not, as the key is made for; or a key for both."
        ),
        .badPath: ("The path is wrong.", "Check the token and the channel."),
        .methodNotAllowed: ("The method is not POST.", "Is this host APNs?"),
        .expiredToken: ("The token has expired.", "Forget it; the app registers a new one."),
        .unregistered: (
            "The token is no longer valid for the app: it was deleted, or has another token now.",
            "Forget the token until the app registers again."
        ),
        .payloadTooLarge: (
            "The payload has too many bytes.",
            "At most 4096, and 5120 for voip and broadcasts: tidings payload lint says where they are."
        ),
        .tooManyProviderTokenUpdates: (
            "Provider tokens were made more often than every 20 minutes.",
            "Keep one for 20 minutes to an hour. Every run of this tool makes one: use a server for more than tries."
        ),
        .tooManyRequests: ("Too many pushes in a row to the same device.", "Wait some minutes."),
        .internalServerError: ("APNs has a fault of its own.", "Try again in a quarter of an hour, then later still."),
        .serviceUnavailable: ("APNs is not available now.", "Try again in a quarter of an hour, then later still."),
        .shutdown: ("This server of APNs goes down.", "Send again: the next connection leads to another one."),
        .featureNotEnabled: (
            "The app does not have the broadcast capability.",
            "Switch on Broadcast under Push Notifications for the app id."
        ),
        .missingChannelID: ("There is no channel.", "Give --channel."),
        .badChannelID: ("The channel id is malformed.", "Copy it whole: it is base64."),
        .channelNotRegistered: (
            "The app has no such channel in this environment.",
            "Environments do not share channels: try with --sandbox, or without."
        ),
        .badRequestParameters: ("A parameter is missing or malformed.", "Check --event, --ttl and --priority."),
        .badRequestPayload: (
            "The body is not what the call needs.", "A broadcast updates or ends: --event update or end."
        ),
        .missingPushType: ("There is no type of push.", "Tell us: this tool names it."),
        .cannotCreateChannelConfiguration: ("The app has its 10,000 channels.", "Delete one."),
        .topicMismatch: ("The topic is not that of the credential.", "Check --topic and the key."),
    ]
}
