import Foundation
import PushModel
import TestSupport
import StorageTestSupport
import Testing

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct DeviceTests {
    @Test(.rows("B41")) func `a registration is idempotent, moves with the subscriber and never unmutes`() async throws
    {
        try await APIFixture.with { server in
            let first = try await server.client("PUT", "/v1/client/device", APIFixture.registration())
            #expect(first.status == 201)
            #expect(first.data["token"]?["status"] == "active")
            let id = try #require(first.data["id"]?.string)
            let muted = try await server.call("PATCH", "/v1/devices/\(id)", ["enabled": false])
            #expect(muted.data["enabled"] == false)
            let again = try await server.client("PUT", "/v1/client/device", APIFixture.registration())
            #expect(again.status == 200 && again.data["id"]?.string == id)
            #expect(try await server.call("GET", "/v1/devices/\(id)").data["enabled"] == false)
            let moved = try await server.client(
                "PUT", "/v1/client/device", APIFixture.registration(), subscriber: "bob")
            #expect(moved.data["id"]?.string == id)
            #expect(moved.data["subscriber"]?["externalId"] == "bob")
            #expect(try await server.call("GET", "/v1/devices?externalId=ann").data["items"]?.array?.isEmpty == true)
            #expect(try await server.call("GET", "/v1/devices?externalId=bob").data["items"]?.array?.count == 1)
        }
    }

    @Test(.rows("B41")) func `a backend registers a token once, whoever it belongs to`() async throws {
        try await APIFixture.with { server in
            func register(_ subscriber: String) async throws -> HTTPExchange {
                try await server.call(
                    "POST", "/v1/devices",
                    [
                        "externalId": .string(subscriber), "bundleId": .string(APIFixture.bundleID), "token": "AB12",
                        "environment": "sandbox",
                    ])
            }
            let first = try await register("ann")
            #expect(first.status == 201)
            let second = try await register("ann")
            #expect(second.status == 200 && second.data["id"] == first.data["id"])
            let moved = try await register("bob")
            #expect(moved.data["id"] == first.data["id"])
            #expect(moved.data["subscriber"]?["externalId"] == "bob")
            let text = String(decoding: moved.body, as: UTF8.self)
            #expect(!text.contains("ab12"), "a token is shown shortened")
        }
    }

    @Test(.rows("B42")) func `a muted device is skipped, a removed one comes back unmuted`() async throws {
        try await APIFixture.with { server in
            let id = try await server.device()
            _ = try await server.call("PATCH", "/v1/devices/\(id)", ["enabled": false])
            let sent = try await server.call("POST", "/v1/messages", ["to": "ann", "title": "x"])
            let message = try await server.completed(try #require(sent.data["id"]?.string))
            #expect(message["counts"]?["skipped"] == 1)
            #expect(server.pushes.isEmpty)
            #expect(try await server.call("DELETE", "/v1/devices/\(id)").data["deleted"] == true)
            #expect(try await server.call("GET", "/v1/devices/\(id)").status == 404)
            #expect(try await server.call("DELETE", "/v1/devices/\(id)").status == 404)
            let back = try await server.device()
            #expect(try await server.call("GET", "/v1/devices/\(back)").data["enabled"] == true)
        }
    }

    @Test(.rows("B8")) func `nobody unproven takes a verified subscriber's token`() async throws {
        try await APIFixture.with { server in
            _ = try await server.call(
                "POST", "/v1/devices",
                ["externalId": "ann", "bundleId": .string(APIFixture.bundleID), "token": "ab12"])
            _ = try await server.client(
                "PUT", "/v1/client/device", APIFixture.registration(install: "annsphone", token: "ab12"),
                identity: server.identity("ann"))
            let thief = APIFixture.registration(install: "otherphone", token: "ab12")
            let refused = try await server.client("PUT", "/v1/client/device", thief, subscriber: "eve")
            #expect(refused.status == 403 && refused.code == "forbidden" && refused.param == "token")
            let proven = try await server.client(
                "PUT", "/v1/client/device", thief, subscriber: "eve", identity: server.identity("eve"))
            #expect(proven.status == 201)
        }
    }

    @Test func `logging out removes the device, and another subscriber's device is not found`() async throws {
        try await APIFixture.with { server in
            let id = try await server.device()
            let foreign = try await server.client("DELETE", "/v1/client/device", subscriber: "bob", device: id)
            #expect(foreign.status == 404 && foreign.code == "not_found" && foreign.param == "Tidings-Device")
            #expect(try await server.client("DELETE", "/v1/client/device").status == 404)
            #expect(try await server.client("DELETE", "/v1/client/device", device: id).status == 200)
            let sent = try await server.call("POST", "/v1/messages", ["to": "ann", "title": "x"])
            let message = try await server.completed(try #require(sent.data["id"]?.string))
            #expect(message["counts"]?["skipped"] == 1)
            let list = try await server.call("GET", "/v1/messages/\(sent.data["id"]?.string ?? "")/deliveries")
            #expect(list.data["items"]?.array?.first?["reason"] == "no_device")
        }
    }

    @Test func `a client call without a subscriber says which header is missing`() async throws {
        try await APIFixture.with { server in
            let answer = try await server.call(
                "PUT", "/v1/client/device", APIFixture.registration(), key: server.publishableKey)
            #expect(answer.status == 400 && answer.details == ["Tidings-Subscriber required"])
        }
    }
}
