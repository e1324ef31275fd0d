import PushModel

extension Conversion {
    /// A message of FCM, by the SDK for servers or in the body of `messages:send`.
    ///
    /// - Parameters:
    ///   - message: The object that holds `notification`, `data` and `apns`.
    ///   - translates: Whether camel-case keys in `aps` become those of Apple, as the SDK makes them.
    ///   - isFragment: Whether it may be part of a message, without a route.
    mutating func takeFirebase(_ message: PayloadNode, translates: Bool, isFragment: Bool) {
        if let payload = message["apns"]?["payload"], payload.isObject { self.payload = payload }
        renameKeys(translates)
        takeNotification(message["notification"])
        payload.add(message["data"]?.members ?? [])
        headers = PayloadHeader.headers(in: message["apns"]?["headers"])
        namesHeaders = message["apns"]?["headers"] != nil
        let routes = Self.routes.filter { message[$0] != nil }.count + (message["tokens"] == nil ? 0 : 1)
        if routes != 1 { remarks.append(.init(.route(found: routes, isRequired: !isFragment), message.origin)) }
    }

    private mutating func takeNotification(_ notification: PayloadNode?) {
        guard let notification else { return }
        addToAlert("title", notification.member("title"))
        addToAlert("body", notification.member("body"))
        guard let image = notification.member("image") ?? notification.member("imageUrl") else { return }
        var options = payload["fcm_options"] ?? .emptyObject
        options.add("image", image.value, keyRange: image.keyRange)
        payload.set("fcm_options", options)
    }

    /// What the SDK renames in `aps`; found by the keys that are there, it says which way the message goes.
    private mutating func renameKeys(_ translates: Bool) {
        guard var aps = payload["aps"], aps.isObject else { return }
        aps = renamed(aps, Self.apsKeys, translates)
        if let alert = aps["alert"], alert.isObject { aps.set("alert", renamed(alert, Self.alertKeys, translates)) }
        payload.set("aps", aps)
    }

    private mutating func renamed(_ node: PayloadNode, _ names: [String: String], _ translates: Bool) -> PayloadNode {
        var node = node
        let members = (node.members ?? []).map { member -> PayloadNode.Member in
            guard let name = names[member.key] else { return member }
            remarks.append(
                .init(.adminKey(name, isTranslated: translates), member.value.origin, keyRange: member.keyRange))
            guard translates else { return member }
            let isTrue = member.value.scalar == true && (name == "content-available" || name == "mutable-content")
            return .init(
                name, isTrue ? PayloadNode(1, origin: member.value.origin) : member.value, keyRange: member.keyRange)
        }
        node.content = .object(members)
        return node
    }

    static let apsKeys = [
        "contentAvailable": "content-available", "mutableContent": "mutable-content", "threadId": "thread-id",
    ]
    static let alertKeys = [
        "titleLocKey": "title-loc-key", "titleLocArgs": "title-loc-args", "subtitleLocKey": "subtitle-loc-key",
        "subtitleLocArgs": "subtitle-loc-args", "locKey": "loc-key", "locArgs": "loc-args",
        "actionLocKey": "action-loc-key", "launchImage": "launch-image",
    ]

    /// The API that was switched off in 2024.
    mutating func takeLegacyFirebase() {
        takeNotification(root["notification"])
        addToAPS("sound", root["notification"]?["sound"])
        addToAPS("badge", root["notification"]?["badge"])
        addToAPS("category", root["notification"]?["click_action"])
        addFlag("content-available", root["content_available"])
        addFlag("mutable-content", root["mutable_content"])
        payload.add(root["data"]?.members ?? [])
        addHeader("apns-collapse-id", root["collapse_key"])
    }
}
