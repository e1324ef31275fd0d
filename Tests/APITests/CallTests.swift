import APNs
import Foundation
import PushModel
import Storage
import StorageTestSupport
import TestSupport
import Testing

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct CallTests {
    /// Two phones of Ann: one with a token for calls, one without.
    private struct Phones {
        let server: APIFixture
        let voip: String
        let plain: String

        init(_ server: APIFixture) async throws {
            self.server = server
            voip = try await server.phone("ann", "1", voip: "cafe01")
            plain = try await server.phone("ann", "2", voip: nil)
        }

        func act(_ act: String, _ call: String, by device: String, _ body: JSONValue? = nil) async throws
            -> HTTPExchange
        {
            try await server.client("POST", "/v1/client/calls/\(call)/\(act)", body, device: device)
        }

        func call(_ id: String, _ act: String = "", _ body: JSONValue? = nil) async throws -> HTTPExchange {
            try await server.call(act.isEmpty ? "GET" : "POST", "/v1/calls/\(id)\(act.isEmpty ? "" : "/\(act)")", body)
        }
    }

    @Test(.rows("C1", "C19", "C24", "C30", "P17"))
    func `a ring goes to tokens for calls, and to others as an alert; what stops it never as a VoIP push`() async throws
    {
        try await APIFixture.with { server in
            let phones = try await Phones(server)
            let id = try await server.ring(["ann"])
            try await server.pushed(of: id, 2)
            let voip = try #require(server.pushes.first { $0.deviceToken == "cafe01" })
            #expect(voip.pushType == .voip && voip.topic == "com.example.app.voip" && voip.priority == .immediate)
            #expect(voip.collapseID == nil)
            let alert = try #require(server.pushes.first { $0.deviceToken == "ab02" })
            #expect(alert.pushType == .alert && alert.collapseID == "call-\(id)")
            let envelope = try #require(PushPayload(json: voip.payload)?.envelope)
            #expect(envelope.call?.event == .ring && envelope.call?.caller?.name == "Ada" && envelope.call?.id == id)

            #expect(try await phones.act("ringing", id, by: phones.voip).data["state"] == "ringing")
            let ringing = try await phones.call(id).data
            #expect(ringing["ringingAt"]?.string != nil)
            #expect(ringing["devices"]?.array?.compactMap { $0["token"]?.string } == ["voip", "alert"])
            let accepted = try await phones.act("accept", id, by: phones.voip)
            #expect(accepted.status == 200 && accepted.data["state"] == "accepted")
            #expect(accepted.data["by"]?.string == phones.voip)
            try await server.pushed(of: id, 3)
            let stop = try #require(server.pushes.last)
            #expect(stop.pushType == .background && stop.deviceToken == "ab02" && stop.priority == .conservePower)
            #expect(PushPayload(json: stop.payload)?.envelope.call?.event == .accepted)

            let second = try await phones.act("accept", id, by: phones.plain)
            #expect(second.status == 409 && second.code == "call_already_accepted")
            #expect(try await phones.act("accept", id, by: phones.voip).data["state"] == "accepted")
            #expect(try await phones.call(id, "cancel").code == "call_already_accepted")
            let ended = try await phones.call(id, "end", ["reason": "completed"]).data
            #expect(ended["state"] == "ended" && ended["reason"] == "completed")
            #expect(ended["answeredBy"]?["device"]?.string == phones.voip)
            #expect(try await phones.act("end", id, by: phones.voip).code == "call_ended")
            try await server.pushed(of: id, 5)
            #expect(server.pushes.count { $0.pushType == .voip } == 1)
            let events = try await phones.call(id).data["events"]?.array?.compactMap { $0["event"]?.string }
            #expect(events == ["ring", "ringing", "accepted", "ended"])
            let told = try await server.call("GET", "/v1/events?externalId=ann").data["items"]?.array
            #expect(
                told?.compactMap { $0["name"]?.string }
                    == ["$call.ended", "$call.accepted", "$call.ringing", "$call.ring"])
        }
    }

    @Test(.rows("C18", "C28")) func `a caller who hangs up leaves a missed call`() async throws {
        try await APIFixture.with { server in
            let phones = try await Phones(server)
            let id = try await server.ring(["ann"])
            // A ring that has not gone out by then never does.
            try await server.pushed(of: id, 2)
            #expect(try await phones.call(id, "cancel").data["state"] == "cancelled")
            #expect(try await phones.call(id, "cancel").status == 200)
            // Two rings, two pushes that stop them, and two alerts of the missed call.
            try await server.pushed(of: id, 6)
            #expect(server.pushes.count { $0.pushType == .background } == 2)
            let missed = server.pushes.filter { PushPayload(json: $0.payload)?.envelope.call?.event == .missed }
            #expect(missed.count == 2 && missed.allSatisfy { $0.pushType == .alert && $0.collapseID == "call-\(id)" })
            #expect(PushPayload(json: missed[0].payload)?.aps.category == "tidings.call.missed")
            let late = try await phones.act("accept", id, by: phones.voip)
            #expect(late.status == 410 && late.code == "call_ended")

            let declined = try await server.ring(["ann"])
            #expect(try await phones.act("decline", declined, by: phones.plain, ["reason": "busy"]).status == 200)
            #expect(try await phones.act("decline", declined, by: phones.voip).data["state"] == "declined")
            let rings = try await server.ring(["ann"])
            func list(_ query: String) async throws -> [String?] {
                let answer = try await server.client("GET", "/v1/client/calls\(query)", device: phones.voip)
                return (answer.data["items"]?.array ?? []).map { $0["id"]?.string }
            }
            #expect(try await list("?missed=true") == [id])
            #expect(try await list("?ringing=true") == [rings])
            #expect(try await list("") == [rings, declined, id])
        }
    }

    @Test(.rows("C28")) func `a call that nobody takes in time is missed`() async throws {
        try await APIFixture.with { server in
            let phones = try await Phones(server)
            let id = try await server.ring(["ann"])
            let handle = server.system.handle(for: server.tenant)
            let call = try #require(try await handle.call(id)?.call)
            // The clock of whoever looks first decides; here an accept comes a moment too late.
            let deviceID = try #require(Identifier(.device, parsing: phones.voip))
            let device = try #require(try await handle.device(deviceID, of: "ann"))
            let late = try await handle.act(.accept, by: .device(device), call: id, now: call.expiresAt)
            guard case .over(let told) = late else { return #expect(Bool(false), "\(late)") }
            #expect(told.count == 1)
            #expect(try await phones.call(id).data["state"] == "missed")
            // Another server's clock comes second.
            #expect(try await server.system.timeOutCalls(now: call.expiresAt).told.isEmpty)
        }
    }

    @Test(.rows("C28")) func `a call is made once, whoever asks again`() async throws {
        try await APIFixture.with { server in
            _ = try await Phones(server)
            let body: JSONValue = [
                "id": "6F1C9A52-0B6E-4A7E-9D0F-3A5D1F0C2B11", "from": ["id": "ada", "name": "Ada"],
                "to": ["ann", "ann"],
            ]
            let first = try await server.call("POST", "/v1/calls", body)
            #expect(first.status == 201 && first.data["id"] == "6f1c9a52-0b6e-4a7e-9d0f-3a5d1f0c2b11")
            #expect(first.data["to"]?.array?.count == 1)
            let again = try await server.call("POST", "/v1/calls", body)
            #expect(again.status == 200 && again.headers["idempotent-replayed"] == "true")
            #expect(again.data["messages"] == first.data["messages"])
            var other = body.object ?? [:]
            other["video"] = true
            let taken = try await server.call("POST", "/v1/calls", .object(other))
            #expect(taken.status == 409 && taken.code == "call_id_taken")
        }
    }

    @Test(.rows("C28")) func `of many who accept at once one has the call`() async throws {
        try await APIFixture.with { server in
            var devices: [String] = []
            for number in 1...6 { devices.append(try await server.phone("ann", "\(number)", voip: "cafe0\(number)")) }
            let id = try await server.ring(["ann"])
            let answers = try await withThrowingTaskGroup(of: String.self) { group in
                for device in devices {
                    group.addTask {
                        let path = "/v1/client/calls/\(id)/accept"
                        return try await server.client("POST", path, device: device).code ?? "accepted"
                    }
                }
                group.addTask { try await server.call("POST", "/v1/calls/\(id)/cancel").code ?? "cancelled" }
                return try await group.reduce(into: [String]()) { $0.append($1) }
            }
            let state = try await server.call("GET", "/v1/calls/\(id)").data["state"]?.string
            let winners = answers.count { $0 == "accepted" || $0 == "cancelled" }
            #expect(winners == 1, "\(answers)")
            #expect(answers.contains(state ?? ""), "\(answers)")
        }
    }

    @Test(.rows("C22", "C28")) func `what is wrong with a call is said`() async throws {
        try await APIFixture.with { server in
            let phones = try await Phones(server)
            let from: JSONValue = ["id": "ada", "name": "Ada"]
            func refused(_ body: JSONValue) async throws -> HTTPExchange {
                try await server.call("POST", "/v1/calls", body)
            }
            let faulty = try await refused([
                "id": "x", "from": ["id": "", "name": 1, "token": "t"], "to": ["", 1], "ringTimeout": 3, "more": 1,
            ])
            #expect(faulty.code == "validation_failed")
            #expect(
                Set(faulty.details) == [
                    "id invalid_format", "from.id invalid_format", "from.name invalid_type", "from.token unknown_field",
                    "to[0] invalid_format", "to[1] invalid_type", "ringTimeout out_of_range", "more unknown_field",
                ])
            #expect(try await refused(["from": from]).code == "targets_missing")
            #expect(try await refused(["from": from, "to": []]).code == "targets_missing")
            let unknown = try await refused(["from": from, "to": ["ann", "nobody"]])
            #expect(unknown.code == "subscriber_not_found" && unknown.param == "to[1]")
            let data: JSONValue = ["blob": .string(String(repeating: "x", count: 3_000))]
            #expect(try await refused(["from": from, "to": ["ann"], "data": data]).code == "payload_too_large")
            let id = try await server.ring(["ann"])
            for path in ["accept", "decline"] {
                #expect(try await phones.call(id, path, ["subscriber": "nobody"]).status == 404)
                #expect(try await phones.call(id, path, [:]).details == ["subscriber required"])
            }
            #expect(try await phones.call(id, "end", ["reason": "bored"]).details == ["reason invalid_format"])
            #expect(try await phones.act("decline", id, by: phones.voip, ["reason": "x"]).code == "validation_failed")
            for unknown in ["6f1c9a52-0b6e-4a7e-9d0f-3a5d1f0c2b11", "x", "msg_0"] {
                #expect(try await phones.call(unknown).status == 404)
                #expect(try await phones.call(unknown, "cancel").status == 404)
                #expect(try await phones.act("accept", unknown, by: phones.voip).code == "not_found")
            }
            let bob = try await server.phone("bob", "9", voip: nil)
            let foreign = try await server.client(
                "POST", "/v1/client/calls/\(id)/accept", subscriber: "bob", device: bob)
            #expect(foreign.status == 404)
            #expect(try await server.client("GET", "/v1/client/calls?missed=yes", device: bob).status == 404)
            #expect(try await server.client("GET", "/v1/client/calls?missed=1", device: phones.voip).param == "missed")
            #expect(try await phones.call(id).data["state"] == "ringing")
        }
    }

    @Test(.rows("C6", "C27", "C30")) func `a device has a second token, for calls alone`() async throws {
        try await APIFixture.with { server in
            let phones = try await Phones(server)
            func register(_ voip: JSONValue?, _ more: JSONObject = [:]) async throws -> HTTPExchange {
                var body = APIFixture.registration(install: "install-1", token: "ab01").object ?? [:]
                body["voipToken"] = voip
                body.members += more.members
                return try await server.client("PUT", "/v1/client/device", .object(body))
            }
            func status() async throws -> String? {
                try await server.call("GET", "/v1/devices/\(phones.voip)").data["voipToken"]?["status"]?.string
            }
            #expect(try await status() == "active")
            // Left out it stays, null ends it.
            #expect(try await register(nil).data["voipToken"]?["status"] == "active")
            #expect(try await register(.null).data["voipToken"]?["status"] == "none")
            #expect(try await register("zz").param == "voipToken")
            #expect(try await register("AB01").code == "invalid_token")
            #expect(try await register("ab02").param == "voipToken")
            var swapped = APIFixture.registration(install: "install-3", token: "cafe02").object ?? [:]
            #expect(try await register("cafe02").status == 200)
            #expect(try await server.client("PUT", "/v1/client/device", .object(swapped)).code == "invalid_token")
            swapped["token"] = "ab03"
            swapped["voipToken"] = "cafe03"
            swapped["voipUnique"] = true
            #expect(try await server.client("PUT", "/v1/client/device", .object(swapped)).status == 201)
            #expect(try await status() == "none")
            let path = "/v1/client/device/tokens"
            #expect(
                try await server.client("DELETE", "\(path)/voip?all=true", device: phones.voip).data["removed"] == 1)
            #expect(try await server.client("DELETE", "\(path)/alert", device: phones.voip).data["removed"] == 1)
            #expect(try await server.client("DELETE", "\(path)/other", device: phones.voip).status == 404)
            #expect(try await server.client("DELETE", "\(path)/voip?all=2", device: phones.voip).param == "all")
        }
    }
}

extension APIFixture {
    /// Registers a phone whose tokens end in a number; returns the device's id.
    func phone(_ subscriber: String, _ number: String, voip: String?) async throws -> String {
        var body = Self.registration(install: "install-\(number)", token: "ab0\(number)").object ?? [:]
        body["voipToken"] = voip.map { .string($0) }
        let answer = try await client("PUT", "/v1/client/device", .object(body), subscriber: subscriber)
        return try #require(answer.data["id"]?.string)
    }

    /// Rings people; returns the call's id.
    func ring(_ people: [String], timeout: Int = 60) async throws -> String {
        let answer = try await call(
            "POST", "/v1/calls",
            [
                "from": ["id": "ada", "name": "Ada", "handle": "ada@example.com"],
                "to": .array(people.map { .string($0) }), "ringTimeout": .int(timeout),
            ])
        return try #require(answer.data["id"]?.string, "\(answer.json)")
    }

    /// Waits until all pushes of a call have gone out.
    func pushed(of call: String, _ count: Int) async throws {
        let messages = try await self.call("GET", "/v1/calls/\(call)").data["messages"]?.array ?? []
        var total = 0
        for message in messages {
            let done = try await completed(message["id"]?.string ?? "")
            total += done["counts"]?["sent"]?.int ?? 0
        }
        #expect(total == count)
    }
}
