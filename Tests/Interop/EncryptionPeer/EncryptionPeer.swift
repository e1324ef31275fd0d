import Foundation
import PushCrypto
import PushModel

/// Seals and opens for a process of another language: a JSON request a line in, a JSON answer a line out.
///
/// Binary values are base64url. An answer has `error` with a code instead of a result when something is refused.
/// `generate` → `privateKey`, `publicKey`, `auth` · `seal` (`text`, `publicKey`, `auth`) → `body` · `open` (`body`,
/// `privateKey`, `auth`) → `text` · `render` (`message`, `id`, `externalId`, `publicKey`, `auth`) → `payload` ·
/// `receive` (`payload`, `privateKey`, `auth`) → `content`.
@main
struct EncryptionPeer {
    static func main() {
        while let line = readLine() {
            let answer: JSONValue
            do {
                answer = try self.answer(JSONValue(parsing: line))
            } catch let error as CryptoError {
                answer = ["error": .string(error.code.rawValue)]
            } catch let error as PushModelError {
                answer = ["error": .string(error.code.rawValue)]
            } catch {
                answer = ["error": "invalid_request"]
            }
            // Not `print`, which keeps lines back while the output is a pipe.
            FileHandle.standardOutput.write(Data((answer.encoded() + [UInt8(ascii: "\n")])))
        }
    }

    private static func answer(_ request: JSONValue) throws -> JSONValue {
        switch request["operation"]?.string {
        case "generate":
            let keys = try PayloadKeys.generate()
            return [
                "privateKey": .string(Base64URL.encode(keys.privateKey.copied())),
                "publicKey": .string(Base64URL.encode(keys.publicKey)),
                "auth": .string(Base64URL.encode(keys.authSecret)),
            ]
        case "seal":
            let body = try MessageSealing.seal(bytes(request, "text"), to: recipient(request))
            return ["body": .string(Base64URL.encode(body))]
        case "open":
            let text = try MessageSealing.open(bytes(request, "body"), with: keys(request))
            return ["text": .string(Base64URL.encode(text))]
        case "render": return ["payload": .string(try render(request))]
        case "receive": return ["content": try receive(request)]
        default: return ["error": "invalid_request"]
        }
    }

    /// What the server does for a device.
    private static func render(_ request: JSONValue) throws -> String {
        let content = try MessageContent(parsing: (request["message"] ?? nil).encoded())
        var envelope = Envelope(id: request["id"]?.string ?? "")
        envelope.to = SubscriberTag(sha256: SHA256.hash(request["externalId"]?.string ?? ""))
        let limit = PushPayload.sealedByteBudget(keyID: "k1", envelope: envelope, content: content)
        let sealed = try MessageSealing.seal(
            SealedContent(content, envelope: envelope).encoded(), to: recipient(request), bodyByteLimit: limit)
        let payload = try PushPayload.render(
            sealed: Base64URL.encode(sealed), keyID: "k1", envelope: envelope, content: content)
        return String(decoding: payload, as: UTF8.self)
    }

    /// What the extension does with a push.
    private static func receive(_ request: JSONValue) throws -> JSONValue {
        guard let push = PushPayload(json: Array((request["payload"]?.string ?? "").utf8)) else {
            return ["error": "foreign"]
        }
        let body = try Base64URL.decode(push.envelope.sealed ?? "")
        let content = try SealedContent(decrypted: MessageSealing.open(body, with: keys(request)))
        return try JSONValue(parsing: content.encoded())
    }

    private static func bytes(_ request: JSONValue, _ key: String) throws -> [UInt8] {
        try Base64URL.decode(request[key]?.string ?? "")
    }

    private static func recipient(_ request: JSONValue) throws -> PublicKeys {
        try PublicKeys(publicKey: bytes(request, "publicKey"), authSecret: bytes(request, "auth"))
    }

    private static func keys(_ request: JSONValue) throws -> PayloadKeys {
        try PayloadKeys(privateKey: bytes(request, "privateKey"), authSecret: bytes(request, "auth"))
    }
}
