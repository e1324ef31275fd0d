extension PushPayload {
    /// Who draws a rendered push.
    public enum Form: Sendable, Hashable {
        /// The system: push type `alert`.
        case visible
        /// The app, woken in the background: push type `background`, priority 5.
        case silent

        /// The push type that goes with it.
        public var pushType: PushType { self == .visible ? .alert : .background }
    }

    /// The text that stands where sealed content cannot be shown.
    public static let placeholder = "New message"

    /// Renders a push that Apple and whoever carries it can read.
    ///
    /// - Parameters:
    ///   - content: What it says; its `data` goes to the root byte for byte.
    ///   - envelope: Which message and delivery it is, for whom, and until when.
    ///   - form: Who draws it.
    ///   - byteLimit: How many bytes it may have; 4,096 unless said otherwise.
    /// - Returns: The JSON in UTF-8.
    /// - Throws: `payload_too_large` with bytes and limit, `reserved_key` or `invalid_json` for faulty data.
    public static func render(
        _ content: MessageContent, envelope: Envelope, form: Form = .visible,
        byteLimit: Int = PushType.usualPayloadByteLimit
    ) throws(PushModelError) -> [UInt8] {
        var envelope = envelope.adding(content)
        var text = JSONText(capacity: 1024)
        text.append(raw: "{\"aps\":")
        switch form {
        case .visible:
            if let aps = content.apnsPayload?["aps"]?.object {
                text.append(try merged(content, aps))
            } else {
                text.appendAPS(of: content)
            }
        case .silent:
            text.append(raw: "{\"content-available\":1}")
            if content.isVisible {
                envelope.form = .silent
                envelope.banner = Banner(content)
                envelope.category = content.effectiveCategory
            }
        }
        text.append(raw: ",\"tidings\":")
        text.append(envelope)
        if let data = content.data { try text.appendMembers(of: data) }
        // In silence `aps` has to be as it is: with an alert beside it Apple would refuse the push type.
        for member in content.apnsPayload?.members ?? [] where member.key != "aps" {
            text.append(UInt8(ascii: ","))
            text.append(string: member.key)
            text.append(UInt8(ascii: ":"))
            text.append(member.value)
        }
        text.append(UInt8(ascii: "}"))
        try check(text.bytes.count, byteLimit)
        return text.bytes
    }

    /// The `aps` dictionary of the fields with what the sender adds to it.
    private static func merged(_ content: MessageContent, _ added: JSONObject) throws(PushModelError) -> JSONObject {
        var text = JSONText()
        text.appendAPS(of: content)
        var aps = try JSONValue(parsing: text.bytes).object ?? JSONObject()
        // Both forms of an alert say the same, and only objects can be merged.
        if let body = aps["alert"]?.string, added["alert"]?.object != nil { aps["alert"] = ["body": .string(body)] }
        return aps.merged(with: added)
    }

    /// Renders a push whose content only the device can read.
    ///
    /// In clear remain the placeholder, how much the push may interrupt, that it makes a sound, and which message it is.
    ///
    /// - Parameters:
    ///   - sealed: The sealed body in base64url.
    ///   - keyID: The id of the device's key.
    ///   - envelope: Which message and delivery it is, and until when; for whom stands inside.
    ///   - content: What the message says, if this server knows it; nil when the sender sealed it.
    ///   - form: Who draws it.
    ///   - placeholder: The text that is shown when the device cannot decrypt.
    ///   - byteLimit: How many bytes it may have; 4,096 unless said otherwise.
    /// - Returns: The JSON in UTF-8.
    /// - Throws: `payload_too_large` with bytes and limit.
    public static func render(
        sealed: String, keyID: String, envelope: Envelope, content: MessageContent?, form: Form = .visible,
        placeholder: String = placeholder, byteLimit: Int = PushType.usualPayloadByteLimit
    ) throws(PushModelError) -> [UInt8] {
        var own = Envelope(id: envelope.id, delivery: envelope.delivery, expires: envelope.expires)
        own.keyID = keyID
        own.sealed = sealed
        var text = JSONText(capacity: 256 + sealed.utf8.count)
        text.append(raw: "{\"aps\":")
        switch form {
        case .visible:
            text.append(raw: "{\"alert\":")
            text.append(string: placeholder)
            // A named sound would tell what the message is about; the extension sets it.
            if content?.sound != nil { text.append(raw: ",\"sound\":\"default\"") }
            text.append(raw: ",\"mutable-content\":1")
            if let level = content?.interruptionLevel {
                text.append(raw: ",\"interruption-level\":")
                text.append(string: level.aps.rawValue)
            }
            text.append(UInt8(ascii: "}"))
        case .silent:
            own.form = .silent
            text.append(raw: "{\"content-available\":1}")
        }
        text.append(raw: ",\"tidings\":")
        text.append(own)
        text.append(UInt8(ascii: "}"))
        try check(text.bytes.count, byteLimit)
        return text.bytes
    }

    /// How many bytes the sealed body may have before base64url, so that the push stays within the limit.
    public static func sealedByteBudget(
        keyID: String, envelope: Envelope, content: MessageContent?, form: Form = .visible,
        placeholder: String = placeholder, byteLimit: Int = PushType.usualPayloadByteLimit
    ) -> Int {
        let empty = try? render(
            sealed: "", keyID: keyID, envelope: envelope, content: content, form: form, placeholder: placeholder,
            byteLimit: .max)
        return max(0, byteLimit - (empty?.count ?? byteLimit)) * 3 / 4
    }

    /// Checks a finished payload against a limit.
    ///
    /// - Throws: `payload_too_large`, naming the bytes, the limit, and by how much to shorten.
    public static func check(_ byteCount: Int, _ byteLimit: Int) throws(PushModelError) {
        guard byteCount > byteLimit else { return }
        throw PushModelError(
            .payloadTooLarge,
            "The payload has \(byteCount) bytes, and APNs takes \(byteLimit). "
                + "Shorten texts or data by \(byteCount - byteLimit) bytes.")
    }
}
