import APNs
import Foundation
import PushModel
import TestSupport
import StorageTestSupport
import Testing

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct ClientSubscriberTests {
    private static let path = "/v1/client/subscriber"

    @Test(.rows("B40")) func `an app's attributes join those of the backend, and null removes one`() async throws {
        try await APIFixture.with { server in
            _ = try await server.call(
                "PUT", "/v1/subscribers/ann", ["attributes": ["plan": "pro", "trial": true], "locale": "de"])
            let device = try await server.device()
            let changed = try await server.client(
                "PATCH", Self.path,
                ["attributes": ["trial": .null, "theme": "dark"], "timezone": "Asia/Tokyo"], device: device)
            #expect(changed.status == 200)
            #expect(changed.data["attributes"] == ["plan": "pro", "theme": "dark"])
            #expect(changed.data["timezone"] == "Asia/Tokyo" && changed.data["locale"] == "de")
            #expect(try await server.call("GET", "/v1/subscribers/ann").data == changed.data)
            #expect(try await server.client("GET", Self.path, device: device).data == changed.data)
            let cleared = try await server.client("PATCH", Self.path, ["locale": .null], device: device)
            #expect(cleared.data["locale"] == .null && cleared.data["timezone"] == "Asia/Tokyo")
        }
    }

    @Test(.rows("B40"), arguments: ["ann", "anon_7"])
    func `a change that changes nothing writes nothing`(subscriber: String) async throws {
        try await APIFixture.with { server in
            let device = try await server.device(subscriber)
            let body: JSONValue = ["attributes": ["a": 1, "gone": .null], "locale": "en"]
            let first = try await server.client("PATCH", Self.path, body, subscriber: subscriber, device: device)
            let again = try await server.client("PATCH", Self.path, body, subscriber: subscriber, device: device)
            #expect(again.status == 200 && again.data == first.data)
        }
    }

    @Test(
        .rows("B40"),
        arguments: [
            (#"{"attributes":{"$plan":1}}"#, "system_attribute", "attributes.$plan"),
            (#"{"timezone":"Mars/Olympus"}"#, "invalid_timezone", "timezone"),
            (#"{"attributes":7}"#, "validation_failed", "attributes"),
            (#"{"attributes":{"a":1,"a":2}}"#, "invalid_json", nil),
            (#"{"plan":"pro"}"#, "validation_failed", "plan"),
        ])
    func `what an app may not say is refused`(body: String, code: String, param: String?) async throws {
        try await APIFixture.with { server in
            let device = try await server.device()
            let answer = try await server.raw(
                "PATCH", Self.path, Array(body.utf8), key: server.publishableKey,
                headers: [("Tidings-Subscriber", "ann"), ("Tidings-Device", device)])
            #expect(answer.status == 400 && answer.code == code && answer.param == param)
            #expect(try await server.call("GET", "/v1/subscribers/ann").data["attributes"] == [:])
        }
    }

    @Test(.rows("B40")) func `the limit of 64 KB holds for what is there and what joins it`() async throws {
        try await APIFixture.with { server in
            let device = try await server.device()
            func change(_ name: String, _ count: Int) async throws -> HTTPExchange {
                let text = JSONValue.string(String(repeating: "x", count: count))
                return try await server.client(
                    "PATCH", Self.path, ["attributes": .object([name: text])], device: device)
            }
            #expect(try await change("a", 40_000).status == 200)
            let refused = try await change("b", 40_000)
            #expect(refused.status == 400 && refused.code == "attributes_too_large" && refused.param == "attributes")
            #expect(try await change("a", 65_528).status == 200)
            #expect(try await change("a", 65_529).code == "attributes_too_large")
        }
    }

    @Test func `without proof the own device is needed, and another's is none`() async throws {
        try await APIFixture.with { server in
            let device = try await server.device()
            let other = try await server.device("bob", install: "install-2", token: "cd34")
            for path in [Self.path, "/v1/client/preferences"] {
                let bare = try await server.client("GET", path)
                #expect(bare.status == 404 && bare.param == "Tidings-Device")
                #expect(try await server.client("GET", path, device: other).status == 404)
                #expect(try await server.client("GET", path, device: device).status == 200)
                #expect(try await server.client("GET", path, identity: server.identity("ann")).status == 200)
            }
            let nobody = try await server.client(
                "GET", Self.path, subscriber: "eve", identity: server.identity("eve"))
            #expect(nobody.status == 404 && nobody.param == "Tidings-Subscriber")
        }
    }

    @Test(.rows("B40", "B83"), arguments: [false, true])
    func `what a device's former owner chose is still taken from it, and only written`(isGone: Bool) async throws {
        try await APIFixture.with { server in
            _ = try await server.call("POST", "/v1/topics", ["slug": "news", "name": "News"])
            let device = try await server.device()
            #expect(try await server.device("bob") == device)
            if isGone {
                _ = try await server.client("DELETE", "/v1/client/device", subscriber: "bob", device: device)
            }
            let topic = "/v1/client/preferences/news"
            for (path, method, body) in [
                (Self.path, "PATCH", ["attributes": ["plan": "pro"]] as JSONValue), (topic, "PUT", ["enabled": false]),
            ] {
                #expect(try await server.client(method, path, body, device: device).status == 200)
                for (who, identity, status) in [("eve", nil, 404), ("ann", "00", 401)] as [(String, String?, Int)] {
                    let answer = try await server.client(
                        method, path, body, subscriber: who, device: device, identity: identity)
                    #expect(answer.status == status)
                }
            }
            #expect(try await server.call("GET", "/v1/subscribers/ann").data["attributes"] == ["plan": "pro"])
            let chosen = try await server.call("GET", "/v1/subscribers/ann/preferences").data["items"]?.array
            #expect(chosen?.map { $0["enabled"] } == [false])
            for path in [Self.path, "/v1/client/preferences"] {
                #expect(try await server.client("GET", path, device: device).status == 404)
            }
            // Where the tenant asks for proof, the device alone is none.
            _ = try await server.call(
                "PATCH", "/v1/settings", ["identity": ["requireVerification": true]])
            let unproven = try await server.client("PATCH", Self.path, ["locale": "de"], device: device)
            #expect(unproven.status == 401)
        }
    }

    @Test(.rows("C3")) func `a unique token replaces those of the person's other devices, and of nobody else`()
        async throws
    {
        try await APIFixture.with { server in
            let old = try await server.device(token: "aa01")
            let other = try await server.device("bob", install: "install-2", token: "bb01")
            let second = try await server.device(install: "install-3", token: "aa02")
            func status(_ id: String) async throws -> JSONValue? {
                try await server.call("GET", "/v1/devices/\(id)").data["token"]?["status"]
            }
            #expect(try await status(old) == "active")
            var registration = APIFixture.registration(install: "install-3", token: "aa02").object ?? [:]
            registration["unique"] = true
            #expect(try await server.client("PUT", "/v1/client/device", .object(registration)).status == 200)
            #expect(try await status(old) == "none")
            #expect(try await status(second) == "active")
            #expect(try await status(other) == "active")
            _ = try await server.call("POST", "/v1/messages", ["to": "ann", "title": "x"])
            let sent = try await server.call("GET", "/v1/messages").data["items"]?.array?.first?["id"]?.string
            _ = try await server.completed(try #require(sent))
            #expect(server.pushes.map(\.deviceToken) == ["aa02"])
        }
    }

    @Test(.rows("B8", "C3")) func `nobody unproven ends the devices of a verified subscriber`() async throws {
        try await APIFixture.with { server in
            let proof = server.identity("ann")
            _ = try await server.client(
                "PUT", "/v1/client/device", APIFixture.registration(token: "aa01"), identity: proof)
            var registration = APIFixture.registration(install: "install-2", token: "ee01").object ?? [:]
            registration["unique"] = true
            let refused = try await server.client("PUT", "/v1/client/device", .object(registration))
            #expect(refused.status == 403 && refused.code == "forbidden" && refused.param == "unique")
            let devices = try await server.call("GET", "/v1/devices?externalId=ann").data["items"]?.array
            #expect(devices?.map { $0["token"]?["status"] } == ["active"])
            let proven = try await server.client(
                "PUT", "/v1/client/device", .object(registration), identity: proof)
            #expect(proven.status == 201)
        }
    }
}
