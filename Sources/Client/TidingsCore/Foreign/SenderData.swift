package import PushModel

/// The sender's own members of a payload, whoever sent it: without what belongs to the system or to a library.
package enum SenderData {
    /// Whether a member belongs to Apple, to us, to Firebase or to a library on top of it.
    package static func isReserved(_ key: String) -> Bool {
        ["aps", "tidings", "fcm_options"].contains(key)
            || ["gcm.", "google.", "notifee", "fcm"].contains { key.hasPrefix($0) }
    }

    /// What is left of a payload.
    package static func members(of payload: JSONObject) -> JSONObject {
        var rest = JSONObject()
        for member in payload.members where !isReserved(member.key) { rest.members.append(member) }
        return rest
    }
}
