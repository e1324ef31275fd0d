public import PushModel

extension PushDraft {
    /// Builds the JSON for APNs with its headers.
    ///
    /// - Parameters:
    ///   - bundleID: The bundle id of the app, which is the topic; nil leaves the header to the sender.
    ///   - now: The seconds since 1970 from which ``timeToLive`` counts.
    /// - Returns: An object with `headers` and `payload`.
    /// - Throws: Everything that is wrong; `payload_too_large` if the payload has more bytes than APNs takes.
    public func apns(bundleID: String? = nil, secondsSince1970 now: Int) throws(ValidationError) -> BuiltPush {
        try check(.apns)
        if let bundleID, TopicName(bundleID)?.suffix.isEmpty != true {
            throw ValidationError([
                FieldError(.invalidFormat, at: "bundleId", "The value has to be a bundle id without a suffix.")
            ])
        }
        var headers = apnsHeaders(secondsSince1970: now)
        headers["apns-topic"] = bundleID.map(JSONValue.string)
        return try BuiltPush(
            .apns, ["headers": .object(headers), "payload": .object(apnsPayload)],
            parts: [("payload", apnsPayload)], byteLimit: PushType.alert.payloadByteLimit)
    }

    /// Builds the body of `messages:send` of FCM.
    ///
    /// - Parameter now: The seconds since 1970 from which ``timeToLive`` counts.
    /// - Returns: An object with `message`, whose half for Android is data only.
    /// - Throws: Everything that is wrong; `payload_too_large` if a half has more bytes than it may have.
    public func fcm(secondsSince1970 now: Int) throws(ValidationError) -> BuiltPush {
        try check(.fcm)
        let message = message(timeToLive: timeToLive.map { .string("\($0)s") }, collapse: "collapse_key", now)
        return try BuiltPush(
            .fcm, ["message": .object(message)], parts: halves, byteLimit: PushType.usualPayloadByteLimit)
    }

    /// Builds a message for the Firebase Admin SDK for Node, whose times are milliseconds.
    ///
    /// - Parameter now: The seconds since 1970 from which ``timeToLive`` counts.
    /// - Returns: The object that its `send` takes.
    /// - Throws: Everything that is wrong; `payload_too_large` if a half has more bytes than it may have.
    public func firebaseAdmin(secondsSince1970 now: Int) throws(ValidationError) -> BuiltPush {
        try check(.firebaseAdmin)
        let message = message(timeToLive: timeToLive.map { .int($0 * 1000) }, collapse: "collapseKey", now)
        return try BuiltPush(.firebaseAdmin, message, parts: halves, byteLimit: PushType.usualPayloadByteLimit)
    }

    /// Builds the body of `POST /v1/messages`.
    ///
    /// - Returns: The message; our extension takes it without notify-kit's options.
    /// - Throws: Everything that is wrong, also what the server would refuse.
    public func tidings() throws(ValidationError) -> BuiltPush {
        try check(.tidings)
        let body = try messageBody()
        let document = try? PayloadDocument(reading: body.encoded(), as: .tidings)
        let faults = (document?.remarks ?? []).compactMap { remark -> FieldError? in
            guard case .messageField(let code, let message) = remark.kind else { return nil }
            return FieldError(.init(rawValue: code), at: remark.origin.path, message)
        }
        guard faults.isEmpty else { throw ValidationError(faults) }
        let payload = document?.payload.value.object ?? JSONObject()
        return try BuiltPush(
            .tidings, body, parts: [("payload", payload)], byteLimit: PushType.usualPayloadByteLimit)
    }

    private func check(_ target: Target) throws(ValidationError) {
        let faults = faults(for: target)
        if !faults.isEmpty { throw ValidationError(faults) }
    }

    /// What each platform gets.
    ///
    /// FCM hands the data to iOS as well.
    private var halves: [(String, JSONObject)] {
        // No key of the data is one of the payload's: those are reserved.
        let ios = JSONObject(apnsPayload.members + data.members)
        return [("apns", ios), ("android", fcmData)]
    }

    private func message(timeToLive: JSONValue?, collapse: String, _ now: Int) -> JSONObject {
        var message = JSONObject()
        message["token"] = token.map(JSONValue.string)
        message["topic"] = topic.map(JSONValue.string)
        message["condition"] = condition.map(JSONValue.string)
        message["data"] = .object(fcmData)
        var android: JSONObject = ["priority": .string(androidPriority ?? "high")]
        android["ttl"] = timeToLive
        android[collapse] = collapseID.map(JSONValue.string)
        message["android"] = .object(android)
        message["apns"] = [
            "headers": .object(apnsHeaders(secondsSince1970: now)), "payload": .object(apnsPayload),
        ]
        return message
    }

    private func messageBody() throws(ValidationError) -> JSONObject {
        var body = JSONObject()
        if !users.isEmpty { body["to"] = .array(users.map(JSONValue.string)) }
        body["topic"] = topic.map(JSONValue.string)
        body["title"] = title.map(JSONValue.string)
        body["subtitle"] = subtitle.map(JSONValue.string)
        body["body"] = self.body.map(JSONValue.string)
        if !data.isEmpty { body["data"] = .object(data) }
        body["badge"] = (badge ?? ios["badgeCount"]?.int).map(JSONValue.int)
        body["collapseId"] = collapseID.map(JSONValue.string)
        body["ttlSeconds"] = timeToLive.map(JSONValue.int)
        if androidPriority == "normal" { body["priority"] = "normal" }
        let names = [
            "sound": "sound", "categoryId": "category", "threadId": "threadId", "targetContentId": "targetContentId",
            "interruptionLevel": "interruptionLevel",
        ]
        for member in ios.members {
            if let name = names[member.key] {
                body[name] = member.value
            } else if member.key == "attachments" {
                body["attachments"] = .array((member.value.array ?? []).map(Self.attachment))
            } else if member.key != "badgeCount" {
                // A message of ours cannot say it; leaving it out without a word would lose it.
                throw ValidationError([
                    FieldError(
                        .unknownField, at: "notification.ios.\(member.key)", "A message of Tidings has no such field.")
                ])
            }
        }
        if android != nil {
            throw ValidationError([
                FieldError(.unknownField, at: "notification.android", "Tidings sends to Apple's platforms only.")
            ])
        }
        return body
    }

    private static func attachment(_ value: JSONValue) -> JSONValue {
        var object = JSONObject()
        object["url"] = value["url"]
        object["id"] = value["id"] ?? value["identifier"]
        if value["thumbnailHidden"] == true { object["hideThumbnail"] = true }
        return .object(object)
    }
}
