extension JSONText {
    /// Appends the dictionary that makes the system show the content.
    mutating func appendAPS(of content: MessageContent) {
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
    mutating func append(_ envelope: Envelope) {
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
        members.value("attachments", envelope.attachments.map { .array($0.map { .object($0.json) }) }, &self)
        members.value("sender", envelope.sender.map { .object($0.payload) }, &self)
        members.string("group", envelope.groupName, &self)
        members.value("actions", envelope.actions.map { .array($0.map { .object($0.json) }) }, &self)
        members.string("category", envelope.category, &self)
        members.value("banner", envelope.banner.map { .object($0.json) }, &self)
        members.value("local", envelope.local.map { .object($0.json) }, &self)
        members.value("cancelLocal", envelope.cancelLocal.map { .object($0.json) }, &self)
        members.value("call", envelope.call.map { .object($0.json) }, &self)
        members.string("instead", envelope.instead, &self)
        members.string("kid", envelope.keyID, &self)
        members.string("enc", envelope.sealed, &self)
        for member in envelope.unknown.members { members.value(member.key, member.value, &self) }
        append(UInt8(ascii: "}"))
    }

    /// Appends the members of the sender's object after a comma, as they were sent.
    mutating func appendMembers(of data: [UInt8]) throws(PushModelError) {
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
