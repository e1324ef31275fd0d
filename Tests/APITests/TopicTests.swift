import APNs
import Foundation
import PushModel
import Storage
import TestSupport
import StorageTestSupport
import Testing

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct TopicTests {
    private static func topic(_ server: APIFixture, _ slug: String, isOptedIn: Bool = true) async throws {
        let answer = try await server.call(
            "POST", "/v1/topics", ["slug": .string(slug), "name": "Name", "defaultOptedIn": .bool(isOptedIn)])
        #expect(answer.status == 201)
    }

    private static func send(_ server: APIFixture, _ body: JSONObject) async throws -> JSONValue {
        var body = body
        body["title"] = "x"
        let sent = try await server.call("POST", "/v1/messages", .object(body))
        #expect(sent.status == 202)
        return try await server.completed(try #require(sent.data["id"]?.string))
    }

    @Test(.rows("B44")) func `a topic is made with defaults, changed field by field, and removed`() async throws {
        try await APIFixture.with { server in
            let made = try await server.call("POST", "/v1/topics", ["slug": "news", "name": "News"])
            #expect(made.status == 201)
            #expect(made.data["channels"] == ["push"] && made.data["defaultOptedIn"] == true)
            #expect(made.data["dailyCap"] == .null && made.data["channelDefaults"] == [:])
            let again = try await server.call("POST", "/v1/topics", ["slug": "news", "name": "Other"])
            #expect(again.status == 409 && again.code == "slug_taken" && again.param == "slug")
            let changed = try await server.call(
                "PATCH", "/v1/topics/news",
                ["description": "d", "category": "c", "dailyCap": 3, "channelDefaults": ["push": false]])
            #expect(changed.data["name"] == "News" && changed.data["description"] == "d")
            #expect(changed.data["dailyCap"] == 3 && changed.data["channelDefaults"] == ["push": false])
            let cleared = try await server.call(
                "PATCH", "/v1/topics/news", ["description": .null, "dailyCap": .null, "channelDefaults": .null])
            #expect(cleared.data["description"] == .null && cleared.data["category"] == "c")
            #expect(cleared.data["dailyCap"] == .null && cleared.data["channelDefaults"] == [:])
            let same = try await server.call("PATCH", "/v1/topics/news", ["category": "c"])
            #expect(same.data == cleared.data)
            #expect(try await server.call("GET", "/v1/topics/news").data == cleared.data)
            try await Self.topic(server, "deals")
            let list = try await server.call("GET", "/v1/topics?limit=1")
            #expect(list.data["items"]?.array?.map { $0["slug"] } == ["deals"] && list.data["hasMore"] == true)
            #expect(try await server.call("DELETE", "/v1/topics/news").data["id"] == made.data["id"])
            for method in ["GET", "DELETE"] {
                let gone = try await server.call(method, "/v1/topics/news")
                #expect(gone.status == 404 && gone.code == "topic_not_found")
            }
        }
    }

    @Test(
        .rows("B44"),
        arguments: [
            (#"{"name":"x"}"#, "slug required"), (#"{"slug":"x"}"#, "name required"),
            (#"{"slug":"No","name":"x"}"#, "slug invalid_format"),
            (#"{"slug":"-a","name":"x"}"#, "slug invalid_format"),
            (#"{"slug":"a","name":"x","dailyCap":0}"#, "dailyCap out_of_range"),
            (#"{"slug":"a","name":"x","dailyCap":51}"#, "dailyCap out_of_range"),
            (#"{"slug":"a","name":"x","channels":[]}"#, "channels out_of_range"),
            (#"{"slug":"a","name":"x","channels":["email"]}"#, "channels[0] invalid_format"),
            (#"{"slug":"a","name":"x","channelDefaults":{"email":true}}"#, "channelDefaults.email unknown_field"),
            (#"{"slug":"a","name":"x","defaultOptedIn":1}"#, "defaultOptedIn invalid_type"),
        ])
    func `a topic with a fault is refused with its field`(body: String, fault: String) async throws {
        try await APIFixture.with { server in
            let answer = try await server.raw("POST", "/v1/topics", Array(body.utf8))
            #expect(answer.status == 400 && answer.code == "validation_failed")
            #expect(answer.details == [fault])
            #expect(try await server.call("GET", "/v1/topics").data["items"] == [])
        }
    }

    @Test(.rows("B44")) func `a choice goes before the channel's default, and that before the topic's`() async throws {
        try await APIFixture.with { server in
            _ = try await server.call("PUT", "/v1/subscribers/ann")
            try await Self.topic(server, "news")
            let path = "/v1/subscribers/ann/preferences"
            func state() async throws -> [JSONValue?] {
                let item = try await server.call("GET", path).data["items"]?.array?.first
                return [item?["enabled"], item?["channels"]?["push"], item?["isDefault"]]
            }
            #expect(try await state() == [true, true, true])
            _ = try await server.call("PATCH", "/v1/topics/news", ["channelDefaults": ["push": false]])
            #expect(try await state() == [false, false, true])
            _ = try await server.call("PATCH", path, ["news": true])
            #expect(try await state() == [true, true, false])
            _ = try await server.call("PATCH", path, ["news": ["push": false]])
            #expect(try await state() == [false, false, false])
            _ = try await server.call("PATCH", path, ["news": .null])
            #expect(try await state() == [false, false, true])
        }
    }

    @Test(.rows("B44")) func `choices that a backend makes are all made or none`() async throws {
        try await APIFixture.with { server in
            _ = try await server.call("PUT", "/v1/subscribers/ann")
            try await Self.topic(server, "news")
            let path = "/v1/subscribers/ann/preferences"
            let cases: [(body: JSONValue, status: Int, code: String, param: String)] = [
                (["news": false, "sport": true], 404, "topic_not_found", "sport"),
                (["news": ["push": false, "email": true]], 400, "channel_not_offered", "news"),
                (["news": 1], 400, "validation_failed", "news"),
                (["news": ["push": 1]], 400, "validation_failed", "news.push"),
            ]
            for (body, status, code, param) in cases {
                let answer = try await server.call("PATCH", path, body)
                #expect(answer.status == status && answer.code == code && answer.param == param, "\(body)")
            }
            let item = try await server.call("GET", path).data["items"]?.array?.first
            #expect(item?["enabled"] == true && item?["isDefault"] == true)
            for method in ["GET", "PATCH"] {
                let nobody = try await server.call(
                    method, "/v1/subscribers/bob/preferences", method == "PATCH" ? ["news": false] : nil)
                #expect(nobody.status == 404 && nobody.param == "externalId")
            }
        }
    }

    @Test(.rows("B44", "B11")) func `a topic alone reaches everybody who wants it`() async throws {
        try await APIFixture.with { server in
            for (index, person) in ["ann", "bob", "cleo"].enumerated() {
                _ = try await server.device(person, install: "install-\(index)", token: "aa0\(index)")
            }
            try await Self.topic(server, "news")
            try await Self.topic(server, "deals", isOptedIn: false)
            _ = try await server.call("PATCH", "/v1/subscribers/bob/preferences", ["news": false, "deals": true])
            let message = try await Self.send(server, ["topic": "news"])
            #expect(message["counts"]?["total"] == 2 && message["targets"] == ["topic": "news"])
            #expect(Set(server.pushes.map(\.deviceToken)) == ["aa00", "aa02"])
            #expect(try await Self.send(server, ["topic": "deals"])["counts"]?["total"] == 1)
            #expect(server.pushes.last?.deviceToken == "aa01")
            try await Self.topic(server, "empty", isOptedIn: false)
            #expect(try await Self.send(server, ["topic": "empty"])["counts"]?["total"] == 0)
        }
    }

    @Test(.rows("B44", "B11")) func `a topic narrows the named, and who does not want it is told as skipped`()
        async throws
    {
        try await APIFixture.with { server in
            _ = try await server.device("ann", install: "install-1", token: "aa01")
            _ = try await server.device("bob", install: "install-2", token: "aa02")
            _ = try await server.device("cleo", install: "install-3", token: "aa03")
            _ = try await server.call("PUT", "/v1/subscribers/dora")
            try await Self.topic(server, "news")
            for person in ["bob", "dora"] {
                _ = try await server.call("PATCH", "/v1/subscribers/\(person)/preferences", ["news": false])
            }
            let message = try await Self.send(server, ["topic": "news", "to": ["ann", "bob", "dora"]])
            #expect(message["counts"]?["sent"] == 1 && message["counts"]?["skipped"] == 2)
            #expect(server.pushes.map(\.deviceToken) == ["aa01"])
            let path = "/v1/messages/\(message["id"]?.string ?? "")/deliveries?status=skipped"
            let skipped = try await server.call("GET", path).data["items"]?.array
            #expect(skipped?.map { $0["reason"] } == ["unsubscribed", "unsubscribed"])
        }
    }

    @Test(.rows("B11")) func `nobody, an empty list and an unknown topic are no audience`() async throws {
        try await APIFixture.with { server in
            try await Self.topic(server, "news")
            for (body, status, code, param) in [
                (#"{"title":"x"}"#, 400, "targets_missing", "to"),
                (#"{"title":"x","topic":"news","to":[]}"#, 400, "targets_missing", "to"),
                (#"{"title":"x","topic":"news","to":null}"#, 400, "targets_missing", "to"),
                (#"{"title":"x","topic":"sport"}"#, 404, "topic_not_found", "topic"),
                (#"{"title":"x","topic":"news","to":"bob"}"#, 404, "subscriber_not_found", "to"),
            ] {
                let answer = try await server.raw("POST", "/v1/messages", Array(body.utf8))
                #expect(answer.status == status && answer.code == code && answer.param == param, "\(body)")
            }
        }
    }

    @Test(.rows("B3", "B44")) func `another tenant's topics and people are not there`() async throws {
        try await APIFixture.with { server in
            _ = try await server.device("ann")
            try await Self.topic(server, "news")
            let other = try await server.system.makeTenant(
                slug: "other", name: "Other", identitySecret: [1], now: Date())
            let foreign = try await server.system.makeKey(.tenant, other, scopes: ["*"])
            let calls: [(String, String, JSONValue?)] = [
                ("GET", "/v1/topics/news", nil), ("PATCH", "/v1/topics/news", ["name": "mine"]),
                ("DELETE", "/v1/topics/news", nil), ("GET", "/v1/subscribers/ann/preferences", nil),
                ("PATCH", "/v1/subscribers/ann/preferences", ["news": false]),
                ("POST", "/v1/messages", ["topic": "news", "title": "x"]),
            ]
            for (method, path, body) in calls {
                #expect(try await server.call(method, path, body, key: foreign).status == 404, "\(method) \(path)")
            }
            #expect(try await server.call("GET", "/v1/topics", key: foreign).data["items"] == [])
            // A topic of the same slug is another one, and reaches its own tenant's people only.
            let own = try await server.call("POST", "/v1/topics", ["slug": "news", "name": "n"], key: foreign)
            #expect(own.status == 201)
            let sent = try await server.call("POST", "/v1/messages", ["topic": "news", "title": "x"], key: foreign)
            #expect(sent.status == 202)
            #expect(try await Self.send(server, ["topic": "news"])["counts"]?["sent"] == 1)
            #expect(server.pushes.count == 1)
        }
    }
}
