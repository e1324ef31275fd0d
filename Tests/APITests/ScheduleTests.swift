import Foundation
import PushModel
import StorageTestSupport
import TestSupport
import Testing
import WebServer

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct ScheduleTests {
    @Test(.rows("B17", "B19")) func `a scheduled message says when it goes out, and can be taken back`() async throws {
        try await APIFixture.with { server in
            _ = try await server.device()
            let sent = try await server.call(
                "POST", "/v1/messages",
                ["to": "ann", "title": "x", "schedule": ["at": "2027-03-01T09:00", "timezone": "Europe/Berlin"]])
            #expect(sent.status == 202)
            #expect(sent.data["status"]?.string == "scheduled")
            #expect(sent.data["scheduledFor"]?.string == "2027-03-01T08:00:00.000Z")
            let path = "/v1/messages/\(sent.data["id"]?.string ?? "")"
            #expect(try await server.call("GET", path).data["scheduledFor"] == sent.data["scheduledFor"])
            let canceled = try await server.call("POST", "\(path)/cancel")
            #expect(canceled.data["status"]?.string == "canceled")
            #expect(canceled.data["canceledAt"]?.string != nil)
            let done = try await server.call("POST", "/v1/messages", ["to": "ann", "title": "x"])
            let id = done.data["id"]?.string ?? ""
            _ = try await server.completed(id)
            #expect(try await server.call("POST", "/v1/messages/\(id)/cancel").code == "message_not_cancelable")
            #expect(try await server.call("POST", "/v1/messages/msg_0/cancel").status == 404)
        }
    }

    @Test(.rows("SF88")) func `a preview lists the moments of zones, with what a change of the clocks does to them`()
        async throws
    {
        try await APIFixture.with { server in
            let answer = try await server.call(
                "POST", "/v1/schedules/preview",
                [
                    "schedule": ["at": "2027-03-28T02:30", "timezone": "subscriber"],
                    "timezones": ["Europe/Berlin", "Asia/Tokyo"],
                ])
            #expect(answer.status == 200)
            let moments: JSONValue = [
                ["timezone": "Europe/Berlin", "at": "2027-03-28T01:30:00.000Z", "note": "gap"],
                ["timezone": "Asia/Tokyo", "at": "2027-03-27T17:30:00.000Z", "note": nil],
            ]
            #expect(answer.data["moments"] == moments)
            #expect(answer.data["first"]?.string == "2027-03-27T12:30:00.000Z")
            let all = try await server.call(
                "POST", "/v1/schedules/preview", ["schedule": ["at": "2027-03-28T02:30", "timezone": "subscriber"]])
            #expect((all.data["moments"]?.array?.count ?? 0) > 300)
        }
    }

    private static let faults: [(JSONValue, String, String)] = [
        (["at": "2027-02-30T10:00"], "invalid_schedule", "schedule.at"),
        (["at": "2027-02-20T10:00", "timezone": "Mars"], "invalid_schedule", "schedule.timezone"),
        (["at": "2020-02-20T10:00"], "schedule_in_past", "schedule.at"),
    ]

    @Test(.rows("B18"), arguments: faults)
    func `a schedule that cannot be kept is refused with its field`(
        schedule: JSONValue, code: String, param: String
    ) async throws {
        try await APIFixture.with { server in
            _ = try await server.device()
            for path in ["/v1/messages", "/v1/schedules/preview"] {
                let body: JSONValue =
                    path == "/v1/messages" ? ["to": "ann", "title": "x", "schedule": schedule] : ["schedule": schedule]
                let answer = try await server.call("POST", path, body)
                #expect(answer.status == 400)
                #expect(answer.code == code)
                #expect(answer.param == param)
            }
        }
    }
}
