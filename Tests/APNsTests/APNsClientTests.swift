import APNs
import Foundation
import HTTP2
import Locking
import PushModel
import TestSupport
import Testing
import Timekeeping

@Suite(.timeLimit(.minutes(1)))
struct APNsClientTests {
    @Test(.rows("AP1", "B33"))
    func `a push goes out with Apple's path and headers over TLS`() async throws {
        let apns = try await FakeAPNs { _, responder in
            responder.respond(HTTP2Response(status: 200, headers: [HTTP2Header("apns-unique-id", "unique")]))
        }
        let client = try apns.client()
        var push = PushRequest.sample(collapseID: "chat-1")
        push.expiration = .at(Date(timeIntervalSince1970: 1_800_000_000.9))
        let results = await client.send([push])
        #expect(results == [.accepted(apnsID: push.id, uniqueID: "unique")])
        let request = try #require(apns.requests.first)
        #expect(request.method == "POST")
        #expect(request.path == "/3/device/\(push.deviceToken)")
        #expect(request.authority == "localhost:\(apns.port)")
        #expect(request.body == push.payload)
        let headers = Dictionary(uniqueKeysWithValues: request.headers.map { ($0.name, $0.value) })
        #expect(headers["apns-topic"] == "com.example.app")
        #expect(headers["apns-push-type"] == "alert")
        #expect(headers["apns-priority"] == "10")
        #expect(headers["apns-expiration"] == "1800000000")
        #expect(headers["apns-collapse-id"] == "chat-1")
        #expect(headers["apns-id"] == push.id.uuidString.lowercased())
        #expect(headers["authorization"]?.hasPrefix("bearer ") == true)
        #expect(headers["authorization"]?.split(separator: ".").count == 3)
        #expect(headers.count == 7)
        #expect(APNsConfiguration.production.host == "api.push.apple.com")
        #expect(APNsConfiguration.sandbox.host == "api.sandbox.push.apple.com")
        #expect(APNsConfiguration.production.port == 443)
        await client.close()
        await apns.stop()
    }

    @Test(.rows("B33", "SF52"))
    func `optional headers stay out and an expiration of once is zero`() async throws {
        let apns = try await FakeAPNs { _, responder in responder.accept() }
        let client = try apns.client()
        var push = PushRequest.sample()
        _ = await client.send([push])
        push.expiration = .once
        _ = await client.send([push])
        #expect(apns.requests.map { $0.header("apns-expiration") } == [nil, "0"])
        #expect(apns.requests.allSatisfy { $0.header("apns-collapse-id") == nil })
        await client.close()
        await apns.stop()
    }

    @Test func `results come back in the order of the pushes`() async throws {
        // Answers wait for all three connections: a quick answer would let one connection serve everything.
        let waiting = Locked<[UInt64: [@Sendable () -> Void]]?>([:])
        // And no connection has room for two shares, whenever its SETTINGS arrive.
        var limits = HTTP2Limits()
        limits.maxConcurrentStreams = 100
        let apns = try await FakeAPNs(limits: limits) { request, responder in
            let answer: @Sendable () -> Void = {
                if request.path.hasSuffix("0") { responder.accept() } else { responder.reject(400, "BadDeviceToken") }
            }
            let due: [@Sendable () -> Void] = waiting.withLock { waiting in
                guard var held = waiting else { return [answer] }
                held[request.connectionID, default: []].append(answer)
                waiting = held.count == 3 ? nil : held
                return held.count == 3 ? held.values.flatMap { $0 } : []
            }
            for answer in due { answer() }
        }
        let client = try apns.client { $0.connectionCount = 3 }
        let pushes = (0..<1000).map { PushRequest.sample(token: "ab\($0 % 10)\($0 % 2)") }
        let results = await client.send(pushes)
        for (push, result) in zip(pushes, results) {
            #expect(result.isAccepted == push.deviceToken.hasSuffix("0"))
        }
        #expect(apns.connectionCount.withLock { $0 } == 3)
        await client.close()
        await apns.stop()
    }

    @Test func `a push that breaks a rule does not leave and the others do`() async throws {
        let apns = try await FakeAPNs { _, responder in responder.accept() }
        let client = try apns.client()
        let results = await client.send([.sample(), .sample(token: "odd"), .sample(), .sample(topic: "")])
        #expect(results[0].isAccepted)
        #expect(results[1].rejection?.isLocal == true)
        #expect(results[2].isAccepted)
        #expect(results[3].rejection?.reason == .missingTopic)
        #expect(apns.requests.count == 2)
        let onlyBad = await client.send([.sample(token: "x")])
        #expect(onlyBad.first?.rejection?.reason == .badDeviceToken)
        #expect(await client.send([]).isEmpty)
        await client.close()
        await apns.stop()
    }

    @Test(.rows("B32"), arguments: RejectionReason.documented.map { ($0.key.rawValue, $0.value) })
    func `every documented reason is decoded with its status`(word: String, status: Int) async throws {
        // Those about the token or the connection are sent again first, on another connection.
        let apns = try await FakeAPNs { _, responder in responder.reject(status, word) }
        let client = try apns.client()
        let rejection = try #require(await client.send([.sample()]).first?.rejection)
        #expect(rejection.status == status)
        #expect(rejection.reason == RejectionReason(rawValue: word))
        #expect(!rejection.isLocal)
        #expect(RejectionReason.documented.count == 32)
        await client.close()
        await apns.stop()
    }

    @Test func `a reason that Apple adds later is kept as it is, and nonsense is unknown`() async throws {
        let apns = try await FakeAPNs { request, responder in
            switch request.path.suffix(2) {
            case "00": responder.reject(499, "BrandNewReason")
            case "01": responder.respond(HTTP2Response(status: 500, body: Array("<html>".utf8)))
            default: responder.respond(HTTP2Response(status: 418))
            }
        }
        let client = try apns.client()
        let results = await client.send([.sample(token: "aa00"), .sample(token: "aa01"), .sample(token: "aa02")])
        #expect(results[0].rejection == Rejection(status: 499, reason: RejectionReason(rawValue: "BrandNewReason")))
        #expect(results[1].rejection == Rejection(status: 500, reason: .unknown))
        #expect(results[2].rejection == Rejection(status: 418, reason: .unknown))
        await client.close()
        await apns.stop()
    }

    @Test(.rows("SF40")) func `the timestamp of a 410 is in milliseconds`() async throws {
        let apns = try await FakeAPNs { _, responder in
            responder.reject(410, "Unregistered", timestamp: 1_454_948_015_990)
        }
        let client = try apns.client()
        let rejection = try #require(await client.send([.sample()]).first?.rejection)
        #expect(rejection.reason == .unregistered)
        #expect(rejection.timestamp == Date(timeIntervalSince1970: 1_454_948_015.990))
        await client.close()
        await apns.stop()
    }

    @Test(.rows("AP13", "SF9"))
    func `a push that is never answered is ambiguous after its deadline and the others are not`() async throws {
        let time = VirtualTime.forTest()
        let arrived = AsyncStream<Void>.makeStream()
        let apns = try await FakeAPNs { request, responder in
            if request.path.hasSuffix("ff") { arrived.continuation.yield() } else { responder.accept() }
        }
        let client = try apns.client(time: time) { $0.requestTimeout = .seconds(7) }
        #expect(await client.send([.sample()]).first?.isAccepted == true)
        async let batch = client.send([.sample(token: "aa00"), .sample(token: "aaff"), .sample(token: "aa01")])
        for await _ in arrived.stream { break }
        // Answers of one connection come in order: with this one, those of the batch are there as well.
        #expect(await client.send([.sample()]).first?.isAccepted == true)
        await time.waitForSleepers()
        await time.advance(by: .seconds(7))
        let results = await batch
        #expect(results[0].isAccepted)
        #expect(results[1].ambiguous?.code == .timedOut)
        #expect(results[2].isAccepted)
        #expect(await client.send([.sample()]).first?.isAccepted == true)
        #expect(apns.connectionCount.withLock { $0 } == 1, "one lost answer is no reason to reconnect")
        await client.close()
        await apns.stop()
    }

    @Test(.rows("AP13"))
    func `a connection that says nothing at all is given up and pushes behind it were not processed`() async throws {
        let time = VirtualTime.forTest()
        let arrived = AsyncStream<Void>.makeStream()
        let isSilent = Locked(true)
        let apns = try await FakeAPNs { _, responder in
            if isSilent.withLock({ $0 }) { arrived.continuation.yield() } else { responder.accept() }
        }
        let client = try apns.client(time: time) { $0.requestTimeout = .seconds(7) }
        async let batch = client.send([.sample(), .sample(), .sample()])
        for await _ in arrived.stream { break }
        await time.waitForSleepers()
        await time.advance(by: .seconds(7))
        let results = await batch
        #expect(results[0].ambiguous?.code == .timedOut)
        #expect(results[1].notProcessed?.code == .timedOut)
        #expect(results[2].notProcessed?.code == .timedOut)
        isSilent.withLock { $0 = false }
        async let after = client.send([.sample()])
        // One for the deadline and one for the next attempt to connect.
        await time.waitForSleepers(2)
        await time.advance(by: .seconds(2))
        #expect(await after.first?.isAccepted == true)
        #expect(apns.connectionCount.withLock { $0 } == 2)
        await client.close()
        await apns.stop()
    }

    @Test func `a server that is not there and one that is not trusted are told apart`() async throws {
        let apns = try await FakeAPNs { _, responder in responder.accept() }
        let nowhere = try apns.client { $0.port = 1 }
        #expect(await nowhere.send([.sample()]).first?.notProcessed?.code == .unreachable)
        await nowhere.close()
        let distrustful = try apns.client { $0.trust = .system }
        #expect(await distrustful.send([.sample()]).first?.notProcessed?.code == .untrusted)
        await distrustful.close()
        await apns.stop()
    }

    @Test func `closing gives every push its result`() async throws {
        let arrived = AsyncStream<Void>.makeStream()
        let apns = try await FakeAPNs { _, _ in arrived.continuation.yield() }
        let client = try apns.client()
        async let batch = client.send([.sample(), .sample()])
        for await _ in arrived.stream { break }
        await client.close()
        let results = await batch
        #expect(results[0].ambiguous != nil)
        #expect(results[1].notProcessed?.code == .closed)
        #expect(await client.send([.sample()]).first?.notProcessed?.code == .closed)
        await client.close()
        await apns.stop()
    }

    @Test func `settings that cannot work are refused`() throws {
        let credential = try FakeAPNs.credential()
        for change in [{ $0.port = 0 }, { $0.connectionCount = 0 }, { $0.trust = .file("/nowhere") }]
            as [(inout APNsConfiguration) -> Void]
        {
            var configuration = APNsConfiguration.sandbox
            change(&configuration)
            let error = #expect(throws: APNsError.self) {
                try APNsClient(configuration: configuration, credential: credential, time: SystemTime())
            }
            #expect(error?.code == .invalidConfiguration)
        }
    }
}
