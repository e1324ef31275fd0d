/// Says in a sentence why a delivery ended, waits or is tried again.
enum ReasonSentence {
    /// The sentence for a reason; a reason without one stands for itself.
    static func of(_ reason: String) -> String { all[reason] ?? "The reason is \(reason)." }

    /// Every reason that a delivery can have.
    static let all: [String: String] = [
        "no_device": "The subscriber has no device.",
        "unsubscribed": "The device is muted or no longer the subscriber's, or the subscriber does not want the topic.",
        "capped": "The subscriber has had as many messages today as the daily cap allows.",
        "no_token": "The device has not given a token.",
        "invalid_token": "APNs called the token dead before, and the device has not registered again since.",
        "schedule_gap": "The clocks of the subscriber's zone skip the time, and the schedule says to skip it too.",
        "schedule": "By the clock of the subscriber's new time zone it is not time yet.",
        "quiet_hours": "It is quiet hours by the subscriber's clock.",
        "channel_disabled": "The tenant has switched pushes off.",
        "local_scheduled": "A phone of the subscriber said that it shows the planned notification by itself.",
        "local_canceled": "The plan was taken back, or a newer one took its place.",
        "no_ciphertext": "The caller sealed the message, and not for this device.",
        "no_encryption_key": "The message is to be encrypted, and the device has no key.",
        "no_credential": "The app has no APNs key for the device's environment.",
        "canceled": "The sender took the message back.",
        "call_over": "The call did not ring for the person any more when the push was to go out.",
        "voip_not_ring": "It was to go out as a VoIP push and is no ring; iOS would end the app.",
        "ttl": "Its time to live ended before the first attempt.",
        "not_processed": "APNs did not look at it.",
        "transport": "The connection ended before the answer.",
        "timeout": "No answer came in time.",
        "rate_limited": "APNs asks for fewer pushes to this device.",
        "credential_rate_limited": "APNs asks for fewer new provider tokens.",
        "provider_unavailable": "APNs has a fault.",
        "bad_device_token": "The token is not one of this environment.",
        "invalid_endpoint": "The app is gone from the device, or the token belongs to another app.",
        "invalid_credential": "APNs refuses the key: check key, ids, team and environment.",
        "payload_invalid": "The payload cannot be made, or APNs refuses it or a header.",
        "payload_too_large": "The payload is over the limit of its push type for this device.",
        "lease_expired": "The server that had begun it was gone before it had recorded an answer.",
        "unknown": "APNs gave an answer that is not documented.",
    ]
}
