import Foundation
import PushModel
import Storage
import TestSupport
import StorageTestSupport
import Testing

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct PreferenceTests {
    private static let path = "/v1/client/preferences"

    /// Makes the topics `deals`, for those who want it, and `news`, for all.
    private static func topics(_ server: APIFixture) async throws {
        let storage = server.system.handle(for: server.tenant)
        var news = TopicContent(name: "News")
        news.description = "What is new."
        news.category = "Reading"
        _ = try await storage.makeTopic(slug: "news", news, now: Date())
        var deals = TopicContent(name: "Deals")
        deals.isOptedIn = false
        _ = try await storage.makeTopic(slug: "deals", deals, now: Date())
    }

    private static func enabled(_ answer: HTTPExchange) -> [String: Bool?] {
        Dictionary(
            uniqueKeysWithValues: (answer.data["items"]?.array ?? []).map {
                ($0["topic"]?.string ?? "", $0["enabled"]?.bool)
            })
    }

    @Test(.rows("B44")) func `an app reads every topic in order, and what its person chose goes before the topic`()
        async throws
    {
        try await APIFixture.with { server in
            try await Self.topics(server)
            let device = try await server.device()
            let first = try await server.client("GET", Self.path, device: device)
            #expect(first.data["items"]?.array?.map { $0["topic"] } == ["deals", "news"])
            #expect(
                first.data["items"]?.array?.last == [
                    "topic": "news", "name": "News", "description": "What is new.", "category": "Reading",
                    "channels": ["push": true], "enabled": true, "isDefault": true,
                ])
            #expect(Self.enabled(first) == ["deals": false, "news": true])
            let off = try await server.client("PUT", "\(Self.path)/news", ["enabled": false], device: device)
            #expect(off.status == 200)
            #expect(Self.enabled(off) == ["deals": false, "news": false])
            #expect(off.data["items"]?.array?.map { $0["isDefault"] } == [true, false])
            let on = try await server.client(
                "PUT", "\(Self.path)/deals", ["channels": ["push": true]], device: device)
            #expect(Self.enabled(on) == ["deals": true, "news": false])
            #expect(try await server.client("GET", Self.path, device: device).data == on.data)
            let bob = try await server.device("bob", install: "install-2", token: "cd34")
            #expect(
                Self.enabled(try await server.client("GET", Self.path, subscriber: "bob", device: bob))
                    == ["deals": false, "news": true])
        }
    }

    @Test(.rows("B44")) func `what cannot be chosen is refused and changes nothing`() async throws {
        try await APIFixture.with { server in
            try await Self.topics(server)
            let device = try await server.device()
            let cases: [(topic: String, body: JSONValue, status: Int, code: String, param: String)] = [
                ("sport", ["enabled": true], 404, "topic_not_found", "topic"),
                ("news", ["channels": ["email": false]], 400, "channel_not_offered", "topic"),
                ("news", ["channels": ["push": 1]], 400, "validation_failed", "channels.push"),
                ("news", [:], 400, "validation_failed", "enabled"),
                ("news", ["enabled": false, "channels": ["push": true]], 400, "validation_failed", "channels"),
                ("news", ["enable": false], 400, "validation_failed", "enabled"),
            ]
            for (topic, body, status, code, param) in cases {
                let answer = try await server.client("PUT", "\(Self.path)/\(topic)", body, device: device)
                #expect(answer.status == status && answer.code == code, "\(body)")
                #expect(answer.param == param, "\(body)")
            }
            #expect(Self.enabled(try await server.client("GET", Self.path, device: device))["news"] == true)
        }
    }

    @Test(.rows("B44")) func `another tenant's topic is no topic`() async throws {
        try await APIFixture.with { server in
            try await Self.topics(server)
            let other = try await server.system.makeTenant(
                slug: "other", name: "Other", identitySecret: [UInt8](repeating: 7, count: 32), now: Date())
            let key = try await server.system.makeKey(.publishable, other, scopes: [])
            let headers = [("Tidings-Subscriber", "ann"), ("Tidings-Identity", server.identity("ann"))]
            let list = try await server.call("GET", Self.path, key: key, headers: headers)
            #expect(list.data["items"]?.array?.isEmpty == true)
            let answer = try await server.call(
                "PUT", "\(Self.path)/news", ["enabled": false], key: key, headers: headers)
            #expect(answer.status == 404 && answer.code == "topic_not_found")
        }
    }
}
