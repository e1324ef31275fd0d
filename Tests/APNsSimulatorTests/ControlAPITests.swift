import Foundation
import PushModel
import TestSupport
import Testing
import Timekeeping

@testable import APNsSimulator

@Suite(.timeLimit(.minutes(1)))
struct ControlAPITests {
    @Test func `keys, devices and tokens can be registered from outside`() async throws {
        let service = try await Service()
        let second = Signer(keyID: "SECONDKEY1")
        let pem = second.key().publicKeyPEM.replacingOccurrences(of: "\n", with: "\\n")
        let key = try await service.control(
            "PUT", "/v1/keys/SECONDKEY1", #"{"teamId":"TEAM123456","publicKey":"\#(pem)","topics":["com.example.app"]}"#
        )
        #expect(key.status == 200)
        let device = try await service.control("POST", "/v1/devices", #"{"name":"phone"}"#)
        #expect(device.status == 201)
        let id = try #require(device.json["id"]?.string)
        let body = #"{"bundleId":"com.example.app","environment":"production"}"#
        let token = try await service.control("POST", "/v1/devices/\(id)/tokens", body)
        #expect(token.status == 201)
        #expect(try await service.control("POST", "/v1/devices/\(id)/tokens", body).json == token.json)
        let text = try #require(token.json["token"]?.string)

        let sender = try await service.sender()
        let authorization = second.authorization(issuedAt: service.simulator.core.milliseconds / 1000)
        let request = service.request {
            $0.authorization = authorization
            $0.path = "/3/device/\(text)"
            $0.collapseID = "news"
            $0.expiration = "4102444800"
        }
        #expect(await sender.send(request).summary == "200")
        let page = try await service.control("GET", "/v1/devices/\(id)/pushes?after=0")
        let push = try #require(page.json["pushes"]?.array?.first)
        #expect(page.json["next"] == 1)
        #expect(push["sequence"] == 1)
        #expect(push["token"]?.string == text)
        #expect(push["bundleId"] == "com.example.app")
        #expect(push["environment"] == "production")
        #expect(push["pushType"] == "alert")
        #expect(push["priority"] == 10)
        #expect(push["expiration"] == 4_102_444_800)
        #expect(push["collapseId"] == "news")
        #expect(push["payload"]?.string == String(decoding: request.body, as: UTF8.self))
        let receivedAt = try #require(push["receivedAt"]?.string)
        #expect(try #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/#.wholeMatch(in: receivedAt) != nil)

        let screen = try await service.control("GET", "/v1/devices/\(id)/screen")
        #expect(screen.json["entries"]?.array?.map { $0["identifier"] } == ["news"])
        #expect(screen.json["entries"]?.array?.first?["shown"] == 1)
        let removed = try await service.control("DELETE", "/v1/devices/\(id)/tokens/\(text)")
        #expect(removed.status == 200)
        #expect(await sender.send(request).summary == "410 Unregistered")
        #expect(try await service.control("POST", "/v1/devices/\(id)/tokens", body).json != token.json)
        sender.close()
        await service.simulator.stop()
    }

    @Test func `a long poll is answered by the push it waits for`() async throws {
        let service = try await Service()
        let sender = try await service.sender()
        async let waiting = service.control("GET", "/v1/devices/\(service.device)/pushes?after=0&wait=50")
        #expect(await sender.send(service.request()).summary == "200")
        #expect(try await waiting.json["pushes"]?.array?.count == 1)
        sender.close()
        await service.simulator.stop()
    }

    @Test func `a long poll ends empty when its time is up`() async throws {
        let service = try await Service()
        let page = try await service.control("GET", "/v1/devices/\(service.device)/pushes?after=0&wait=1")
        #expect(page.json == ["next": 0, "pushes": []])
        await service.simulator.stop()
    }

    @Test(.rows("F18")) func `going offline and online over the control API`() async throws {
        let service = try await Service()
        let sender = try await service.sender()
        let path = "/v1/devices/\(service.device)"
        #expect(try await service.control("PATCH", path, #"{"online":false}"#).json["online"] == false)
        for _ in 0..<3 { #expect(await sender.send(service.request()).summary == "200") }
        #expect(try await service.control("GET", path + "/pushes").json["pushes"]?.array?.isEmpty == true)
        async let waiting = service.control("GET", path + "/pushes?wait=50")
        #expect(try await service.control("PATCH", path, #"{"online":true}"#).status == 200)
        #expect(try await waiting.json["pushes"]?.array?.count == 1)
        sender.close()
        await service.simulator.stop()
    }

    @Test(.rows("AS25", "A3.13")) func `what a device is like can be set, and what waits be read`() async throws {
        let service = try await Service { $0.backgroundPushesPerHour = 1 }
        let sender = try await service.sender()
        let path = "/v1/devices/\(service.device)"
        let background = service.request {
            $0.pushType = "background"
            $0.priority = "5"
        }
        func waiting() async throws -> [String] {
            let found = try await service.control("GET", path + "/waiting").json["waiting"]?.array ?? []
            return found.map { "\($0["pushType"]?.string ?? "") \($0["reason"]?.string ?? "")" }
        }
        #expect(try await service.control("GET", path).json["awake"] == true)
        #expect(try await service.control("GET", path).json["backgroundPushesPerHour"] == 1)
        for _ in 0..<2 { #expect(await sender.send(background).summary == "200") }
        #expect(try await waiting() == ["background background_budget"])
        let metrics = try await service.control("GET", "/v1/metrics").json["metrics"]?.array
        #expect(metrics?.contains { $0["event"] == "held" && $0["count"] == 1 } == true)
        let token = path + "/tokens/\(service.token)"
        #expect(try await service.control("PATCH", token, #"{"opened":true}"#).status == 200)
        #expect(try await waiting().isEmpty)
        #expect(try await service.control("PATCH", path, #"{"awake":false}"#).json["awake"] == false)
        #expect(await sender.send(service.request { $0.priority = "1" }).summary == "200")
        #expect(try await waiting() == ["alert asleep"])
        #expect(try await service.control("PATCH", path, #"{"savingPower":true}"#).status == 200)
        #expect(try await waiting() == ["alert saving_power"])
        #expect(try await service.control("PATCH", path, #"{"online":false}"#).status == 200)
        #expect(try await waiting() == ["alert offline"])
        let all = #"{"online":true,"savingPower":false,"awake":true,"backgroundPushesPerHour":0}"#
        #expect(try await service.control("PATCH", path, all).json["backgroundPushesPerHour"] == 0)
        #expect(try await waiting().isEmpty)
        for _ in 0..<5 { #expect(await sender.send(background).summary == "200") }
        #expect(try service.simulator.pushes(device: service.device).count == 8)
        let own = try await service.control("POST", "/v1/devices", #"{"backgroundPushesPerHour":7}"#)
        #expect(own.json["backgroundPushesPerHour"] == 7)
        sender.close()
        await service.simulator.stop()
    }

    @Test func `time that is virtual is moved from outside, and real time is not`() async throws {
        let time = VirtualTime.forTest()
        let service = try await Service { $0.time = time }
        #expect(
            try await service.control("GET", "/v1/time").json == ["now": "2026-01-01T00:00:00.000Z", "virtual": true])
        let sender = try await service.sender()
        #expect(await sender.send(service.request()).summary == "200")
        let moved = try await service.control("POST", "/v1/time", #"{"advanceSeconds":3601}"#)
        #expect(moved.json["now"] == "2026-01-01T01:00:01.000Z")
        #expect(await sender.send(service.request()).summary == "403 ExpiredProviderToken")
        for body in ["{}", #"{"advanceSeconds":0}"#, #"{"advanceSeconds":-1}"#, #"{"advanceSeconds":31622401}"#] {
            let answer = try await service.control("POST", "/v1/time", body)
            #expect(answer.status == 400)
            #expect(answer.json["error"]?["param"] == "advanceSeconds")
        }
        sender.close()
        await service.simulator.stop()
        let real = try await Service()
        #expect(try await real.control("GET", "/v1/time").json["virtual"] == false)
        let refused = try await real.control("POST", "/v1/time", #"{"advanceSeconds":1}"#)
        #expect(refused.json["error"]?["code"] == "time_is_real")
        await real.simulator.stop()
    }

    @Test func `requests, faults and health can be read`() async throws {
        let service = try await Service()
        let sender = try await service.sender()
        let fault = try await service.control(
            "POST", "/v1/faults", #"{"action":"answer","reason":"Shutdown","tokenPrefix":"","times":1}"#)
        #expect(fault.status == 201)
        #expect(try await service.control("GET", "/v1/faults").json["faults"]?.array?.count == 1)
        #expect(await sender.send(service.request()).summary == "503 Shutdown")
        #expect(try await service.control("GET", "/v1/faults").json["faults"]?.array?.isEmpty == true)
        let log = try await service.control("GET", "/v1/requests?after=0")
        #expect(log.json["next"] == 1)
        let request = try #require(log.json["requests"]?.array?.first)
        #expect(request["status"] == 503)
        #expect(request["reason"] == "Shutdown")
        #expect(request["headers"]?["apns-topic"] == "com.example.app")
        #expect(try await service.control("GET", "/v1/requests?after=1").json == ["next": 1, "requests": []])
        let health = try await service.control("GET", "/v1/health")
        #expect(health.json == ["devices": 1, "requests": 1, "status": "ok"])
        sender.close()
        await service.simulator.stop()
    }

    @Test func `every error is JSON in one envelope`() async throws {
        let service = try await Service()
        let device = "/v1/devices/\(service.device)"
        let rows: [(String, String, String?, Int, String, String?)] = [
            ("GET", "/nothing", nil, 404, "not_found", nil),
            ("DELETE", "/v1/health", nil, 405, "method_not_allowed", nil),
            ("GET", "/v1/devices/nobody", nil, 404, "unknown_device", nil),
            ("GET", "/v1/devices/nobody/pushes", nil, 404, "unknown_device", nil),
            ("GET", "/v1/devices/nobody/screen", nil, 404, "unknown_device", nil),
            ("PATCH", "/v1/devices/nobody", #"{"online":true}"#, 404, "unknown_device", nil),
            (
                "POST", "/v1/devices/nobody/tokens", #"{"bundleId":"a","environment":"sandbox"}"#, 404,
                "unknown_device", nil
            ),
            ("DELETE", device + "/tokens/00", nil, 404, "unknown_token", nil),
            ("DELETE", "/v1/keys/KEY0000000", nil, 404, "unknown_key", "keyId"),
            ("DELETE", "/v1/faults/7", nil, 404, "unknown_fault", "id"),
            ("PATCH", device, "{", 400, "invalid_json", nil),
            ("PATCH", device, "[]", 400, "validation_failed", "body"),
            ("PATCH", device, "{}", 400, "validation_failed", "online"),
            ("PATCH", device, #"{"online":"yes"}"#, 400, "validation_failed", "online"),
            ("POST", device + "/tokens", #"{"bundleId":"a"}"#, 400, "validation_failed", "environment"),
            (
                "POST", device + "/tokens", #"{"bundleId":"a","environment":"moon"}"#, 400, "validation_failed",
                "environment"
            ),
            (
                "POST", device + "/tokens", #"{"bundleId":"a b","environment":"sandbox"}"#, 400, "validation_failed",
                "bundleId"
            ),
            (
                "POST", device + "/tokens", #"{"bundleId":"a.voip","environment":"sandbox"}"#, 400, "validation_failed",
                "bundleId"
            ),
            (
                "POST", device + "/tokens", #"{"bundleId":"a","environment":"sandbox","token":"xyz"}"#, 400,
                "validation_failed", nil
            ),
            ("PUT", "/v1/keys/SHORT", #"{"teamId":"TEAM123456","publicKey":"x"}"#, 400, "validation_failed", nil),
            ("PUT", "/v1/keys/KEY0000000", #"{"teamId":"TEAM123456","publicKey":"x"}"#, 400, "validation_failed", nil),
            ("PUT", "/v1/apps/com.example", #"{"teamId":"x"}"#, 400, "validation_failed", "teamId"),
            ("POST", "/v1/faults", #"{"action":"explode"}"#, 400, "validation_failed", "action"),
            ("POST", "/v1/faults", #"{"action":"answer"}"#, 400, "validation_failed", nil),
            ("GET", device + "/pushes?after=-1", nil, 400, "validation_failed", "after"),
            ("GET", device + "/pushes?wait=soon", nil, 400, "validation_failed", "wait"),
            ("GET", "/v1/requests?limit=0", nil, 400, "validation_failed", "limit"),
            ("GET", "/v1/devices/nobody/waiting", nil, 404, "unknown_device", nil),
            ("PATCH", device + "/tokens/00", "{}", 400, "validation_failed", "enabled"),
            ("PATCH", device + "/tokens/00", #"{"opened":false}"#, 400, "validation_failed", "enabled"),
            ("PATCH", device + "/tokens/00", #"{"opened":true}"#, 404, "unknown_token", nil),
            (
                "PATCH", device, #"{"backgroundPushesPerHour":-1}"#, 400, "validation_failed", "backgroundPushesPerHour"
            ),
            (
                "POST", "/v1/devices", #"{"backgroundPushesPerHour":2000000}"#, 400, "validation_failed",
                "backgroundPushesPerHour"
            ),
            (
                "POST", "/v1/faults", #"{"action":"close","service":"channels","tokenPrefix":"00"}"#, 400,
                "validation_failed", nil
            ),
            ("POST", "/v1/faults", #"{"action":"close","service":"moon"}"#, 400, "validation_failed", "service"),
            ("POST", "/v1/devices", String(repeating: " ", count: 1_100_000), 413, "body_too_large", nil),
        ]
        for (method, path, body, status, code, param) in rows {
            let answer = try await service.control(method, path, body)
            #expect(answer.status == status, "\(method) \(path)")
            #expect(answer.json["error"]?["code"]?.string == code, "\(method) \(path) \(answer.json)")
            #expect(answer.json["error"]?["param"]?.string == param, "\(method) \(path) \(answer.json)")
            #expect(answer.json["error"]?["message"]?.string?.isEmpty == false)
        }
        await service.simulator.stop()
    }

    @Test func `the token's way out of use can be chosen`() async throws {
        let service = try await Service()
        let sender = try await service.sender()
        let path = "/v1/devices/\(service.device)/tokens/\(service.token)"
        #expect(try await service.control("DELETE", path + "?reason=ExpiredToken").status == 200)
        #expect(await sender.send(service.request()).summary == "410 ExpiredToken")
        let token = try service.simulator.registerToken(Service.bundleID, device: service.device, token: "00ff")
        let late = "/v1/devices/\(service.device)/tokens/\(token)?noticedAfter=3600"
        #expect(try await service.control("DELETE", late).status == 200)
        #expect(await sender.send(service.request { $0.path = "/3/device/00FF" }).summary == "200")
        sender.close()
        await service.simulator.stop()
    }
}
