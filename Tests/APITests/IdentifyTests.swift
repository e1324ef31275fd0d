import APNs
import Foundation
import PushModel
import Storage
import TestSupport
import StorageTestSupport
import Testing

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct IdentifyTests {
    private static func identify(
        _ server: APIFixture, _ anonymousID: String = "anon_1", as person: String = "ann", identity: String? = nil
    ) async throws -> HTTPExchange {
        try await server.client(
            "POST", "/v1/client/identify", ["anonymousId": .string(anonymousID)], subscriber: person,
            identity: identity)
    }

    @Test(.rows("B43")) func `an anonymous subscriber becomes the person whom nobody knew before`() async throws {
        try await APIFixture.with { server in
            let device = try await server.device("anon_1")
            let past = try await server.call("GET", "/v1/subscribers/anon_1").data
            let answer = try await Self.identify(server)
            #expect(answer.status == 200 && answer.data["result"] == "renamed")
            #expect(answer.data["subscriber"]?["externalId"] == "ann")
            #expect(answer.data["subscriber"]?["id"] == past["id"])
            #expect(try await Self.identify(server).data == answer.data)
            // The earlier id leads to the person for ever, in every call.
            #expect(try await server.call("GET", "/v1/subscribers/anon_1").data["externalId"] == "ann")
            #expect(try await server.call("GET", "/v1/devices?externalId=anon_1").data["items"]?.array?.count == 1)
            let client = try await server.client("GET", "/v1/client/messages", subscriber: "anon_1", device: device)
            #expect(client.status == 200)
            #expect(try await server.client("GET", "/v1/client/messages", device: device).status == 200)
            let late = try await server.client(
                "PUT", "/v1/client/device", APIFixture.registration(), subscriber: "anon_1")
            #expect(late.data["subscriber"]?["externalId"] == "ann")
            #expect(try await server.call("GET", "/v1/subscribers").data["items"]?.array?.count == 1)
        }
    }

    @Test(.rows("B43")) func `two subscribers become one, with the devices, choices and events of both`() async throws {
        try await APIFixture.with { server in
            let storage = server.system.handle(for: server.tenant)
            for slug in ["deals", "news", "sport"] {
                _ = try await storage.makeTopic(slug: slug, TopicContent(name: slug), now: Date())
            }
            _ = try await server.call("PUT", "/v1/subscribers/ann", ["attributes": ["plan": "pro"]])
            let device = try await server.device(token: "aa01")
            let phone = try await server.device("anon_1", install: "install-2", token: "aa02")
            func choose(_ topic: String, _ isOn: Bool, _ subscriber: String, _ device: String) async throws {
                let answer = try await server.client(
                    "PUT", "/v1/client/preferences/\(topic)", ["enabled": .bool(isOn)], subscriber: subscriber,
                    device: device)
                #expect(answer.status == 200)
            }
            try await choose("deals", false, "ann", device)
            try await choose("news", false, "anon_1", phone)
            try await choose("deals", true, "anon_1", phone)
            try await choose("news", true, "ann", device)
            try await choose("sport", false, "anon_1", phone)
            _ = try await server.client(
                "PATCH", "/v1/client/subscriber",
                ["attributes": ["plan": "free", "theme": "dark"], "timezone": "Asia/Tokyo"], subscriber: "anon_1",
                device: phone)
            for (person, name) in [("ann", "a"), ("anon_1", "b"), ("anon_1", "c")] {
                _ = try await server.call("POST", "/v1/events", ["externalId": .string(person), "name": .string(name)])
            }

            let answer = try await Self.identify(server)
            #expect(answer.data["result"] == "merged")
            let person = answer.data["subscriber"]
            #expect(person?["attributes"] == ["plan": "pro", "theme": "dark"])
            #expect(person?["timezone"] == "Asia/Tokyo")
            #expect(try await Self.identify(server).data == answer.data)
            let list = try await server.client("GET", "/v1/client/preferences", device: phone)
            // The newer choice counts, whoever made it.
            #expect(list.data["items"]?.array?.map { $0["enabled"] } == [true, true, false])
            let events = try await server.call("GET", "/v1/events?externalId=ann").data["items"]?.array ?? []
            #expect(Set(events.compactMap { $0["name"]?.string }) == ["a", "b", "c"])
            #expect(events.compactMap { $0["sequence"]?.int }.sorted() == [1, 2, 3])
            let sent = try await server.call("POST", "/v1/messages", ["to": ["anon_1", "ann"], "title": "x"])
            let message = try await server.completed(try #require(sent.data["id"]?.string))
            #expect(message["counts"]?["sent"] == 2)
            #expect(Set(server.pushes.map(\.deviceToken)) == ["aa01", "aa02"])
            #expect(try await server.call("GET", "/v1/subscribers").data["items"]?.array?.count == 1)
        }
    }

    @Test(.rows("B43")) func `an unknown anonymous id leads to the person from then on`() async throws {
        try await APIFixture.with { server in
            let answer = try await Self.identify(server, identity: server.identity("ann"))
            #expect(answer.data["result"] == "nothing")
            #expect(answer.data["subscriber"]?["verified"] == true)
            let late = try await server.client(
                "PUT", "/v1/client/device", APIFixture.registration(), subscriber: "anon_1")
            #expect(late.data["subscriber"]?["externalId"] == "ann")
            #expect(try await Self.identify(server).data["result"] == "nothing")
        }
    }

    @Test(.rows("B43")) func `who is identified is nobody's past`() async throws {
        try await APIFixture.with { server in
            _ = try await server.device("bob")
            _ = try await server.device("anon_2", install: "install-2", token: "cd34")
            _ = try await server.client(
                "PUT", "/v1/client/device", APIFixture.registration(install: "install-3", token: "ef56"),
                subscriber: "anon_3", identity: server.identity("anon_3"))
            #expect(try await Self.identify(server, "anon_2", as: "bob").data["result"] == "merged")
            for source in ["bob", "nobody", "anon_2", "anon_3"] {
                let refused = try await Self.identify(server, source)
                #expect(refused.status == 409 && refused.code == "merge_source_identified", "\(source)")
                #expect(refused.param == "anonymousId")
            }
            #expect(try await server.call("GET", "/v1/subscribers/ann").status == 404)
            _ = try await server.call("PUT", "/v1/subscribers/cleo")
            #expect(try await Self.identify(server, "anon_2", as: "cleo").code == "merge_source_identified")
            let own = try await Self.identify(server, "anon_4", as: "anon_4")
            #expect(own.status == 409 && own.code == "alias_is_primary")
            let anonymous = try await Self.identify(server, "anon_4", as: "anon_5")
            #expect(anonymous.status == 400 && anonymous.details == ["Tidings-Subscriber invalid_format"])
            #expect(try await Self.identify(server, "").details == ["anonymousId invalid_format"])
        }
    }

    @Test(.rows("B43")) func `the history of both is read as one, and a push that waits goes on`() async throws {
        try await APIFixture.with { server in
            let device = try await server.device(token: "aa01")
            let phone = try await server.device("anon_1", install: "install-2", token: "aa02")
            for (title, people) in [("one", ["anon_1"]), ("both", ["ann", "anon_1"]), ("two", ["ann"])] {
                let sent = try await server.call(
                    "POST", "/v1/messages",
                    ["to": .array(people.map { .string($0) }), "title": .string(title)])
                _ = try await server.completed(try #require(sent.data["id"]?.string))
            }
            #expect(try await Self.identify(server).data["result"] == "merged")
            for id in [device, phone] {
                let page = try await server.client("GET", "/v1/client/messages", device: id)
                #expect(page.data["items"]?.array?.map { $0["title"] } == ["one", "both", "two"])
            }
            let first = try await server.call("GET", "/v1/messages").data["items"]?.array?.last?["id"]?.string ?? ""
            let deliveries = try await server.call("GET", "/v1/messages/\(first)/deliveries").data["items"]?.array
            #expect(deliveries?.map { $0["externalId"] } == ["ann"])
        }
    }

    @Test(.rows("B8")) func `nobody unproven takes a token that the tenant's backend gave to somebody`() async throws {
        try await APIFixture.with { server in
            _ = try await server.call(
                "POST", "/v1/devices",
                ["externalId": "ann", "bundleId": .string(APIFixture.bundleID), "token": "ab12"])
            for person in ["eve", "anon_9"] {
                let refused = try await server.client(
                    "PUT", "/v1/client/device", APIFixture.registration(token: "ab12"), subscriber: person)
                #expect(refused.status == 403 && refused.param == "token")
                #expect(try await server.call("GET", "/v1/subscribers/\(person)").status == 404)
            }
            let own = try await server.client("PUT", "/v1/client/device", APIFixture.registration(token: "ab12"))
            #expect(own.status == 201)
        }
    }
}
