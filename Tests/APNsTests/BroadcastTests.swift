import APNs
import Foundation
import HTTP2
import Locking
import PushModel
import TestSupport
import Testing
import Timekeeping

/// Channels and the pushes to them.
@Suite(.timeLimit(.minutes(1)))
struct BroadcastTests {
    private static let channel = "dHN0LXNyY2gtY2hubA=="

    private static func channels(_ apns: FakeAPNs, time: any TimeSource = SystemTime()) throws -> BroadcastChannels {
        var configuration = APNsConfiguration(host: "localhost", port: apns.port)
        configuration.trust = .pem(apns.authority.certificatePEM)
        configuration.reconnectDelay = .milliseconds(1)
        return try BroadcastChannels(configuration: configuration, credential: apns.credential, time: time)
    }

    @Test(.rows("AP2", "SF50"))
    func `channels are created, read, listed and deleted, without a body where none belongs`() async throws {
        let apns = try await FakeAPNs { request, responder in
            switch (request.method, request.path) {
            case ("POST", "/1/apps/com.example.app/channels"):
                responder.respond(
                    HTTP2Response(status: 201, headers: [HTTP2Header("apns-channel-id", Self.channel)]))
            case ("GET", "/1/apps/com.example.app/channels"):
                responder.respond(
                    HTTP2Response(
                        status: 200, body: Array(#"{"message-storage-policy":1,"push-type":"LiveActivity"}"#.utf8)))
            case ("GET", "/1/apps/com.example.app/all-channels"):
                let ids = (0..<10_000).map { "\"\(Data("channel \($0) of many".utf8).base64EncodedString())\"" }
                responder.respond(
                    HTTP2Response(status: 200, body: Array(#"{"channels":[\#(ids.joined(separator: ","))]}"#.utf8)))
            case ("DELETE", "/1/apps/com.example.app/channels"): responder.respond(HTTP2Response(status: 204))
            default: responder.reject(404, "BadPath")
            }
        }
        let channels = try Self.channels(apns)
        #expect(try await channels.create(bundleID: "com.example.app", storing: .mostRecent) == Self.channel)
        #expect(try await channels.storagePolicy(of: Self.channel, bundleID: "com.example.app") == .mostRecent)
        #expect(try await channels.all(bundleID: "com.example.app").count == 10_000)
        try await channels.delete(Self.channel, bundleID: "com.example.app")
        let requests = apns.requests
        #expect(requests.map(\.method) == ["POST", "GET", "GET", "DELETE"])
        #expect(
            String(decoding: requests[0].body, as: UTF8.self)
                == #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#)
        #expect(requests[1...].allSatisfy { $0.body.isEmpty })
        #expect(requests.map { $0.header("apns-channel-id") } == [nil, Self.channel, nil, Self.channel])
        #expect(requests.allSatisfy { $0.header("authorization")?.hasPrefix("bearer ") == true })
        #expect(apns.connectionCount.withLock { $0 } == 1)
        #expect(APNsConfiguration.channelManagement.port == 2196)
        #expect(APNsConfiguration.sandboxChannelManagement.port == 2195)
        #expect(APNsConfiguration.sandboxChannelManagement.host == "api-manage-broadcast.sandbox.push.apple.com")
        await channels.close()
        await apns.stop()
    }

    @Test(.rows("SF49"))
    func `a broadcast names the app in its path and the channel in its head`() async throws {
        let apns = try await FakeAPNs { request, responder in
            responder.respond(
                HTTP2Response(
                    status: 200, headers: [HTTP2Header("apns-request-id", request.header("apns-request-id") ?? "")]))
        }
        let client = try apns.client()
        var push = BroadcastRequest(
            bundleID: "com.example.app", channelID: Self.channel, payload: Array(#"{"aps":{"event":"update"}}"#.utf8))
        #expect(try await client.broadcast(push) == push.id)
        push.expiration = .at(Date(timeIntervalSince1970: 1_800_000_000))
        push.priority = .conservePower
        try await client.broadcast(push)
        let requests = apns.requests
        #expect(requests.map(\.path) == ["/4/broadcasts/apps/com.example.app", "/4/broadcasts/apps/com.example.app"])
        #expect(requests.map { $0.header("apns-priority") } == ["10", "5"])
        #expect(requests.map { $0.header("apns-expiration") } == ["0", "1800000000"])
        #expect(requests.allSatisfy { $0.header("apns-push-type") == "liveactivity" })
        #expect(requests.allSatisfy { $0.header("apns-channel-id") == Self.channel })
        #expect(requests.allSatisfy { $0.header("apns-topic") == nil && $0.body == push.payload })
        await client.close()
        await apns.stop()
    }

    @Test func `what breaks a rule does not leave`() {
        func push(_ bundle: String = "com.example.app", _ channel: String = Self.channel, _ size: Int = 20)
            -> Rejection?
        { BroadcastRequest(bundleID: bundle, channelID: channel, payload: .init(repeating: 32, count: size)).violation }
        #expect(push() == nil)
        #expect(push("com.example.app.push-type.liveactivity")?.reason == .topicDisallowed)
        #expect(push("")?.reason == .badPath)
        #expect(push("com.example/../x")?.reason == .badPath)
        #expect(push("com.example.app", "")?.reason == .missingChannelID)
        #expect(push("com.example.app", "not base64!")?.reason == .badChannelID)
        #expect(push("com.example.app", Self.channel, 5120) == nil)
        #expect(push("com.example.app", Self.channel, 5121)?.reason == .payloadTooLarge)
        #expect(push("com.example.app", Self.channel, 0)?.reason == .payloadEmpty)
    }

    @Test(arguments: RejectionReason.documentedForChannels.map { ($0.key.rawValue, $0.value) })
    func `every documented reason of a channel call arrives with its type`(word: String, status: Int) async throws {
        let apns = try await FakeAPNs { _, responder in responder.reject(status, word) }
        let channels = try Self.channels(apns)
        let failure = await #expect(throws: CallFailure.self) {
            try await channels.create(bundleID: "com.example.app", storing: .none)
        }
        #expect(failure == .rejected(Rejection(status: status, reason: RejectionReason(rawValue: word))))
        await channels.close()
        await apns.stop()
    }

    @Test(.rows("SF13"))
    func `a call whose answer never comes is ambiguous in time and the next one goes through`() async throws {
        let time = VirtualTime()
        let arrived = AsyncStream<Void>.makeStream()
        let count = Locked(0)
        let apns = try await FakeAPNs { _, responder in
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 1 { arrived.continuation.yield() } else { responder.respond(HTTP2Response(status: 204)) }
        }
        let channels = try Self.channels(apns, time: time)
        async let lost = Result { () async throws(CallFailure) in
            try await channels.delete(Self.channel, bundleID: "com.example.app")
        }
        for await _ in arrived.stream { break }
        await time.waitForSleepers()
        await time.advance(by: .seconds(21))
        guard case .failure(.ambiguous(let error)) = await lost else {
            Issue.record("the first call has another end")
            return
        }
        #expect(error.code == .timedOut)
        try await channels.delete(Self.channel, bundleID: "com.example.app")
        await channels.close()
        await apns.stop()
    }

    @Test func `GOAWAY, a cut connection and a refused stream end as what is known of them`() async throws {
        let count = Locked(0)
        let apns = try await FakeAPNs { request, responder in
            let number = count.withLock { count in
                count += 1
                return count
            }
            switch number {
            case 1: responder.reset(.refusedStream)
            case 3:
                responder.connection.goAway(lastStreamID: 0, debugData: [])
            case 5: responder.connection.closeAbruptly()
            default: responder.respond(HTTP2Response(status: 204))
            }
        }
        let channels = try Self.channels(apns)
        for _ in 0..<2 { try await channels.delete(Self.channel, bundleID: "com.example.app") }
        #expect(count.withLock { $0 } == 4, "both were made again, as neither was processed")
        let failure = await #expect(throws: CallFailure.self) {
            try await channels.delete(Self.channel, bundleID: "com.example.app")
        }
        guard case .ambiguous = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        try await channels.delete(Self.channel, bundleID: "com.example.app")
        await channels.close()
        await #expect(throws: CallFailure.self) {
            try await channels.delete(Self.channel, bundleID: "com.example.app")
        }
        await apns.stop()
    }
}

extension Result where Failure == CallFailure {
    /// What an asynchronous call ends with.
    init(_ body: () async throws(CallFailure) -> Success) async {
        do throws(CallFailure) { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
