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
            text.appendAPS(of: content)
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
        text.append(UInt8(ascii: "}"))
        try check(text.bytes.count, byteLimit)
        return text.bytes
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

extension JSONText {
    /// Appends the dictionary that makes the system show the content.
    fileprivate mutating func appendAPS(of content: MessageContent) {
        append(UInt8(ascii: "{"))
        var members = MemberWriter()
        if content.hasAlert {
            members.key("alert", &self)
            if content.title == nil, content.subtitle == nil, let body = content.body {
                append(string: body)
            } else {
                append(UInt8(ascii: "{"))
                var lines = MemberWriter()
                lines.string("title", content.title, &self)
                lines.string("subtitle", content.subtitle, &self)
                lines.string("body", content.body, &self)
                append(UInt8(ascii: "}"))
            }
        }
        members.int("badge", content.badge, &self)
        members.string("sound", content.sound, &self)
        members.string("thread-id", content.threadID, &self)
        members.string("category", content.effectiveCategory, &self)
        // Without an alert the system would not start the extension.
        if content.hasAlert { members.int("mutable-content", 1, &self) }
        members.string("target-content-id", content.targetContentID, &self)
        members.string("interruption-level", content.interruptionLevel?.aps.rawValue, &self)
        if let score = content.relevanceScore {
            members.key("relevance-score", &self)
            append(JSONValue.double(score))
        }
        append(UInt8(ascii: "}"))
    }

    /// Appends an envelope.
    fileprivate mutating func append(_ envelope: Envelope) {
        append(UInt8(ascii: "{"))
        var members = MemberWriter()
        members.int("v", envelope.version, &self)
        members.string("id", envelope.id, &self)
        members.string("delivery", envelope.delivery, &self)
        members.string("to", envelope.to?.description, &self)
        members.string("form", envelope.form?.rawValue, &self)
        members.int("exp", envelope.expires, &self)
        members.string("conversation", envelope.conversation, &self)
        members.string("deepLink", envelope.deepLink, &self)
        members.value("action", envelope.action.map { .object($0.json) }, &self)
        members.string("image", envelope.image, &self)
        members.value("actions", envelope.actions.map { .array($0.map { .object($0.json) }) }, &self)
        members.string("category", envelope.category, &self)
        members.value("banner", envelope.banner.map { .object($0.json) }, &self)
        members.string("kid", envelope.keyID, &self)
        members.string("enc", envelope.sealed, &self)
        for member in envelope.unknown.members { members.value(member.key, member.value, &self) }
        append(UInt8(ascii: "}"))
    }

    /// Appends the members of the sender's object after a comma, as they were sent.
    fileprivate mutating func appendMembers(of data: [UInt8]) throws(PushModelError) {
        let members = try JSONScanner.members(of: data)
        guard let first = members.first, let last = members.last else { return }
        if let key = members.first(where: { MessageContent.reservedDataKeys.contains($0.key) })?.key {
            throw PushModelError(.reservedKey, "The key \"\(key)\" in data belongs to the system. Use another key.")
        }
        append(UInt8(ascii: ","))
        append(raw: data[first.keyRange.lowerBound..<last.valueRange.upperBound])
    }
}

/// Writes the members of one object with the commas between them.
private struct MemberWriter {
    private var isFirst = true

    mutating func key(_ key: String, _ text: inout JSONText) {
        if !isFirst { text.append(UInt8(ascii: ",")) }
        isFirst = false
        text.append(string: key)
        text.append(UInt8(ascii: ":"))
    }

    mutating func string(_ key: String, _ value: String?, _ text: inout JSONText) {
        guard let value else { return }
        self.key(key, &text)
        text.append(string: value)
    }

    mutating func int(_ key: String, _ value: Int?, _ text: inout JSONText) {
        guard let value else { return }
        self.key(key, &text)
        text.append(value)
    }

    mutating func value(_ key: String, _ value: JSONValue?, _ text: inout JSONText) {
        guard let value else { return }
        self.key(key, &text)
        text.append(value)
    }
}
