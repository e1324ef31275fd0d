import APNs
import PushModel
import TestSupport
import StorageTestSupport
import Testing

/// What callers get wrong, over a real socket: each fault has its status, its code and its field.
@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct BadInputTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let body: String
        let code: String
        var param: String?
        var details: [String] = []

        init(_ description: String, _ body: String, _ code: String, _ param: String? = nil, details: [String] = []) {
            testDescription = description
            self.body = body
            self.code = code
            self.param = param
            self.details = details
        }
    }

    static let messages: [Case] = [
        Case("no JSON", "to=ann", "invalid_json"),
        Case("an empty body", "", "invalid_json"),
        Case("half an object", #"{"to":"ann","title":"x""#, "invalid_json"),
        Case("an array", #"[{"to":"ann"}]"#, "invalid_json"),
        Case("text after the object", #"{"to":"ann","title":"x"} {}"#, "invalid_json"),
        Case("a repeated key", #"{"to":"ann","title":"x","title":"y"}"#, "invalid_json"),
        Case("a repeated key inside", #"{"to":"ann","action":{"name":"a","name":"b"}}"#, "invalid_json"),
        Case("half a surrogate pair", #"{"to":"ann","title":"\ud800"}"#, "invalid_json"),
        Case(
            "too deep",
            #"{"to":"ann","data":"# + String(repeating: #"{"a":"#, count: 200) + "1"
                + String(repeating: "}", count: 200) + "}", "invalid_json"),
        Case("nobody", #"{"title":"x"}"#, "targets_missing", "to"),
        Case("an empty list", #"{"to":[],"title":"x"}"#, "targets_missing", "to"),
        Case("nothing to say", #"{"to":"ann"}"#, "payload_missing"),
        Case("only empty texts", #"{"to":"ann","title":"","body":""}"#, "payload_missing"),
        Case("a number for a name", #"{"to":7,"title":"x"}"#, "validation_failed", "to", details: ["to invalid_type"]),
        Case(
            "a number in the list", #"{"to":["ann",7],"title":"x"}"#, "validation_failed", "to[1]",
            details: ["to[1] invalid_type"]),
        Case(
            "an empty id", #"{"to":[""],"title":"x"}"#, "validation_failed", "to[0]", details: ["to[0] invalid_format"]),
        Case(
            "several faults at once", #"{"to":"ann","title":1,"badge":-1,"colour":"red","priority":"asap"}"#,
            "validation_failed", "title",
            details: [
                "title invalid_type", "badge out_of_range", "priority invalid_format", "colour unknown_field",
            ]),
        Case(
            "a long title", #"{"to":"ann","title":""# + String(repeating: "x", count: 501) + #""}"#,
            "validation_failed", "title", details: ["title too_long"]),
        Case(
            "aps in data", #"{"to":"ann","title":"x","data":{"aps":{}}}"#, "validation_failed", "data.aps",
            details: ["data.aps reserved_key"]),
        Case(
            "tidings in data, escaped", #"{"to":"ann","title":"x","data":{"tid\u0069ngs":1}}"#, "validation_failed",
            "data.tidings", details: ["data.tidings reserved_key"]),
        Case(
            "data that is a list", #"{"to":"ann","title":"x","data":[]}"#, "validation_failed", "data",
            details: ["data invalid_type"]),
        Case(
            "a time to live of a second", #"{"to":"ann","title":"x","ttlSeconds":1}"#, "validation_failed",
            "ttlSeconds", details: ["ttlSeconds out_of_range"]),
        Case(
            "an action without a title", #"{"to":"ann","title":"x","actions":[{"id":"a"}]}"#, "validation_failed",
            "actions[0].title", details: ["actions[0].title required"]),
        Case(
            "an unknown subscriber", #"{"to":"nobody","title":"x"}"#, "subscriber_not_found", "to",
            details: ["to not_found"]),
        Case(
            "unknown subscribers in a list", #"{"to":["ann","nobody","ann","noone"],"title":"x"}"#,
            "subscriber_not_found", "to[1]", details: ["to[1] not_found", "to[3] not_found"]),
        Case("an unknown app", #"{"to":"ann","title":"x","app":"com.example.other"}"#, "not_found", "app"),
    ]

    @Test(.rows("B1", "B10", "B13"), arguments: messages)
    func `a message with a fault is refused with its code and field`(_ fault: Case) async throws {
        try await APIFixture.with { server in
            _ = try await server.device()
            let answer = try await server.raw("POST", "/v1/messages", Array(fault.body.utf8))
            let status = fault.code.hasSuffix("not_found") ? 404 : 400
            #expect(answer.status == status)
            #expect(answer.code == fault.code)
            #expect(answer.param == fault.param)
            #expect(answer.details == fault.details)
            #expect(answer.json["success"] == false)
            #expect(answer.json["data"] == .null)
            #expect(answer.headers["request-id"] == answer.json["metadata"]?["requestId"]?.string)
            #expect(try await server.call("GET", "/v1/messages").data["items"]?.array?.isEmpty == true)
        }
    }

    @Test(arguments: [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]] as [[UInt8]])
    func `a body that is no UTF-8 is refused`(bytes: [UInt8]) async throws {
        try await APIFixture.with { server in
            let body = Array(#"{"to":"ann","title":""#.utf8) + bytes + Array(#""}"#.utf8)
            let answer = try await server.raw("POST", "/v1/messages", body)
            #expect(answer.status == 400)
            #expect(answer.code == "invalid_utf8")
        }
    }

    @Test(.rows("P21"))
    func `an oversized payload is named in bytes with the limit`() async throws {
        try await APIFixture.with { server in
            _ = try await server.device()
            let body = String(repeating: "é", count: 2_000)
            let answer = try await server.call("POST", "/v1/messages", ["to": "ann", "body": .string(body)])
            #expect(answer.status == 400)
            #expect(answer.code == "payload_too_large")
            let message = answer.json["error"]?["message"]?.string ?? ""
            #expect(message.contains("4096") && message.contains(" bytes"))
            #expect(!message.contains("é"))
            let sealed = try await server.call(
                "POST", "/v1/messages",
                ["to": "ann", "body": .string(String(repeating: "x", count: 2_900)), "encrypt": "device"])
            #expect(sealed.code == "payload_too_large")
        }
    }

    @Test func `the longest payload that fits is sent with every byte of the limit`() async throws {
        try await APIFixture.with { server in
            _ = try await server.device()
            func send(_ count: Int) async throws -> HTTPExchange {
                try await server.call(
                    "POST", "/v1/messages", ["to": "ann", "body": .string(String(repeating: "x", count: count))])
            }
            var low = 1
            var high = 4_000
            while low < high {
                let middle = (low + high + 1) / 2
                if try await send(middle).status == 202 { low = middle } else { high = middle - 1 }
            }
            let id = try #require(try await send(low).data["id"]?.string)
            _ = try await server.completed(id)
            #expect(server.pushes.map(\.payload.count).max() == 4_096)
        }
    }

    @Test func `a body past the limit is answered 413 in the envelope`() async throws {
        try await APIFixture.with(bodyByteLimit: 20_000) { server in
            let answer = try await server.raw("POST", "/v1/messages", [UInt8](repeating: 0x20, count: 30_000))
            #expect(answer.status == 413)
            #expect(answer.code == "body_too_large")
            #expect(answer.json["error"]?["message"]?.string?.contains("20000") == true)
        }
    }

    @Test(.rows("B3"), arguments: ["DELETE", "PATCH", "PUT", "BREW"])
    func `a method that a path does not take is answered 405 with Allow`(method: String) async throws {
        try await APIFixture.with { server in
            let answer = try await server.call(method, "/v1/messages")
            #expect(answer.status == 405)
            #expect(answer.code == "method_not_allowed")
            let allowed = answer.headers["allow"] ?? ""
            #expect(allowed.contains("GET") && allowed.contains("POST"))
        }
    }

    @Test func `a path that leads nowhere and a parameter that nobody knows are refused`() async throws {
        try await APIFixture.with { server in
            let nowhere = try await server.call("GET", "/v2/messages")
            #expect(nowhere.status == 404)
            #expect(nowhere.code == "not_found")
            let unknown = try await server.call("GET", "/v1/messages?colour=red&limit=0")
            #expect(unknown.details == ["colour unknown_field", "limit out_of_range"])
            let twice = try await server.call("GET", "/v1/messages?limit=1&limit=2")
            #expect(twice.details == ["limit invalid_format"])
        }
    }

    @Test(arguments: ["xyz1", "abc", "", "ab cd", "<ab12>", String(repeating: "ab", count: 300)])
    func `a device token that is not hexadecimal or of odd length is refused`(token: String) async throws {
        try await APIFixture.with { server in
            let client = try await server.client(
                "PUT", "/v1/client/device", APIFixture.registration(token: token))
            #expect(client.status == 400)
            #expect(client.code == "invalid_token")
            #expect(client.param == "token")
            let backend = try await server.call(
                "POST", "/v1/devices",
                ["externalId": "ann", "bundleId": .string(APIFixture.bundleID), "token": .string(token)])
            #expect(backend.code == "invalid_token")
            #expect(try await server.call("GET", "/v1/devices").data["items"]?.array?.isEmpty == true)
        }
    }

    @Test func `a device with faults is refused field by field`() async throws {
        try await APIFixture.with { server in
            let answer = try await server.client(
                "PUT", "/v1/client/device",
                [
                    "installId": "short", "bundleId": 1, "environment": "staging", "colour": "red",
                    "encryption": ["keyId": "k", "publicKey": "AAAA", "auth": "BBBB"],
                ])
            #expect(answer.code == "validation_failed")
            #expect(
                Set(answer.details) == [
                    "installId invalid_format", "bundleId invalid_type", "environment invalid_format",
                    "permission required", "encryption.publicKey invalid_format", "colour unknown_field",
                ])
            let unknown = try await server.client(
                "PUT", "/v1/client/device",
                [
                    "installId": "install-1", "bundleId": "com.example.other", "environment": "sandbox",
                    "permission": "authorized",
                ])
            #expect(unknown.status == 404)
            #expect(unknown.param == "bundleId")
        }
    }
}
