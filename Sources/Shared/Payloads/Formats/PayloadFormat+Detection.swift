import PushModel

extension PayloadFormat {
    /// Finds out what a file is by the keys at its root; what has no other sign counts as a raw APNs payload.
    ///
    /// - Parameters:
    ///   - root: The object.
    ///   - isList: Whether it stands alone in a list, as only Expo takes one.
    init(detecting root: PayloadNode, isList: Bool) {
        let keys = Set((root.members ?? []).map(\.key))
        func has(_ names: String...) -> Bool { names.contains { keys.contains($0) } }
        if isList {
            self = .expo
        } else if root["message"]?.isObject == true, !has("aps") {
            self = .fcm
        } else if root["tidings"]?.isObject == true, has("aps") {
            self = .tidingsPush
        } else if has("aps") || (root["payload"]?.isObject == true && root["headers"]?.isObject == true) {
            self = root["payload"]?["tidings"]?.isObject == true ? .tidingsPush : .apns
        } else if has(
            "app_id", "include_player_ids", "include_subscription_ids", "include_aliases", "included_segments")
            || root["contents"]?.isObject == true
        {
            self = .oneSignal
        } else if Self.isExpo(root, keys) {
            self = .expo
        } else if has("registration_ids", "content_available", "mutable_content")
            || has("to") && root["notification"]?.isObject == true
        {
            self = .fcmLegacy
        } else if Self.isNotifyKit(root, keys) {
            self = .notifyKit
        } else if has("apns") && !Self.isMessage(keys)
            || has("token", "tokens", "condition", "notification", "android", "webpush", "fcmOptions")
        {
            self = .firebaseAdmin
        } else if Self.isMessage(keys) {
            self = .tidings
        } else {
            self = .apns
        }
    }

    private static func isExpo(_ root: PayloadNode, _ keys: Set<String>) -> Bool {
        let recipients = root["to"].map { $0.elements ?? [$0] } ?? []
        let isToken: (PayloadNode) -> Bool = {
            $0.string.map { $0.hasPrefix("ExponentPushToken[") || $0.hasPrefix("ExpoPushToken[") } ?? false
        }
        return recipients.contains(where: isToken)
            || !keys.isDisjoint(with: ["_contentAvailable", "channelId", "richContent", "categoryId"])
                && !keys.isDisjoint(with: ["title", "body", "to"]) && keys.isDisjoint(with: ["ios", "android"])
    }

    private static func isNotifyKit(_ root: PayloadNode, _ keys: Set<String>) -> Bool {
        if keys.contains(NotifyKitOptions.key) || root["data"]?[NotifyKitOptions.key] != nil && !keys.contains("apns") {
            return true
        }
        if keys.contains("_v") { return true }
        let isBlob: (PayloadNode) -> Bool = { node in
            node["ios"]?.isObject == true || node["android"]?.isObject == true && node["title"] != nil
        }
        if let notification = root["notification"], !keys.contains("apns"), !keys.contains("android") {
            return isBlob(notification) || notification["id"] != nil || keys.contains("options")
        }
        return isBlob(root) && keys.isDisjoint(with: ["apns", "token", "tokens", "topic", "condition", "notification"])
    }

    /// Whether a key stands there that only a message of ours has at its root.
    private static func isMessage(_ keys: Set<String>) -> Bool {
        !keys.isDisjoint(with: [
            "to", "segment", "where", "title", "subtitle", "body", "imageUrl", "threadId", "collapseId", "deepLink",
            "ttlSeconds", "localizations", "interruptionLevel", "conversation", "encrypt", "schedule", "cancelLocal",
            "badge", "sound",
        ]) && keys.isDisjoint(with: ["alert", "aps"])
    }
}
