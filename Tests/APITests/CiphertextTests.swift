import APNs
import Foundation
import PushCrypto
import PushModel
import Storage
import StorageTestSupport
import TestSupport
import Testing
import WebServer

/// Messages that callers sealed themselves: the server relays what it cannot read.
@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct CiphertextTests {
    /// Registers a device, whose keys the test may keep, and returns its id.
    private static func phone(
        _ server: APIFixture, _ subscriber: String = "ann", token: String = "ab12", keyID: String = "k1",
        keys: PayloadKeys? = nil
    ) async throws -> String {
        let keys = try keys ?? PayloadKeys.generate()
        var body = APIFixture.registration(install: "install-\(token)", token: token).object ?? JSONObject()
        body["encryption"] = [
            "keyId": .string(keyID), "publicKey": .string(Base64URL.encode(keys.publicKey)),
            "auth": .string(Base64URL.encode(keys.authSecret)),
        ]
        let answer = try await server.client("PUT", "/v1/client/device", .object(body), subscriber: subscriber)
        return answer.data["id"]?.string ?? ""
    }

    /// A message to Ann that is sealed for one device.
    private static func message(_ id: String, _ device: String, _ sealed: JSONValue) -> JSONObject {
        var ciphertexts = JSONObject()
        ciphertexts[device] = sealed
        return ["id": .string(id), "to": "ann", "ciphertexts": .object(ciphertexts)]
    }

    /// Seals as a backend does, with the keys that the API lists.
    private static func seal(_ text: JSONValue, for device: JSONValue, step: Int = 256) throws -> JSONValue {
        let keys = try PublicKeys(
            publicKey: device["encryption"]?["publicKey"]?.string ?? "",
            authSecret: device["encryption"]?["auth"]?.string ?? "")
        let body = try MessageSealing.seal(text.encoded(), to: keys, padTo: step)
        return ["keyId": device["encryption"]?["keyId"] ?? .null, "body": .string(Base64URL.encode(body))]
    }

    /// What a device reads of a ciphertext.
    private static func opened(_ body: String, _ keys: PayloadKeys) throws -> String? {
        try JSONValue(parsing: MessageSealing.open(Base64URL.decode(body), with: keys))["body"]?.string
    }

    private static func devices(_ server: APIFixture, of subscriber: String) async throws -> [JSONValue] {
        try await server.call("GET", "/v1/devices?externalId=\(subscriber)").data["items"]?.array ?? []
    }

    @Test(.rows("SR1")) func `what a caller sealed reaches its device as it is, and a device without one is skipped`()
        async throws
    {
        try await APIFixture.with { server in
            let keys = try PayloadKeys.generate()
            let phone = try await Self.phone(server, keys: keys)
            let other = try await Self.phone(server, token: "cd34")
            let id = Identifier(.message, at: Date()).description
            let listed = try await Self.devices(server, of: "ann")
            let device = listed.first { $0["id"]?.string == phone } ?? .null
            let sealed = try Self.seal(["id": .string(id), "title": "Secret", "body": "Umbrella"], for: device)
            var body = Self.message(id, phone, sealed)
            body["sound"] = "default"
            let sent = try await server.call("POST", "/v1/messages", .object(body))
            #expect(sent.status == 202 && sent.data["id"]?.string == id)
            let message = try await server.completed(id)
            #expect(message["counts"]?["sent"] == 1 && message["counts"]?["skipped"] == 1)
            let push = try #require(server.pushes.first)
            #expect(server.pushes.count == 1 && push.pushType == .alert && push.collapseID == id)
            let payload = try JSONValue(parsing: push.payload)
            #expect(payload["aps"]?["alert"] == "New message" && payload["aps"]?["sound"] == "default")
            let text = sealed["body"]?.string ?? ""
            #expect(payload["tidings"]?["kid"] == "k1" && payload["tidings"]?["enc"]?.string == text)
            #expect(try Self.opened(text, keys) == "Umbrella")
            let deliveries = try await server.call("GET", "/v1/messages/\(id)/deliveries").data["items"]?.array
            let skipped = deliveries?.first { $0["outcome"] == "skipped" }
            #expect(skipped?["reason"] == "no_ciphertext" && skipped?["deviceId"]?.string == other)
            #expect(skipped?["attempts"] == 0)
            let history = try await server.client("GET", "/v1/client/messages", device: phone).data["items"]?.array
            #expect(history?.first?["enc"]?.string == text && history?.first?["kid"] == "k1")
            let others = try await server.client("GET", "/v1/client/messages", device: other).data["items"]?.array
            #expect(others?.count == 1 && others?.first?["id"]?.string == id && others?.first?["enc"] == nil)
        }
    }

    @Test(.rows("SR1")) func `an id serves one message, and a request with a key is repeated as ever`() async throws {
        try await APIFixture.with { server in
            let phone = try await Self.phone(server)
            let device = try await Self.devices(server, of: "ann").first ?? .null
            let id = Identifier(.message, at: Date()).description
            var body = Self.message(id, phone, try Self.seal(["id": .string(id)], for: device))
            body["idempotencyKey"] = "once"
            #expect(try await server.call("POST", "/v1/messages", .object(body)).status == 202)
            let again = try await server.call("POST", "/v1/messages", .object(body))
            #expect(again.status == 202 && again.headers["idempotent-replayed"] == "true")
            body["idempotencyKey"] = nil
            let taken = try await server.call("POST", "/v1/messages", .object(body))
            #expect(taken.status == 409 && taken.code == "message_id_taken" && taken.param == "id")
        }
    }

    @Test(.rows("SR1")) func `a key that was replaced serves for 30 days, and no other name does`() async throws {
        try await APIFixture.with { server in
            _ = try await Self.phone(server, keyID: "k1")
            let old = try await Self.devices(server, of: "ann").first ?? .null
            let phone = try await Self.phone(server, keyID: "k2")
            func send(_ device: JSONValue) async throws -> HTTPExchange {
                let id = Identifier(.message, at: Date()).description
                let sealed = try Self.seal(["id": .string(id)], for: device)
                return try await server.call("POST", "/v1/messages", .object(Self.message(id, phone, sealed)))
            }
            #expect(try await send(old).status == 202)
            _ = try await Self.phone(server, keyID: "k3")
            let refused = try await send(old)
            #expect(refused.status == 400 && refused.param == "ciphertexts.\(phone).keyId")
        }
    }

    @Test(.rows("SR2")) func `ciphertexts that no device can get are refused, each with its place`() async throws {
        try await APIFixture.with { server in
            let phone = try await Self.phone(server)
            let bob = try await Self.phone(server, "bob", token: "cd34")
            let device = try await Self.devices(server, of: "ann").first ?? .null
            let id = Identifier(.message, at: Date()).description
            let fine = try Self.seal(["id": .string(id), "title": "x"], for: device)
            let stranger = Identifier(.device, at: Date()).description
            func part(_ body: JSONValue) -> JSONValue { ["keyId": "k1", "body": body] }
            let large = try Self.seal(
                ["id": .string(id), "body": .string(String(repeating: "x", count: 2_900))], for: device)
            let cut = String((fine["body"]?.string ?? "").prefix(120))
            let place = "ciphertexts.\(phone)"
            let faults: [(JSONObject, String, String)] = [
                (["ciphertexts": .object([stranger: fine])], "ciphertexts.\(stranger)", "not_found"),
                (["ciphertexts": .object(["dev_1": fine])], "ciphertexts.dev_1", "not_found"),
                (["ciphertexts": .object([bob: fine])], "ciphertexts.\(bob)", "invalid_format"),
                (["ciphertexts": .object([phone: part("!")])], "\(place).body", "invalid_format"),
                (["ciphertexts": .object([phone: part(.string(cut))])], "\(place).body", "invalid_format"),
                (["ciphertexts": .object([phone: large])], "\(place).body", "too_long"),
                (["ciphertexts": .object([phone: ["body": fine["body"] ?? .null]])], "\(place).keyId", "required"),
                (["ciphertexts": .object([phone: "x"])], place, "invalid_type"),
                (["ciphertexts": [:]], "ciphertexts", "out_of_range"),
                (["title": "in clear"], "title", "invalid_format"), (["data": [:]], "data", "invalid_format"),
                (["sound": "bell.caf"], "sound", "invalid_format"), (["encrypt": "none"], "encrypt", "invalid_format"),
                (["id": "msg_1"], "id", "invalid_format"), (["id": nil], "id", "required"),
                (["ciphertexts": nil, "title": "x"], "id", "invalid_format"),
            ]
            for (change, param, code) in faults {
                var body = Self.message(id, phone, fine)
                for member in change.members { body[member.key] = member.value }
                let answer = try await server.call("POST", "/v1/messages", .object(body))
                #expect(answer.status == 400 && answer.code == "validation_failed", "\(param) \(answer.status)")
                #expect(answer.details.contains("\(param) \(code)"), "\(param): \(answer.details)")
            }
            #expect(try await server.call("GET", "/v1/messages").data["items"]?.array?.isEmpty == true)
        }
    }

    @Test(.rows("SR2")) func `a device of another tenant is as unknown as one that never was`() async throws {
        try await APIFixture.with { server in
            let phone = try await Self.phone(server)
            let device = try await Self.devices(server, of: "ann").first ?? .null
            let other = try await server.system.makeTenant(
                slug: "other", name: "Other", identitySecret: [1], now: Date())
            let key = try await server.system.makeKey(.tenant, other, scopes: ["*"])
            _ = try await server.call("PUT", "/v1/subscribers/ann", key: key)
            let id = Identifier(.message, at: Date()).description
            let body = Self.message(id, phone, try Self.seal(["id": .string(id)], for: device))
            let answer = try await server.call("POST", "/v1/messages", .object(body), key: key)
            #expect(answer.status == 400 && answer.details == ["ciphertexts.\(phone) not_found"])
        }
    }
}
