public import PushModel

extension PushDraft {
    /// The options of notify-kit as text: `_v` first, then texts, `android` and `ios`.
    ///
    /// It goes to both halves of a message as it is, byte for byte. The extension of notify-kit makes the notification anew of
    /// it, so badge and subtitle stand in it, too; the id does not, as iOS has its own.
    public var notifyKitOptions: String {
        var options: JSONObject = ["_v": .int(NotifyKitOptions.knownVersion)]
        options["title"] = title.map(JSONValue.string)
        options["subtitle"] = subtitle.map(JSONValue.string)
        options["body"] = body.map(JSONValue.string)
        options["android"] = android.map(JSONValue.object)
        var ios = ios
        if let badge, ios["badgeCount"] == nil { ios["badgeCount"] = .int(badge) }
        if !ios.isEmpty { options["ios"] = .object(ios) }
        return options.description
    }

    /// The headers for APNs, but for the topic.
    ///
    /// - Parameter now: The seconds since 1970 from which ``timeToLive`` counts.
    /// - Returns: Names and values in order.
    public func apnsHeaders(secondsSince1970 now: Int) -> JSONObject {
        var headers: JSONObject = ["apns-push-type": "alert", "apns-priority": "10"]
        headers["apns-collapse-id"] = collapseID.map(JSONValue.string)
        headers["apns-expiration"] = timeToLive.map { .string(String(now + $0)) }
        return headers
    }

    /// The payload for APNs: `aps`, the options, and the data as text if there is any.
    public var apnsPayload: JSONObject {
        var alert = JSONObject()
        alert["title"] = title.map(JSONValue.string)
        alert["subtitle"] = subtitle.map(JSONValue.string)
        alert["body"] = body.map(JSONValue.string)
        var aps: JSONObject = ["alert": .object(alert), "mutable-content": 1]
        aps["sound"] = sound
        aps["category"] = ios["categoryId"]
        aps["thread-id"] = ios["threadId"]
        aps["target-content-id"] = ios["targetContentId"]
        aps["interruption-level"] = level.map { .string($0.aps.rawValue) }
        aps["badge"] = (badge ?? ios["badgeCount"]?.int).map(JSONValue.int)
        var payload: JSONObject = ["aps": .object(aps), NotifyKitOptions.key: .string(notifyKitOptions)]
        if !data.isEmpty { payload[NotifyKitOptions.dataKey] = .string(data.description) }
        return payload
    }

    /// The data of a message of FCM: the sender's own, and the options.
    public var fcmData: JSONObject {
        var all = data
        all[NotifyKitOptions.key] = .string(notifyKitOptions)
        return all
    }

    private var level: MessageContent.InterruptionLevel? {
        ios["interruptionLevel"]?.string.flatMap { MessageContent.InterruptionLevel(rawValue: $0) }
    }

    /// A name, or the dictionary that a critical sound needs.
    private var sound: JSONValue? {
        guard ios["critical"]?.bool == true else { return ios["sound"] }
        var sound: JSONObject = ["critical": 1, "name": ios["sound"] ?? "default"]
        sound["volume"] = ios["criticalVolume"]
        return .object(sound)
    }
}
