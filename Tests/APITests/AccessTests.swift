import API
import Foundation
import PushCrypto
import PushModel
import Storage
import TestSupport
import StorageTestSupport
import Testing

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct AccessTests {
    @Test(.rows("B3")) func `a request without a usable key is told what is wrong with it`() async throws {
        try await APIFixture.with { server in
            func answer(_ authorization: String?) async throws -> HTTPExchange {
                try await HTTPExchange.send(
                    "GET", "/v1/apps", port: server.port,
                    headers: authorization.map { [("Authorization", $0)] } ?? [])
            }
            let missing = try await answer(nil)
            #expect(missing.status == 401 && missing.code == "missing_authorization")
            #expect(missing.headers["www-authenticate"] == "Bearer")
            for wrong in [
                "Bearer td_tn_unknown", "Bearer sk_live_1", "Basic abc", server.secretKey, "Bearer",
                "Bearer " + server.secretKey.uppercased(),
            ] {
                let refused = try await answer(wrong)
                #expect(refused.status == 401 && refused.code == "invalid_api_key", "\(wrong.prefix(12))")
            }
            let old = try await server.system.makeKey(
                .tenant, server.tenant, scopes: ["*"], expiresAt: Date(timeIntervalSinceNow: -1))
            let expired = try await answer("Bearer \(old)")
            #expect(expired.status == 401 && expired.code == "api_key_expired")
            #expect(try await answer("bearer \(server.secretKey)").status == 200)
        }
    }

    @Test(.rows("B2")) func `a key is shown nowhere and stored as its hash`() async throws {
        try await APIFixture.with { server in
            let list = try await server.call("GET", "/v1/keys")
            let text = String(decoding: list.body, as: UTF8.self)
            #expect(list.data["items"]?.array?.count == 2)
            #expect(!text.contains(server.secretKey) && !text.contains(server.publishableKey))
            let hash = SHA256.hash(server.secretKey)
            let key = try await server.system.key(hash: hash)
            #expect(key?.hint == String(server.secretKey.suffix(4)))
        }
    }

    @Test(.rows("B2")) func `a workspace key works in the tenant that the header names, or in default`() async throws {
        try await APIFixture.with { server in
            let other = try await server.system.makeTenant(
                slug: "staging", name: "Staging", identitySecret: [1], now: Date())
            let workspace = try await server.system.makeKey(.workspace, nil, scopes: ["*"])
            _ = try await server.call("PUT", "/v1/subscribers/ann", key: workspace)
            let staging = [("Tidings-Tenant", other.slug)]
            #expect(try await server.call("GET", "/v1/subscribers/ann").status == 200)
            #expect(try await server.call("GET", "/v1/subscribers/ann", key: workspace, headers: staging).status == 404)
            let unknown = try await server.call(
                "GET", "/v1/subscribers/ann", key: workspace, headers: [("Tidings-Tenant", "nowhere")])
            #expect(unknown.status == 404 && unknown.param == "Tidings-Tenant")
            let foreign = try await server.call("GET", "/v1/subscribers/ann", headers: staging)
            #expect(foreign.status == 403 && foreign.code == "forbidden")
        }
    }

    @Test(.rows("B3")) func `another tenant's ids answer 404 as unknown and malformed ones do`() async throws {
        try await APIFixture.with { server in
            let device = try await server.device()
            let accepted = try await server.call("POST", "/v1/messages", ["to": "ann", "title": "x"])
            let message = try #require(accepted.data["id"]?.string)
            _ = try await server.completed(message)
            let delivery = try await server.call("GET", "/v1/messages/\(message)/deliveries")
                .data["items"]?.array?.first?["id"]?.string
            let app = try await server.call("GET", "/v1/apps").data["items"]?.array?.first?["id"]?.string
            let other = try await server.system.makeTenant(
                slug: "other", name: "Other", identitySecret: [1], now: Date())
            let foreign = try await server.system.makeKey(.tenant, other, scopes: ["*"])
            let paths = [
                "/v1/devices/\(device)", "/v1/messages/\(message)", "/v1/messages/\(message)/deliveries",
                "/v1/deliveries/\(delivery ?? "")", "/v1/deliveries/\(delivery ?? "")/attempts",
                "/v1/apps/\(app ?? "")", "/v1/subscribers/ann",
            ]
            for path in paths {
                #expect(try await server.call("GET", path).status == 200, "\(path)")
                let refused = try await server.call("GET", path, key: foreign)
                #expect(refused.status == 404 && refused.code == "not_found", "\(path)")
            }
            for path in ["/v1/messages/msg_1", "/v1/devices/\(message)", "/v1/apps/%27%3B--"] {
                #expect(try await server.call("GET", path).code == "not_found", "\(path)")
            }
            let sent = try await server.call("POST", "/v1/messages", ["to": "ann", "title": "x"], key: foreign)
            #expect(sent.code == "subscriber_not_found")
            let removal = try await server.call("DELETE", "/v1/devices/\(device)", key: foreign)
            #expect(removal.status == 404)
        }
    }

    @Test(
        .rows("B4"),
        arguments: [
            ("messages:send", true), ("messages:*", true), ("*", true), ("messages:read", false), ("apps:*", false),
            ("messages", false), ("message:*", false),
        ])
    func `a scope allows what it names`(scope: String, isAllowed: Bool) async throws {
        try await APIFixture.with(scopes: [scope]) { server in
            _ = try await server.device()
            let answer = try await server.call("POST", "/v1/messages", ["to": "ann", "title": "x"])
            #expect(answer.status == (isAllowed ? 202 : 403))
            #expect(answer.code == (isAllowed ? nil : "missing_permission"))
        }
    }

    @Test(.rows("B4")) func `a key makes no keys, and a revoked one stops at once`() async throws {
        try await APIFixture.with { server in
            let refused = try await server.call("POST", "/v1/keys", ["kind": "tenant"])
            #expect(refused.status == 403 && refused.code == "forbidden")
            let keys = try await server.call("GET", "/v1/keys").data["items"]?.array ?? []
            let own = try #require(keys.first { $0["kind"] == "tenant" }?["id"]?.string)
            let revoked = try await server.call("DELETE", "/v1/keys/\(own)")
            #expect(revoked.status == 200 && revoked.data["revokedAt"]?.string != nil)
            #expect(try await server.call("GET", "/v1/keys").code == "invalid_api_key")
        }
    }

    @Test(.rows("B2")) func `a publishable key opens the client routes only, and no other key does`() async throws {
        try await APIFixture.with { server in
            let management = try await server.call("GET", "/v1/apps", key: server.publishableKey)
            #expect(management.status == 403 && management.code == "forbidden")
            let client = try await server.call(
                "PUT", "/v1/client/device", APIFixture.registration(), headers: [("Tidings-Subscriber", "ann")])
            #expect(client.status == 403 && client.code == "forbidden")
        }
    }

    @Test(.rows("B7")) func `an identity that does not match is refused, one that does verifies`() async throws {
        try await APIFixture.with { server in
            let code = HMACSHA256.code(for: Array("ann".utf8), key: server.tenant.identitySecret)
            let hex = code.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            for wrong in ["", "00", String(hex.dropLast(2)) + "00", "nothex"] {
                let refused = try await server.client(
                    "PUT", "/v1/client/device", APIFixture.registration(), identity: wrong)
                #expect(refused.status == 401 && refused.code == "invalid_identity", "\(wrong)")
            }
            let plain = try await server.client("PUT", "/v1/client/device", APIFixture.registration())
            #expect(plain.data["subscriber"]?["verified"] == false)
            let verified = try await server.client(
                "PUT", "/v1/client/device", APIFixture.registration(), identity: hex)
            #expect(verified.data["subscriber"]?["verified"] == true)
        }
    }

    @Test func `a draining server refuses with Retry-After and still tells its health`() async throws {
        try await APIFixture.with { server in
            server.api.drain()
            let answer = try await server.call("GET", "/v1/apps")
            #expect(answer.status == 503 && answer.code == "draining")
            #expect(answer.headers["retry-after"] != nil)
            #expect(try await HTTPExchange.send("GET", "/healthz", port: server.port).status == 200)
        }
    }
}
