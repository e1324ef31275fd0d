import API
import APNs
import Foundation
import PushCrypto
import PushModel
import TestSupport
import StorageTestSupport
import Testing

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct ClientTests {
    private static func event(
        _ name: String, id: String = UUID().uuidString, at: Date = Date(), _ data: JSONObject = [:]
    ) -> JSONValue {
        [
            "id": .string(id), "name": .string(name), "timestamp": .string(Timestamp.format(at)),
            "data": .object(data),
        ]
    }

    @Test(.rows("B47", "B48")) func `each event of a batch is judged by itself`() async throws {
        try await APIFixture.with { server in
            let device = try await server.device()
            let good = Self.event("cart.filled", id: "e-1", ["items": 3])
            let answer = try await server.client(
                "POST", "/v1/client/events",
                [
                    "events": [
                        good, good, Self.event("Bad Name", id: "e-2"), Self.event("$send", id: "e-3"),
                        Self.event("$app.opened", id: "e-4"), 7,
                        Self.event("old", id: "e-5", at: Date(timeIntervalSinceNow: -40 * 86_400)),
                        Self.event("early", id: "e-6", at: Date(timeIntervalSinceNow: 7_200)),
                        Self.event("big", id: "e-7", ["text": .string(String(repeating: "x", count: 9_000))]),
                        Self.event("$notification.opened", id: "e-8", ["messageId": "msg_1"]),
                        Self.event(
                            "$notification.opened", id: "e-9",
                            ["messageId": .string(Identifier(.message, at: Date()).description)]),
                        // A receipt of a phone with a wrong clock fails for the message only.
                        Self.event(
                            "$notification.opened", id: "e-10", at: Date(timeIntervalSinceNow: 90 * 86_400),
                            ["messageId": .string(Identifier(.message, at: Date()).description)]),
                    ]
                ], device: device)
            #expect(answer.status == 202)
            let results = answer.data["results"]?.array ?? []
            #expect(
                results.map { $0["status"]?.string } == [
                    "accepted", "duplicate", "rejected", "rejected", "accepted", "rejected", "rejected", "rejected",
                    "rejected", "rejected", "rejected", "rejected",
                ])
            #expect(
                results.map { $0["error"]?["code"]?.string } == [
                    nil, nil, "invalid_format", "reserved_key", nil, "invalid_type", "out_of_range", "out_of_range",
                    "too_long", "invalid_format", "not_found", "not_found",
                ])
            #expect(results[2]["error"]?["param"] == "events[2].name")
            let list = try await server.call("GET", "/v1/events?externalId=ann")
            let events = list.data["items"]?.array ?? []
            #expect(events.map { $0["name"]?.string } == ["$app.opened", "cart.filled"])
            #expect(events.map { $0["sequence"]?.int } == [2, 1])
            #expect(events.last?["data"] == ["items": 3])
        }
    }

    @Test(.rows("B47")) func `a backend sends one bare event or a list, and reserved names are refused`() async throws {
        try await APIFixture.with { server in
            _ = try await server.call("PUT", "/v1/subscribers/ann")
            let bare = try await server.call("POST", "/v1/events", ["externalId": "ann", "name": "order.paid"])
            #expect(bare.status == 202)
            #expect(bare.data["results"]?.array?.first?["status"] == "accepted")
            let list = try await server.call(
                "POST", "/v1/events",
                [
                    "events": [
                        ["externalId": "ann", "name": "$notification.opened"], ["externalId": "bob", "name": "a"],
                    ]
                ])
            let codes = (list.data["results"]?.array ?? []).map { $0["error"]?["code"]?.string }
            #expect(codes == ["reserved_key", "not_found"])
            let many = JSONValue.array((0..<101).map { ["externalId": "ann", "name": .string("e\($0)")] })
            let refused = try await server.call("POST", "/v1/events", ["events": many])
            #expect(refused.details == ["events too_long"])
        }
    }

    @Test func `a receipt counts once per device and message, however often it is reported`() async throws {
        try await APIFixture.with { server in
            let device = try await server.device()
            let sent = try await server.call("POST", "/v1/messages", ["to": "ann", "title": "x"])
            let id = try #require(sent.data["id"]?.string)
            _ = try await server.completed(id)
            for _ in 0..<3 {
                let answer = try await server.client(
                    "POST", "/v1/client/events",
                    [
                        "events": [
                            Self.event("$notification.delivered", ["messageId": .string(id)]),
                            Self.event(
                                "$notification.suppressed", ["messageId": .string(id), "reason": "conversation"]),
                        ]
                    ], device: device)
                #expect(answer.data["results"]?.array?.allSatisfy { $0["status"] == "accepted" } == true)
            }
            let message = try await server.call("GET", "/v1/messages/\(id)").data
            #expect(message["receipts"]?["delivered"] == 1)
            #expect(message["receipts"]?["suppressed"] == 1)
            #expect(message["receipts"]?["opened"] == 0)
        }
    }

    @Test(.rows("C4"), arguments: [false, true])
    func `a device reports what happened under its former owners, also when it is nobody's any more`(isGone: Bool)
        async throws
    {
        try await APIFixture.with { server in
            let device = try await server.device()
            let sent = try await server.call("POST", "/v1/messages", ["to": "ann", "title": "x"])
            let id = try #require(sent.data["id"]?.string)
            _ = try await server.completed(id)
            #expect(try await server.device("bob") == device)
            if isGone {
                _ = try await server.client("DELETE", "/v1/client/device", subscriber: "bob", device: device)
            }
            for who in ["ann", "bob"] {
                let answer = try await server.client(
                    "POST", "/v1/client/events",
                    ["events": [Self.event("$notification.opened", ["messageId": .string(id)]), Self.event("cart")]],
                    subscriber: who, device: device)
                #expect(answer.data["results"]?.array?.map { $0["status"]?.string } == ["accepted", "accepted"])
                let filed = try await server.call("GET", "/v1/events?externalId=\(who)").data["items"]?.array ?? []
                #expect(filed.map { $0["name"]?.string } == ["cart", "$notification.opened"])
            }
            #expect(try await server.call("GET", "/v1/messages/\(id)").data["receipts"]?["opened"] == 1)
            let history = try await server.client("GET", "/v1/client/messages", device: device)
            #expect(history.status == 404)
        }
    }

    @Test(.rows("C4")) func `a device reports for nobody it was never registered to`() async throws {
        try await APIFixture.with { server in
            let device = try await server.device()
            let other = try await server.device("bob", install: "install-2", token: "cd34")
            _ = try await server.device("bob")
            for (who, device) in [("ann", other), ("eve", device), ("ann", "dev_x")] {
                let answer = try await server.client(
                    "POST", "/v1/client/events", ["events": [Self.event("cart")]], subscriber: who, device: device)
                #expect(answer.status == 404 && answer.json["error"]?["param"] == "Tidings-Device")
            }
            let forged = try await server.client(
                "POST", "/v1/client/events", ["events": [Self.event("cart")]], device: device, identity: "00")
            #expect(forged.status == 401)
        }
    }

    @Test(.rows("C4")) func `what a former owner was before they had a name is theirs`() async throws {
        try await APIFixture.with { server in
            let device = try await server.device("anon_1")
            _ = try await server.device("bob")
            _ = try await server.call("PUT", "/v1/subscribers/ann")
            let joined = try await server.client(
                "POST", "/v1/client/identify", ["anonymousId": "anon_1"], identity: server.identity("ann"))
            #expect(joined.data["result"] == "merged")
            for who in ["anon_1", "ann"] {
                let answer = try await server.client(
                    "POST", "/v1/client/events", ["events": [Self.event("cart")]], subscriber: who, device: device)
                #expect(answer.status == 202)
            }
            let filed = try await server.call("GET", "/v1/events?externalId=ann").data["items"]?.array ?? []
            #expect(filed.count == 2)
        }
    }

    @Test func `another device's message takes no receipt`() async throws {
        try await APIFixture.with { server in
            _ = try await server.device()
            let other = try await server.device("bob", install: "install-2", token: "cd34")
            let sent = try await server.call("POST", "/v1/messages", ["to": "ann", "title": "x"])
            let id = try #require(sent.data["id"]?.string)
            _ = try await server.completed(id)
            let answer = try await server.client(
                "POST", "/v1/client/events",
                ["events": [Self.event("$notification.opened", ["messageId": .string(id)])]], subscriber: "bob",
                device: other)
            #expect(answer.data["results"]?.array?.first?["status"] == "rejected")
            #expect(try await server.call("GET", "/v1/messages/\(id)").data["receipts"]?["opened"] == 0)
        }
    }

    @Test func `the history has the own messages, oldest first, and goes on where it stopped`() async throws {
        try await APIFixture.with { server in
            let device = try await server.device()
            _ = try await server.device("bob", install: "install-2", token: "cd34")
            for index in 0..<5 {
                let sent = try await server.call(
                    "POST", "/v1/messages",
                    [
                        "to": ["ann", "bob"], "title": .string("m\(index)"), "data": ["n": .int(index)],
                        "conversation": .string(index % 2 == 0 ? "even" : "odd"),
                    ])
                _ = try await server.completed(try #require(sent.data["id"]?.string))
            }
            _ = try await server.call("POST", "/v1/messages", ["to": "bob", "title": "not for ann"])
            var titles: [String] = []
            var path = "/v1/client/messages?limit=2"
            while true {
                let page = try await server.client("GET", path, device: device)
                titles += (page.data["items"]?.array ?? []).compactMap { $0["title"]?.string }
                let cursor = try #require(page.data["nextCursor"]?.string)
                path = "/v1/client/messages?limit=2&after=\(cursor)"
                if page.data["hasMore"] == false { break }
            }
            #expect(titles == (0..<5).map { "m\($0)" })
            #expect(try await server.client("GET", path, device: device).data["items"]?.array?.isEmpty == true)
            let odd = try await server.client("GET", "/v1/client/messages?conversation=odd&limit=1", device: device)
            #expect(odd.data["items"]?.array?.first?["data"] == ["n": 1])
            #expect(odd.data["hasMore"] == true)
        }
    }

    @Test func `an encrypted message leaves no word of it in the push or the history, and opens on the device`()
        async throws
    {
        try await APIFixture.with { server in
            let keys = try PayloadKeys.generate()
            var registration = APIFixture.registration().object ?? [:]
            registration["encryption"] = [
                "keyId": "key-1", "publicKey": .string(Base64URL.encode(keys.publicKey)),
                "auth": .string(Base64URL.encode(keys.authSecret)),
            ]
            let device = try await server.client("PUT", "/v1/client/device", .object(registration))
                .data["id"]?.string
            let sent = try await server.call(
                "POST", "/v1/messages",
                ["to": "ann", "title": "Secret", "data": ["pin": "4711"], "encrypt": "device", "sound": "bell.caf"])
            let id = try #require(sent.data["id"]?.string)
            _ = try await server.completed(id)
            let push = try #require(server.pushes.first)
            let text = String(decoding: push.payload, as: UTF8.self)
            #expect(!text.contains("Secret") && !text.contains("4711") && !text.contains("bell"))
            #expect(push.pushType == .alert)
            let envelope = try #require(PushPayload(json: push.payload)?.envelope)
            #expect(envelope.keyID == "key-1")
            let opened = try SealedContent(
                decrypted: try MessageSealing.open(try Base64URL.decode(try #require(envelope.sealed)), with: keys))
            #expect(opened.banner.title == "Secret" && opened.id == id)
            let history = try await server.client("GET", "/v1/client/messages", device: device)
            #expect(!String(decoding: history.body, as: UTF8.self).contains("Secret"))
            let entry = try #require(history.data["items"]?.array?.first)
            #expect(entry["kid"] == "key-1")
            let sealed = try Base64URL.decode(try #require(entry["enc"]?.string))
            #expect(try SealedContent(decrypted: try MessageSealing.open(sealed, with: keys)).banner.title == "Secret")
        }
    }

    @Test func `an encrypted message is silent without the extension and skipped without a key`() async throws {
        try await APIFixture.with { server in
            let keys = try PayloadKeys.generate()
            var registration = APIFixture.registration().object ?? [:]
            registration["capabilities"] = ["serviceExtension": false]
            registration["encryption"] = [
                "keyId": "key-1", "publicKey": .string(Base64URL.encode(keys.publicKey)),
                "auth": .string(Base64URL.encode(keys.authSecret)),
            ]
            _ = try await server.client("PUT", "/v1/client/device", .object(registration))
            _ = try await server.device(install: "install-2", token: "cd34")
            let sent = try await server.call(
                "POST", "/v1/messages", ["to": "ann", "title": "Secret", "encrypt": "device"])
            let message = try await server.completed(try #require(sent.data["id"]?.string))
            #expect(message["counts"]?["sent"] == 1 && message["counts"]?["skipped"] == 1)
            let push = try #require(server.pushes.first)
            #expect(push.pushType == .background && push.priority == .conservePower)
            #expect(PushPayload(json: push.payload)?.envelope.form == .silent)
            let skipped = try await server.call(
                "GET", "/v1/messages/\(sent.data["id"]?.string ?? "")/deliveries?status=skipped")
            #expect(skipped.data["items"]?.array?.first?["reason"] == "no_encryption_key")
        }
    }

    @Test(.rows("B13")) func `the sender's data arrives byte for byte`() async throws {
        try await APIFixture.with { server in
            _ = try await server.device()
            let data = #"{ "b" : 1.0, "a":12345678901234567890123,"é":"\u00e9","n":null }"#
            let sent = try await server.raw(
                "POST", "/v1/messages", Array(#"{"to":"ann","title":"x","data":"#.utf8) + Array(data.utf8) + [0x7D])
            _ = try await server.completed(try #require(sent.data["id"]?.string))
            let payload = String(decoding: try #require(server.pushes.first).payload, as: UTF8.self)
            #expect(payload.contains(data.dropFirst().dropLast().trimmingCharacters(in: .whitespaces)))
        }
    }

    @Test(.rows("SF77")) func `data of any shape goes out as it came, or is refused with its field`() async throws {
        try await APIFixture.with { server in
            _ = try await server.device()
            let deep = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
            let shapes: [(data: String, isSent: Bool)] = [
                (#"{"a":{"b":[1,{"c":[[],{}]},null,true]}}"#, true), (#"{"n":-1.50e-7,"big":1e300,"zero":-0}"#, true),
                (#"{"deep":\#(deep)}"#, true), (#"{"":"","\u0041":"\ud83d\ude00"}"#, true), ("{}", true),
                (#"{"a":1,"a":2}"#, false), ("[]", false), ("1", false), (#"{"a":1e400}"#, false), (#""text""#, false),
                (#"{"aps":{}}"#, false),
                (#"{"a":\#(String(repeating: "[", count: 5_000))"#, false), (#"{"a":"\ud800"}"#, false),
            ]
            for (index, shape) in shapes.enumerated() {
                let answer = try await server.raw(
                    "POST", "/v1/messages", Array(#"{"to":"ann","title":"\#(index)","data":\#(shape.data)}"#.utf8))
                #expect(answer.status == (shape.isSent ? 202 : 400), "\(shape.data.prefix(40))")
                guard answer.status == 202 else { continue }
                _ = try await server.completed(try #require(answer.data["id"]?.string))
                let payload = String(decoding: try #require(server.pushes.last).payload, as: UTF8.self)
                let members = shape.data.dropFirst().dropLast()
                #expect(members.isEmpty || payload.contains(members), "\(shape.data.prefix(40))")
            }
        }
    }

    @Test(.rows("K31"), arguments: [false, true])
    func `a request for messages waits until there is one, or its time is over`(isSent: Bool) async throws {
        try await APIFixture.with { server in
            let device = try await server.device()
            let waiting = Task {
                try await server.client("GET", "/v1/client/messages?wait=\(isSent ? 20 : 1)", device: device)
            }
            if isSent {
                let sent = try await server.call("POST", "/v1/messages", ["to": "ann", "title": "Hello"])
                #expect(sent.status == 202)
            }
            let answer = try await waiting.value
            #expect(answer.status == 200)
            #expect(answer.data["items"]?.array?.map { $0["title"]?.string } == (isSent ? ["Hello"] : []))
        }
    }

    @Test(arguments: ["-1", "21", "x", ""]) func `a wait that is none is refused`(wait: String) async throws {
        try await APIFixture.with { server in
            let device = try await server.device()
            let answer = try await server.client("GET", "/v1/client/messages?wait=\(wait)", device: device)
            #expect(answer.status == 400 && answer.json["error"]?["param"] == "wait")
        }
    }
}
