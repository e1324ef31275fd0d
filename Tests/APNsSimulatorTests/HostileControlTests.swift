import Foundation
import HTTP2
import PushModel
import TestSupport
import Testing
import WebServer

@testable import APNsSimulator

/// Whatever comes to the control port is answered in the envelope, and the simulator goes on.
@Suite(.timeLimit(.minutes(2)))
struct HostileControlTests {
    /// Every route with its parameters filled in.
    private static func routes(_ service: Service) -> [(method: String, path: String)] {
        ControlAPI(simulator: service.simulator).router.routes.map { method, pattern in
            let path = pattern.replacing("{keyId}", with: "KEY1234567").replacing("{bundleId}", with: "com.example.app")
                .replacing("/devices/{id}", with: "/devices/\(service.device)").replacing("{id}", with: "1")
                .replacing("{token}", with: service.token)
            return (method, path)
        }
    }

    /// Checks an answer that may be a success, but if not is a refusal as documented.
    private static func check(_ status: Int, _ json: JSONValue, _ what: String) {
        guard status >= 400 else { return }
        #expect(status < 500, "\(what): \(json)")
        let codes = [
            "invalid_json", "validation_failed", "bad_request", "not_found", "unknown_device", "unknown_token",
            "unknown_channel", "unknown_key", "unknown_fault", "method_not_allowed", "body_too_large", "limit_reached",
            "time_is_real",
        ]
        #expect(codes.contains(json["error"]?["code"]?.string ?? ""), "\(what): \(json)")
        #expect(json["error"]?["message"]?.string?.isEmpty == false, "\(what)")
    }

    private static func expectAlive(_ service: Service) async throws {
        #expect(try await service.control("DELETE", "/v1/faults").status == 200)
        #expect(try await service.control("GET", "/v1/health").json["status"] == "ok")
        // Whatever was done to the key meanwhile was asked for.
        try service.simulator.register(service.signer.key())
        let sender = try await service.sender()
        let token = try service.simulator.registerToken(Service.bundleID, device: service.device)
        #expect(await sender.send(service.request { $0.path = "/3/device/\(token)" }).summary == "200")
        sender.close()
        await service.simulator.stop()
    }

    @Test func `each route answers other methods with 405 and names those it takes`() async throws {
        let service = try await Service()
        let routes = Self.routes(service)
        for path in Set(routes.map(\.path)) {
            let allowed = Set(routes.filter { $0.path == path }.map(\.method))
            for method in Set(["GET", "POST", "PUT", "PATCH", "DELETE"]).subtracting(allowed) {
                let answer = try await service.control(method, path)
                #expect(answer.status == 405, "\(method) \(path)")
                #expect(answer.json["error"]?["code"] == "method_not_allowed", "\(method) \(path)")
            }
        }
        try await Self.expectAlive(service)
    }

    @Test func `bodies that are no JSON, deep, or not in UTF-8 are refused on every route that reads one`() async throws
    {
        let service = try await Service()
        let bodies: [Data] =
            ["{", "[", "null", "\"text\"", "7", "{}}", "{\"a\":}", "{'a':1}", "\u{0}", "// {}", "{\"a\":1,}"].map {
                Data($0.utf8)
            } + [
                Data([0xFF, 0xFE]), Data([0x7B, 0x22, 0xC0, 0x80, 0x22, 0x3A, 0x31, 0x7D]),
                Data(String(repeating: "[", count: 100_000).utf8),
                Data((String(repeating: "{\"a\":", count: 50_000) + "1" + String(repeating: "}", count: 50_000)).utf8),
            ]
        for (method, path) in Self.routes(service) where ["POST", "PUT", "PATCH"].contains(method) {
            for (number, body) in bodies.enumerated() {
                let answer = try await service.control(method, path, data: body)
                #expect(answer.status == 400, "\(method) \(path) \(number)")
                Self.check(answer.status, answer.json, "\(method) \(path) \(number)")
            }
        }
        try await Self.expectAlive(service)
    }

    @Test(arguments: [
        ("POST", "/v1/faults", #"{"action":"answer","reason":"\#(String(repeating: "x", count: 101))"}"#),
        ("POST", "/v1/faults", #"{"action":"answer","reason":""}"#),
        ("POST", "/v1/faults", #"{"action":"answer","reason":"Shutdown","status":200}"#),
        ("POST", "/v1/faults", #"{"action":"answer","reason":"Shutdown","status":1e30}"#),
        ("POST", "/v1/faults", #"{"action":"answer","reason":"Shutdown","timestamp":1e300}"#),
        ("POST", "/v1/faults", #"{"action":"delay","milliseconds":-1}"#),
        ("POST", "/v1/faults", #"{"action":"delay","milliseconds":86400001}"#),
        ("POST", "/v1/faults", #"{"action":"delay","milliseconds":9223372036854775807}"#),
        ("POST", "/v1/faults", #"{"action":"close","times":0}"#),
        ("POST", "/v1/faults", #"{"action":"close","times":-5}"#),
        ("POST", "/v1/faults", #"{"action":"close","skips":-1}"#),
        ("POST", "/v1/faults", #"{"action":"close","perSecond":-1}"#),
        ("POST", "/v1/faults", #"{"action":"close","probability":1.0001}"#),
        ("POST", "/v1/faults", #"{"action":"close","probability":-0.1}"#),
        ("POST", "/v1/faults", #"{"action":"close","tokenPrefix":"xyz"}"#),
        ("POST", "/v1/faults", #"{"action":"close","tokenPrefix":"\#(String(repeating: "a", count: 401))"}"#),
        ("POST", "/v1/faults", #"{"action":"close","afterMilliseconds":10,"untilMilliseconds":10}"#),
        ("POST", "/v1/faults", #"{"action":"close","untilMilliseconds":-1}"#),
        ("POST", "/v1/faults", #"{"action":"goAway","unprocessed":0}"#),
        ("POST", "/v1/faults", #"{"action":"goAway","reason":"\#(String(repeating: "x", count: 20_000))"}"#),
        ("POST", "/v1/faults", #"{"action":"limitStreams","streams":100001}"#),
        ("POST", "/v1/faults", #"{"action":"limitStreams","streams":-1}"#),
        ("POST", "/v1/connections", #"{"action":"explode"}"#),
        ("POST", "/v1/connections", #"{"action":"goAway","reason":"\#(String(repeating: "x", count: 20_000))"}"#),
        ("POST", "/v1/connections", #"{"action":"close","connection":-1}"#),
        ("POST", "/v1/connections", #"{"action":"close","connection":1e30}"#),
        ("POST", "/v1/script", "{}"), ("POST", "/v1/script", "7"), ("POST", "/v1/script", #"{"faults":{}}"#),
        ("POST", "/v1/script", #"{"seed":-1}"#), ("POST", "/v1/script", #"{"seed":1e30}"#),
        ("POST", "/v1/script", #"[{"action":"close"},{"action":"close","times":0}]"#),
        ("POST", "/v1/script", #"{"events":[{"action":"answer"}]}"#),
        ("POST", "/v1/script", #"{"events":[{"action":"close","atMilliseconds":-1}]}"#),
        ("POST", "/v1/script", #"{"events":[{"action":"close","everyMilliseconds":0,"times":5}]}"#),
        ("POST", "/v1/script", #"{"events":[{"action":"close","times":5}]}"#),
        ("POST", "/v1/script", #"{"events":[{"action":"close","times":1000001,"everyMilliseconds":1}]}"#),
        ("POST", "/v1/devices", #"{"name":"\#(String(repeating: "n", count: 201))"}"#),
        ("POST", "/v1/devices", #"{"name":7}"#),
        ("POST", "/v1/certificates", #"{"bundleId":""}"#),
        ("POST", "/v1/certificates", #"{"bundleId":"\#(String(repeating: "b", count: 300))"}"#),
        ("POST", "/v1/certificates", #"{"bundleId":"com.example.app","teamId":"\u0000"}"#),
        ("POST", "/v1/certificates", #"{"bundleId":"com.example.app","topics":["no topic"]}"#),
        ("PUT", "/v1/keys/KEY1234567", #"{"teamId":"TEAM123456","publicKey":"-----BEGIN PUBLIC KEY-----"}"#),
        ("PUT", "/v1/keys/%00%00%00%00%00%00%00%00%00%00", #"{"teamId":"TEAM123456","publicKey":"x"}"#),
        ("PUT", "/v1/apps/no%20app", #"{"teamId":"TEAM123456"}"#),
        ("PUT", "/v1/apps/com.example.app.voip", #"{"teamId":"TEAM123456"}"#),
        ("GET", "/v1/wait?seconds=51", ""), ("GET", "/v1/wait?count=0", ""), ("GET", "/v1/wait?after=-1", ""),
        ("GET", "/v1/wait?status=600", ""), ("GET", "/v1/wait?count=99999999999999999999", ""),
        ("GET", "/v1/requests?after=9223372036854775808", ""), ("GET", "/v1/requests?limit=10001", ""),
        ("GET", "/v1/apps/com.example.app/channels?environment=moon", ""),
    ])
    func `absurd values are refused`(method: String, path: String, body: String) async throws {
        let service = try await Service()
        let answer = try await service.control(method, path, body.isEmpty ? nil : body)
        #expect(answer.status == 400, "\(answer.json)")
        Self.check(answer.status, answer.json, path)
        #expect(answer.json["error"]?["code"]?.string != "invalid_json", "\(answer.json)")
        try await Self.expectAlive(service)
    }

    @Test func `extreme values that are allowed do no harm`() async throws {
        let service = try await Service()
        let bodies = [
            ("POST", "/v1/faults", #"{"action":"close","skips":9223372036854775807,"times":9223372036854775807}"#),
            ("POST", "/v1/faults", #"{"action":"close","perSecond":9223372036854775807}"#),
            (
                "POST", "/v1/faults",
                #"{"action":"answer","reason":"\"}\u0000\n<b>","timestamp":-9223372036854775808,"times":1}"#
            ),
            ("POST", "/v1/script", #"{"seed":18446744073709551615,"events":[]}"#), ("POST", "/v1/script", "[]"),
            (
                "POST", "/v1/script",
                #"{"events":[{"action":"close","times":1000000,"everyMilliseconds":86400000,"atMilliseconds":86400000}]}"#
            ),
            (
                "POST", "/v1/connections",
                #"{"action":"limitStreams","streams":100000,"connection":18446744073709551615}"#
            ),
        ]
        for (method, path, body) in bodies {
            let answer = try await service.control(method, path, body)
            #expect((200..<300).contains(answer.status), "\(body) \(answer.json)")
        }
        let sender = try await service.sender()
        let response = try #require(await sender.send(service.request()).response)
        #expect((try? JSONValue(parsing: response.body)) != nil)
        sender.close()
        for path in ["/v1/requests?after=9223372036854775807", "/v1/wait?count=1&seconds=0&after=9223372036854775807"] {
            #expect(try await service.control("GET", path).status == 200)
        }
        let path = "/v1/devices/\(service.device)/pushes?after=9223372036854775807"
        #expect(try await service.control("GET", path).status == 200)
        try await Self.expectAlive(service)
    }

    @Test func `faults and events have a number that they may not pass`() async throws {
        let service = try await Service()
        let faults = "[" + Array(repeating: #"{"action":"close"}"#, count: 1000).joined(separator: ",") + "]"
        #expect(try await service.control("POST", "/v1/script", faults).status == 201)
        for body in [#"[{"action":"close"}]"#, #"{"faults":[{"action":"close"}]}"#] {
            let answer = try await service.control("POST", "/v1/script", body)
            #expect(answer.status == 400)
            #expect(answer.json["error"]?["code"] == "limit_reached")
        }
        #expect(try await service.control("POST", "/v1/faults", #"{"action":"close"}"#).status == 400)
        #expect(try await service.control("DELETE", "/v1/faults").status == 200)
        let event = #"{"action":"limitStreams","atMilliseconds":86400000}"#
        let events = "{\"events\":[" + Array(repeating: event, count: 1000).joined(separator: ",") + "]}"
        #expect(try await service.control("POST", "/v1/script", events).status == 201)
        #expect(try await service.control("POST", "/v1/script", events).json["error"]?["code"] == "limit_reached")
        try await Self.expectAlive(service)
    }

    @Test func `long bodies of senders are cut in the log`() async throws {
        let service = try await Service()
        let sender = try await service.sender()
        let long = service.request { $0.body = .json(ofSize: 60_000) }
        #expect(await sender.send(long).summary == "413 PayloadTooLarge")
        let log = try await service.control("GET", "/v1/requests?after=0").json["requests"]?.array
        #expect(log?.first?["payload"]?.string?.utf8.count == 8192)
        sender.close()
        try await Self.expectAlive(service)
    }

    @Test func `mutated requests at once are each answered, and never by a fault of the simulator`() async throws {
        let service = try await Service()
        let routes = Self.routes(service)
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    var generator = SeededGenerator(seed: UInt64(worker))
                    for _ in 0..<60 {
                        guard var (method, path) = routes.randomElement(using: &generator) else { return }
                        // Long polls are cut short; what ends the others' devices is left out.
                        if path.hasPrefix("/v1/wait") { path += "?seconds=0" }
                        let body = Self.randomBody(&generator)
                        if Bool.random(using: &generator) { path = Self.mutated(path, &generator) }
                        if method == "GET" { method = "GET" }
                        guard let answer = try? await service.control(method, path, method == "GET" ? nil : body) else {
                            // The URL could not be made, which is no matter of the simulator.
                            continue
                        }
                        Self.check(answer.status, answer.json, "\(method) \(path) \(body)")
                    }
                }
            }
        }
        try await Self.expectAlive(service)
    }

    private static func mutated(_ path: String, _ generator: inout SeededGenerator) -> String {
        let pieces = [
            "%00", "..", "/", "%2F", "?after=", "?limit=x", "é", "%ff", "{id}", String(repeating: "a", count: 900),
        ]
        var path = Array(path)
        path.insert(
            contentsOf: pieces.randomElement(using: &generator) ?? "",
            at: Int.random(in: 1...path.count, using: &generator))
        return String(path)
    }

    private static func randomBody(_ generator: inout SeededGenerator) -> String {
        let names = [
            "action", "reason", "times", "skips", "tokenPrefix", "environment", "events", "faults", "seed", "name",
            "online", "savingPower", "awake", "backgroundPushesPerHour", "enabled", "opened", "bundleId", "kind",
            "token", "teamId", "publicKey", "topics", "environments", "channelId", "streams", "connection", "service",
        ]
        let values = [
            "null", "true", "1", "-1", "1e400", "0.5", "\"\"", "\"answer\"", "\"close\"", "\"delay\"", "\"sandbox\"",
            "[]", "{}", "[1]", "\"\\ud800\"", "\"\\u0000\"", "9223372036854775808", "\"Shutdown\"",
        ]
        let members = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
            "\"\(names.randomElement(using: &generator) ?? "")\":\(values.randomElement(using: &generator) ?? "")"
        }
        return "{" + members.joined(separator: ",") + "}"
    }
}
