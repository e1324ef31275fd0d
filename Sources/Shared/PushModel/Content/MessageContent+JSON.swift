import Foundation

extension MessageContent {
    /// The keys in the sender's data that belong to the system.
    public static let reservedDataKeys: Set<String> = ["aps", "tidings"]

    /// The most characters of a URL.
    static let urlLengthLimit = 2048

    /// Reads the content fields and leaves the others to the caller.
    ///
    /// Faults are collected in the reader; the caller reads its own fields and then calls `finish()`.
    public init(from reader: inout FieldReader) {
        title = reader.string("title", length: 0...500)
        subtitle = reader.string("subtitle", length: 0...500)
        body = reader.string("body", length: 0...4000)
        data = Self.data(&reader)
        badge = reader.int("badge", in: 0...Int(Int32.max))
        sound = reader.string("sound", length: 1...100)
        imageURL = Self.url("imageUrl", &reader, schemes: ["https"])
        attachments = reader.list("attachments", count: 0...Attachment.countLimit) { Attachment(&$0) }
        sender = reader.nested("sender") { MessageSender(&$0) }
        groupName = reader.string("groupName", length: 1...200)
        threadID = reader.string("threadId", length: 1...500)
        collapseID = Self.collapseID(&reader)
        targetContentID = reader.string("targetContentId", length: 1...500)
        priority = reader.choice("priority", of: Priority.self)
        interruptionLevel = reader.choice("interruptionLevel", of: InterruptionLevel.self)
        relevanceScore = reader.number("relevanceScore", in: 0...1)
        category = reader.string("category", length: 1...500)
        actions = reader.list("actions", count: 0...ActionButton.countLimit) { ActionButton(&$0) }
        deepLink = Self.url("deepLink", &reader, schemes: nil)
        action = reader.nested("action") { NamedAction(&$0) }
        local = reader.nested("local") { LocalPlan(&$0) }
        cancelLocal = reader.nested("cancelLocal") { LocalCancellation(&$0) }
        policy = reader.choice("policy", of: Policy.self)
        conversation = reader.string("conversation", length: 1...500)
        encrypt = reader.choice("encrypt", of: Encryption.self)
        form = reader.choice("form", of: Form.self)
        apnsPayload = Self.apnsPayload(&reader, data: data)
        Self.checkUnique((actions ?? []).map(\.id), "actions", "button", &reader)
        Self.checkUnique((attachments ?? []).map(\.id), "attachments", "attachment", &reader)
        if apnsPayload != nil, encrypt == .device {
            reader.fail("apns", .invalidFormat, "Everybody on the way could read it. Leave it out, or do not encrypt.")
        }
        if local != nil, !hasAlert {
            reader.fail("local", .required, "A plan needs a text to show: title, subtitle or body.")
        }
    }

    /// Reads a body that has content fields only.
    ///
    /// - Throws: ``PushModelError`` if the body is not JSON, ``ValidationError`` with every faulty field.
    public init(parsing body: [UInt8]) throws {
        var reader = try FieldReader(parsing: body)
        self.init(from: &reader)
        try reader.finish()
    }

    private static func data(_ reader: inout FieldReader) -> [UInt8]? {
        guard let bytes = reader.rawObject("data") else { return nil }
        // Already checked as part of the body, so this lists the members and cannot fail.
        guard let members = try? JSONScanner.members(of: bytes) else { return nil }
        var isFine = true
        for key in Set(members.map(\.key)).intersection(reservedDataKeys).sorted() {
            isFine = false
            reader.fail(
                "data.\(key)", .reservedKey,
                "The key \"\(key)\" belongs to the system. Use another key, or the message fields made for it.")
        }
        return isFine ? bytes : nil
    }

    /// Apple takes the id as a header of HTTP, which carries neither control characters nor spaces at its ends.
    private static func collapseID(_ reader: inout FieldReader) -> String? {
        guard let text = reader.string("collapseId", length: 1...64, byteLimit: 64) else { return nil }
        let isHeaderValue =
            text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } && text.utf8.first != 0x20 && text.utf8.last != 0x20
        guard isHeaderValue else {
            reader.fail(
                "collapseId", .invalidFormat, "The id may have no control characters, and no space at its ends.")
            return nil
        }
        return text
    }

    static func url(
        _ key: String, _ reader: inout FieldReader, schemes: Set<String>?, isRequired: Bool = false
    ) -> String? {
        guard let text = reader.string(key, length: 1...urlLengthLimit, isRequired: isRequired) else { return nil }
        let isClean = text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
        let scheme = isClean ? URL(string: text)?.scheme?.lowercased() : nil
        guard let scheme, schemes?.contains(scheme) ?? true else {
            let form =
                schemes.map { "an absolute \($0.sorted().joined(separator: " or ")) URL" } ?? "a URL with a scheme"
            reader.fail(key, .invalidFormat, "The value has to be \(form).")
            return nil
        }
        if schemes != nil, URL(string: text)?.host?.isEmpty ?? true {
            reader.fail(key, .invalidFormat, "The URL has no host.")
            return nil
        }
        return text
    }

    private static func checkUnique(_ ids: [String?], _ list: String, _ thing: String, _ reader: inout FieldReader) {
        for (index, id) in ids.enumerated() where id != nil && ids[..<index].contains(id) {
            reader.fail(
                "\(list)[\(index)].id", .invalidFormat, "Another \(thing) has the same id. Give each its own.")
        }
    }

    /// The content fields as one JSON object; ``data`` stays byte for byte as it is.
    ///
    /// Reading it back gives the same content.
    public func encoded() -> [UInt8] {
        var object = JSONObject()
        object.add("title", title)
        object.add("subtitle", subtitle)
        object.add("body", body)
        object.add("badge", badge)
        object.add("sound", sound)
        object.add("imageUrl", imageURL)
        object.add("attachments", attachments.map { .array($0.map { .object($0.json) }) })
        object.add("sender", sender?.json)
        object.add("groupName", groupName)
        object.add("threadId", threadID)
        object.add("collapseId", collapseID)
        object.add("targetContentId", targetContentID)
        object.add("priority", priority?.rawValue)
        object.add("interruptionLevel", interruptionLevel?.rawValue)
        object.add("relevanceScore", relevanceScore)
        object.add("category", category)
        object.add("actions", actions.map { .array($0.map { .object($0.json) }) })
        object.add("deepLink", deepLink)
        object.add("action", action?.json)
        object.add("local", local?.request)
        object.add("cancelLocal", cancelLocal?.json)
        object.add("policy", policy?.rawValue)
        object.add("conversation", conversation)
        object.add("encrypt", encrypt?.rawValue)
        object.add("form", form?.rawValue)
        object.add("apns", apnsPayload.map { JSONValue.object(["payload": .object($0)]) })
        var text = JSONText()
        text.append(object)
        guard let data else { return text.bytes }
        var bytes = text.bytes
        bytes.removeLast()
        bytes.append(contentsOf: Array((object.isEmpty ? "\"data\":" : ",\"data\":").utf8))
        bytes.append(contentsOf: data)
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }
}
