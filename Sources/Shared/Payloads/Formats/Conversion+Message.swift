import PushModel

extension Conversion {
    /// Fields of `POST /v1/messages` that say who gets it and when, and nothing about the payload.
    private static let requestFields = [
        "to", "topic", "segment", "where", "schedule", "app", "ttlSeconds", "idempotencyKey", "channel",
        "localizations", "id", "ciphertexts", "overflow",
    ]

    /// A message of ours, rendered as the server does for one device.
    mutating func takeMessage() {
        let text = root.origin.map { Array(bytes[$0.range]) } ?? bytes
        let start = root.origin?.range.lowerBound ?? 0
        var reader: FieldReader
        do throws(PushModelError) {
            reader = try FieldReader(parsing: text)
        } catch {
            let range = start + (error.offset ?? 0)
            remarks.append(
                .init(
                    .messageField(code: error.code.rawValue, error.message),
                    .init(path: "", range: range..<range)))
            return
        }
        let content = MessageContent(from: &reader)
        reader.ignore(Self.requestFields)
        reader.reportUnknown()
        for error in reader.errors {
            let node = root.node(at: error.param)
            let parent = root.node(at: String(error.param.prefix { $0 != "." && $0 != "[" }))
            remarks.append(
                .init(
                    .messageField(code: error.code.rawValue, error.message),
                    .init(path: error.param, range: (node ?? parent ?? root).origin?.range ?? 0..<0)))
        }
        guard reader.errors.isEmpty else { return }
        let form = content.form(hasServiceExtension: true)
        // What stands in every push: as long as the real ones, and nobody's.
        var envelope = Envelope(
            id: "msg_" + String(repeating: "0", count: 29), delivery: "dlv_" + String(repeating: "0", count: 29),
            to: SubscriberTag(String(repeating: "A", count: 16)), expires: 1_900_000_000)
        let rendered: [UInt8]?
        if content.encrypt == .device {
            envelope.to = nil
            let inside = SealedContent(content, envelope: envelope).encoded().count
            let steps = (inside + 1 + 255) / 256 * 256
            let sealed = String(repeating: "A", count: ((steps + 86 + 17) * 4 + 2) / 3)
            rendered = try? PushPayload.render(
                sealed: sealed, keyID: "key", envelope: envelope, content: content, form: form, byteLimit: .max)
        } else {
            rendered = try? PushPayload.render(content, envelope: envelope, form: form, byteLimit: .max)
        }
        guard let rendered, let value = try? JSONValue(parsing: rendered) else { return }
        payload = placed(PayloadNode(value))
        headers.append(PayloadHeader("apns-push-type", form.pushType.rawValue))
        headers.append(
            PayloadHeader(
                "apns-priority", String(content.pushPriority(in: form).rawValue), origin: root["priority"]?.origin))
        addHeader("apns-collapse-id", root["collapseId"])
        // The server adds the topic of each app.
        headers.append(PayloadHeader("apns-topic", "com.example.app"))
    }

    /// The payload with the places of the fields that its parts come from.
    private func placed(_ payload: PayloadNode) -> PayloadNode {
        var payload = payload
        guard var members = payload.members else { return payload }
        let own = (root["apns"]?["payload"]?.members ?? []) + (root["data"]?.members ?? [])
        let ownByKey = Dictionary(own.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
        for (index, member) in members.enumerated() {
            switch member.key {
            case "aps": members[index].value = placed(member.value, Self.apsFields)
            case "tidings": members[index].value = placed(member.value, Self.envelopeFields)
            default:
                if let own = ownByKey[member.key] {
                    members[index] = .init(member.key, own.value, keyRange: own.keyRange)
                }
            }
        }
        payload.content = .object(members)
        return payload
    }

    private func placed(_ node: PayloadNode, _ fields: [String: String]) -> PayloadNode {
        var node = node
        guard var members = node.members else { return node }
        for (index, member) in members.enumerated() {
            if let field = fields[member.key], let own = root.member(field) {
                members[index].keyRange = own.keyRange
                members[index].value.origin = own.value.origin
            }
            if member.value.isObject, member.key == "alert" || member.key == "banner" {
                members[index].value = placed(members[index].value, Self.apsFields)
            }
            if let own = root["apns"]?["payload"]?["aps"]?.member(member.key) {
                members[index] = .init(member.key, own.value, keyRange: own.keyRange)
            }
        }
        node.content = .object(members)
        return node
    }

    private static let apsFields = [
        "title": "title", "subtitle": "subtitle", "body": "body", "alert": "body", "badge": "badge", "sound": "sound",
        "thread-id": "threadId", "threadId": "threadId", "category": "category",
        "target-content-id": "targetContentId", "targetContentId": "targetContentId",
        "interruption-level": "interruptionLevel", "interruptionLevel": "interruptionLevel",
        "relevance-score": "relevanceScore", "relevanceScore": "relevanceScore",
    ]
    private static let envelopeFields = [
        "conversation": "conversation", "deepLink": "deepLink", "action": "action", "image": "imageUrl",
        "attachments": "attachments", "sender": "sender", "group": "groupName", "actions": "actions",
        "category": "category", "local": "local", "cancelLocal": "cancelLocal", "form": "form",
    ]
}
