import PushModel

extension Conversion {
    /// A request to OneSignal, as its service turns it into a push.
    mutating func takeOneSignal() {
        addToAlert("title", text("headings"))
        addToAlert("subtitle", text("subtitle"))
        addToAlert("body", text("contents"))
        if let alert = root["apns_alert"] { addToAPS("alert", alert) }
        addToAPS("sound", root["ios_sound"])
        addToAPS("category", root["ios_category"])
        addToAPS("thread-id", root["thread_id"])
        addToAPS("interruption-level", root["ios_interruption_level"])
        addToAPS("relevance-score", root["ios_relevance_score"])
        addToAPS("target-content-id", root["target_content_identifier"])
        if root["ios_badgeType"]?.string == "SetTo" { addToAPS("badge", root["ios_badgeCount"]) }
        addFlag("content-available", root["content_available"])
        // Its service sets this for every push that shows something.
        addToAPS("mutable-content", PayloadNode(1, origin: root["mutable_content"]?.origin))
        var custom = PayloadNode.emptyObject
        custom.add("i", PayloadNode("00000000-0000-0000-0000-000000000000"))
        custom.add("a", root["data"])
        custom.add("u", root["url"])
        payload.add("custom", custom)
        payload.add("att", root["ios_attachments"])
        addHeader("apns-collapse-id", root["collapse_id"])
        addHeader("apns-priority", root["priority"])
        addHeader("apns-push-type", root["apns_push_type_override"])
    }

    /// A text by language; the one of English stands for all, as every request has it.
    private func text(_ key: String) -> PayloadNode.Member? {
        guard let texts = root[key] else { return nil }
        guard texts.isObject else { return root.member(key) }
        return texts.member("en") ?? texts.members?.first
    }

    /// A message for Expo's push service.
    mutating func takeExpo() {
        addToAlert("title", root.member("title"))
        addToAlert("subtitle", root.member("subtitle"))
        addToAlert("body", root.member("body"))
        addToAPS("sound", root["sound"].flatMap { $0.scalar?.isNull == true ? nil : $0 })
        addToAPS("badge", root["badge"])
        addToAPS("category", root["categoryId"])
        addToAPS("interruption-level", root["interruptionLevel"])
        addFlag("mutable-content", root["mutableContent"])
        addFlag("content-available", root["_contentAvailable"])
        payload.add("body", root["data"])
        if let image = root["richContent"]?.member("image") {
            payload.add("richContent", PayloadNode(.object([image]), origin: root["richContent"]?.origin))
        }
        switch root["priority"]?.string {
        case "high": headers.append(PayloadHeader("apns-priority", "10", origin: root["priority"]?.origin))
        case "normal": headers.append(PayloadHeader("apns-priority", "5", origin: root["priority"]?.origin))
        default: break
        }
        addHeader("apns-expiration", root["expiration"])
    }
}
