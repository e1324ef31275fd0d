import Foundation
package import PushCrypto
package import PushModel
import TidingsCore

/// Pushes as the server would render them.
package enum TestPush {
    /// A push in clear.
    package static func clear(
        id: String = "msg_1", to subscriber: String? = nil, expires: Int? = nil, delivery: String? = "dlv_1",
        form: PushPayload.Form = .visible, insteadOf plan: String? = nil, _ content: MessageContent
    ) throws -> String {
        var envelope = Envelope(
            id: id, delivery: delivery, to: subscriber.map(MessageReader.tag(of:)), expires: expires)
        envelope.instead = plan
        return String(decoding: try PushPayload.render(content, envelope: envelope, form: form), as: UTF8.self)
    }

    /// A push that only these keys open.
    package static func sealed(
        id: String = "msg_1", to subscriber: String? = nil, expires: Int? = nil, innerID: String? = nil,
        form: PushPayload.Form = .visible, keyID: String, keys: PublicKeys, _ content: MessageContent
    ) throws -> String {
        let envelope = Envelope(
            id: id, delivery: "dlv_1", to: subscriber.map(MessageReader.tag(of:)), expires: expires)
        var inner = SealedContent(content, envelope: envelope)
        inner.id = innerID ?? id
        let body = try MessageSealing.seal(inner.encoded(), to: keys)
        let bytes = try PushPayload.render(
            sealed: Base64URL.encode(body), keyID: keyID, envelope: envelope, content: content, form: form)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Seals for the device as it registered itself.
    package static func sealed(
        id: String = "msg_1", to subscriber: String? = nil, expires: Int? = nil, innerID: String? = nil,
        form: PushPayload.Form = .visible, for device: JSONObject, _ content: MessageContent
    ) throws -> String {
        let encryption = device["encryption"]
        let keys = try PublicKeys(
            publicKey: encryption?["publicKey"]?.string ?? "", authSecret: encryption?["auth"]?.string ?? "")
        return try sealed(
            id: id, to: subscriber, expires: expires, innerID: innerID, form: form,
            keyID: encryption?["keyId"]?.string ?? "", keys: keys, content)
    }

    /// The payload as Apple's frameworks hand it over.
    package static func userInfo(_ json: String) throws -> [AnyHashable: Any] {
        try JSONValue(parsing: json).object?.userInfo ?? [:]
    }
}
