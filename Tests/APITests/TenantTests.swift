import Foundation
import PushCrypto
import PushModel
import Storage
import StorageTestSupport
import TestSupport
import Testing

@testable import API

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct TenantTests {
    private static func with<Result>(
        scopes: [String] = ["*", "tenants:secrets"], _ body: (APIFixture, String) async throws -> Result
    ) async throws -> Result {
        try await APIFixture.with { server in
            try await body(server, try await server.system.makeKey(.workspace, nil, scopes: scopes))
        }
    }

    @Test(.rows("B6")) func `tenants are made, read, listed and changed, settings group by group`() async throws {
        try await Self.with { server, key in
            let settings: JSONValue = ["sendPolicy": ["dailyCap": 5]]
            let made = try await server.call(
                "POST", "/v1/tenants", ["slug": "acme", "settings": settings], key: key)
            #expect(made.status == 201 && made.data["name"] == "acme" && made.data["isDefault"] == false)
            #expect(made.data["identitySecret"]?.string?.count == 64)
            let policy: JSONValue = ["dailyCap": 5, "quietHours": nil, "timezone": "UTC"]
            #expect(made.data["settings"]?["sendPolicy"] == policy)
            let changed = try await server.call(
                "PATCH", "/v1/tenants/acme",
                ["slug": "acme-2", "name": "Acme", "settings": ["channels": ["push": ["enabled": false]]]], key: key)
            #expect(changed.data["slug"] == "acme-2" && changed.data["name"] == "Acme")
            #expect(changed.data["settings"]?["sendPolicy"] == policy)
            #expect(changed.data["settings"]?["channels"]?["push"]?["enabled"] == false)
            #expect(changed.data["identitySecret"] == nil)
            #expect(try await server.call("GET", "/v1/tenants/acme-2", key: key).data == changed.data)
            #expect(try await server.call("GET", "/v1/tenants/acme", key: key).code == "not_found")
            let list = try await server.call("GET", "/v1/tenants?limit=1", key: key)
            #expect(list.data["items"]?.array == [changed.data] && list.data["hasMore"] == true)
            let inside = [("Tidings-Tenant", "acme-2")]
            let sent = try await server.call(
                "POST", "/v1/messages", ["to": "ann", "title": "x"], key: key, headers: inside)
            #expect(sent.code == "channel_disabled")
        }
    }

    @Test(.rows("B6")) func `the tenant that is meant when nobody names one stays what it is called`() async throws {
        try await Self.with { server, key in
            let renamed = try await server.call("PATCH", "/v1/tenants/default", ["slug": "main"], key: key)
            #expect(renamed.status == 400 && renamed.code == "default_tenant" && renamed.param == "slug")
            #expect(try await server.call("DELETE", "/v1/tenants/default", key: key).code == "default_tenant")
            let named = try await server.call(
                "PATCH", "/v1/tenants/default", ["slug": "default", "name": "Main"], key: key)
            #expect(named.status == 200 && named.data["name"] == "Main" && named.data["isDefault"] == true)
            #expect(try await server.call("GET", "/v1/apps").status == 200)
        }
    }

    private static let faults: [(JSONValue, Int, String, String?)] = [
        (["slug": "Acme"], 400, "validation_failed", "slug"), (["slug": "a_b"], 400, "validation_failed", "slug"),
        (["slug": ""], 400, "validation_failed", "slug"), (["name": "x"], 400, "validation_failed", "slug"),
        (["slug": .string(String(repeating: "a", count: 65))], 400, "validation_failed", "slug"),
        (["slug": "ok", "name": ""], 400, "validation_failed", "name"),
        (["slug": "ok", "plan": "pro"], 400, "validation_failed", "plan"),
        (["slug": "ok", "settings": ["mail": [:]]], 400, "validation_failed", "settings.mail"),
        (
            ["slug": "ok", "settings": ["sendPolicy": ["dailyCap": 0]]], 400, "validation_failed",
            "settings.sendPolicy.dailyCap"
        ),
        (["slug": "default"], 409, "slug_taken", "slug"),
    ]

    @Test(.rows("B6")) func `a tenant that cannot be is refused`() async throws {
        try await Self.with { server, key in
            for (body, status, code, param) in Self.faults {
                let answer = try await server.call("POST", "/v1/tenants", body, key: key)
                #expect(answer.status == status && answer.code == code && answer.param == param, "\(body)")
            }
            #expect(try await server.call("GET", "/v1/tenants", key: key).data["items"]?.array?.count == 1)
        }
    }

    @Test(.rows("B6")) func `a slug that another tenant has is not given a second time`() async throws {
        try await Self.with { server, key in
            _ = try await server.call("POST", "/v1/tenants", ["slug": "a"], key: key)
            let taken = try await server.call("PATCH", "/v1/tenants/a", ["slug": "default", "name": "b"], key: key)
            #expect(taken.status == 409 && taken.code == "slug_taken")
            #expect(try await server.call("GET", "/v1/tenants/a", key: key).data["name"] == "a")
        }
    }

    @Test(.rows("B6", "B4")) func `with a tenant its keys end at once, and its slug is free again`() async throws {
        try await Self.with { server, key in
            _ = try await server.call("POST", "/v1/tenants", ["slug": "acme"], key: key)
            let tenant = try #require(try await server.system.tenant(slug: "acme"))
            let own = try await server.system.makeKey(.tenant, tenant, scopes: ["*"])
            let app = try await server.system.makeKey(.publishable, tenant, scopes: [])
            #expect(try await server.call("PUT", "/v1/subscribers/ann", key: own).status == 201)
            let removed = try await server.call("DELETE", "/v1/tenants/acme", key: key)
            #expect(removed.status == 200 && removed.data["deleted"] == true)
            for secret in [own, app] {
                let refused = try await server.call(
                    "GET", "/v1/client/subscriber", key: secret, headers: [("Tidings-Subscriber", "ann")])
                #expect(refused.status == 401 && refused.code == "invalid_api_key")
            }
            let inside = [("Tidings-Tenant", "acme")]
            #expect(try await server.call("GET", "/v1/apps", key: key, headers: inside).status == 404)
            #expect(try await server.call("DELETE", "/v1/tenants/acme", key: key).status == 404)
            #expect(try await server.call("POST", "/v1/tenants", ["slug": "acme"], key: key).status == 201)
            let fresh = try await server.call("GET", "/v1/subscribers/ann", key: key, headers: inside)
            #expect(fresh.status == 404)
        }
    }

    @Test(.rows("B7")) func `a new identity secret makes every hash of the old one wrong`() async throws {
        try await Self.with { server, key in
            let device = try await server.device()
            let old = server.identity("ann")
            #expect(try await server.client("GET", "/v1/client/messages", device: device, identity: old).status == 200)
            let rotated = try await server.call("POST", "/v1/tenants/default/identity-secret", key: key)
            let secret = try #require(rotated.data["identitySecret"]?.string)
            let refused = try await server.client("GET", "/v1/client/messages", device: device, identity: old)
            #expect(refused.status == 401 && refused.code == "invalid_identity")
            let bytes = stride(from: 0, to: 64, by: 2).compactMap { UInt8(secret.dropFirst($0).prefix(2), radix: 16) }
            let new = HMACSHA256.code(for: Array("ann".utf8), key: bytes)
                .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            #expect(try await server.client("GET", "/v1/client/messages", device: device, identity: new).status == 200)
        }
    }

    @Test(.rows("B4", "B2"), arguments: [["*"], ["tenants:*"]])
    func `no wildcard includes the scope that shows secrets, and a tenant's key none of them`(
        scopes: [String]
    ) async throws {
        try await Self.with(scopes: scopes) { server, key in
            let rotated = try await server.call("POST", "/v1/tenants/default/identity-secret", key: key)
            #expect(rotated.status == 403 && rotated.code == "missing_permission")
            #expect(rotated.param == "tenants:secrets")
            #expect(try await server.call("GET", "/v1/tenants", key: key).status == 200)
            #expect(try await server.call("GET", "/v1/tenants").code == "forbidden")
        }
    }
}
