import Foundation
import PushModel
import StorageTestSupport
import TestSupport
import Testing
import WebServer

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct SettingsTests {
    @Test(.rows("B6")) func `settings change group by group, and null goes back to what holds where nothing is set`()
        async throws
    {
        try await APIFixture.with { server in
            let usual: JSONValue = [
                "channels": ["push": ["enabled": true]], "identity": ["requireVerification": false],
                "sendPolicy": ["dailyCap": nil, "quietHours": nil, "timezone": "UTC"],
            ]
            #expect(try await server.call("GET", "/v1/settings").data == usual)
            let hours: JSONValue = ["from": "22:00", "until": "07:00"]
            _ = try await server.call(
                "PATCH", "/v1/settings", ["sendPolicy": ["quietHours": hours, "timezone": "Europe/Berlin"]])
            let second = try await server.call("PATCH", "/v1/settings", ["sendPolicy": ["dailyCap": 3]])
            let policy: JSONValue = ["dailyCap": 3, "quietHours": hours, "timezone": "Europe/Berlin"]
            #expect(second.data["sendPolicy"] == policy)
            #expect(try await server.call("GET", "/v1/settings").data == second.data)
            let back = try await server.call(
                "PATCH", "/v1/settings", ["sendPolicy": ["dailyCap": nil, "quietHours": nil, "timezone": nil]])
            #expect(back.data == usual)
        }
    }

    private static let faults: [(JSONValue, String)] = [
        (["push": [:]], "push"), (["channels": ["mail": [:]]], "channels.mail"),
        (["channels": ["push": ["enabled": 1]]], "channels.push.enabled"),
        (["sendPolicy": ["dailyCap": 0]], "sendPolicy.dailyCap"),
        (["sendPolicy": ["timezone": "Mars"]], "sendPolicy.timezone"),
        (["sendPolicy": ["quietHours": ["from": "22:00"]]], "sendPolicy.quietHours.until"),
        (["sendPolicy": ["quietHours": ["from": "25:00", "until": "07:00"]]], "sendPolicy.quietHours.from"),
        (["sendPolicy": ["quietHours": ["from": "07:00", "until": "07:00"]]], "sendPolicy.quietHours.until"),
    ]

    @Test(.rows("B6"), arguments: faults)
    func `a setting that is not there or cannot be is refused, and nothing changes`(
        body: JSONValue, param: String
    ) async throws {
        try await APIFixture.with { server in
            let before = try await server.call("GET", "/v1/settings").data
            let answer = try await server.call("PATCH", "/v1/settings", body)
            #expect(answer.status == 400)
            #expect(answer.code == "validation_failed")
            #expect(answer.param == param)
            #expect(try await server.call("GET", "/v1/settings").data == before)
        }
    }

    @Test(.rows("B6", "B7"))
    func `switches work at once: no message is taken, and apps have to prove their subscriber`() async throws {
        try await APIFixture.with { server in
            let device = try await server.device()
            _ = try await server.call(
                "PATCH", "/v1/settings",
                ["channels": ["push": ["enabled": false]], "identity": ["requireVerification": true]])
            let sent = try await server.call("POST", "/v1/messages", ["to": "ann", "title": "x"])
            #expect(sent.status == 400 && sent.code == "channel_disabled")
            let unproved = try await server.client("GET", "/v1/client/messages", device: device)
            #expect(unproved.status == 401 && unproved.code == "invalid_identity")
            let proved = try await server.client(
                "GET", "/v1/client/messages", device: device, identity: server.identity("ann"))
            #expect(proved.status == 200)
            _ = try await server.call("PATCH", "/v1/settings", ["channels": nil, "identity": nil])
            #expect(try await server.call("GET", "/v1/settings").data["channels"]?["push"]?["enabled"]?.bool == false)
        }
    }
}
