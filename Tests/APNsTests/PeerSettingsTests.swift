import CNghttp2
import Foundation
import Locking
import PushModel
import TestSupport
import Testing

@testable import APNs
@testable import HTTP2

/// Numbers that a server may announce, at first or amid traffic: the client knows none of them beforehand.
@Suite(.timeLimit(.minutes(1)))
struct PeerSettingsTests {
    /// SETTINGS that a server sends with each connection; nghttp2 holds the client to them once they are acknowledged.
    struct Announcement: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var first: [UInt32: UInt32]
        /// Sent with every tenth request, in turn.
        var later: [[UInt32: UInt32]] = []

        fileprivate static func settings(_ numbers: [UInt32: UInt32]) -> [HTTP2Session.Setting] {
            numbers.map { .init(id: nghttp2_settings_id(rawValue: $0.key), value: $0.value) }
        }
    }

    private static let table: UInt32 = 1
    private static let streams: UInt32 = 3
    private static let window: UInt32 = 4
    private static let frame: UInt32 = 5
    private static let headerList: UInt32 = 6

    static let announcements = [
        Announcement(
            testDescription: "what was seen at Apple in 2021",
            first: [table: 4096, streams: 1000, window: 65_535, frame: 16_384, headerList: 8000]),
        Announcement(testDescription: "no table for header compression", first: [table: 0]),
        Announcement(testDescription: "a larger table than the client's", first: [table: 1 << 20]),
        Announcement(testDescription: "windows of a hundred bytes", first: [window: 100]),
        Announcement(testDescription: "no window at all until later", first: [window: 0], later: [[window: 100]]),
        Announcement(testDescription: "frames of 16 MB", first: [frame: 16_777_215, window: 2_147_483_647]),
        Announcement(testDescription: "three streams, then seven", first: [streams: 3], later: [[streams: 7]]),
        Announcement(testDescription: "a setting that nobody knows", first: [0xABCD: 7]),
        Announcement(
            testDescription: "everything changes all the time", first: [streams: 10],
            later: [
                [streams: 1, table: 0], [window: 10, table: 100], [streams: 100, frame: 20_000],
                [window: 70_000, table: 4096], [streams: 2, headerList: 4000],
            ]),
    ]

    @Test(.rows("AP11"), arguments: announcements)
    func `whatever numbers a server announces are kept to, and every push gets through`(
        announcement: Announcement
    ) async throws {
        let count = Locked(0)
        let apns = try await FakeAPNs { connection in
            connection.send(Announcement.settings(announcement.first))
            // Without a window there are no requests that could bring the change.
            if announcement.first[Self.window] == 0, let later = announcement.later.first {
                connection.send(Announcement.settings(later))
            }
        } answer: { _, responder in
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number % 10 == 0, !announcement.later.isEmpty {
                let later = announcement.later[(number / 10) % announcement.later.count]
                responder.connection.send(Announcement.settings(later))
            }
            responder.accept()
        }
        let client = try apns.client()
        var results: [PushResult] = []
        for _ in 0..<4 {
            // Of all sizes, up to the largest that a push may have.
            results += await client.send(
                (0..<60).map { .sample(payload: #"{"aps":{"alert":"\#(String(repeating: "x", count: 65 * $0))"}}"#) })
        }
        #expect(results.count == 240)
        #expect(results.allSatisfy { $0.isAccepted })
        #expect(apns.connectionCount.withLock { $0 } == 1, "the server had no reason to end the connection")
        #expect(Set(apns.requests.compactMap { $0.header("apns-id") }).count == 240)
        await client.close()
        await apns.stop()
    }

    @Test(.rows("AP11"))
    func `a push whose header fields are more than the server takes is refused by name and no other`() async throws {
        let apns = try await FakeAPNs { connection in
            connection.send(Announcement.settings([Self.headerList: 900]))
        } answer: { _, responder in
            responder.accept()
        }
        let client = try apns.client()
        // The first push may leave before SETTINGS have come.
        #expect(await client.send([.sample()]).first?.isAccepted == true)
        let long = PushRequest.sample(topic: "com.example." + String(repeating: "a", count: 240))
        let results = await client.send([.sample(), long, .sample()])
        #expect(results.map(\.isAccepted) == [true, false, true])
        let rejection = try #require(results[1].rejection)
        #expect(rejection.isLocal && rejection.status == 431)
        #expect(rejection.description.contains("900"))
        #expect(apns.requests.count == 3)
        await client.close()
        await apns.stop()
    }

    @Test(.rows("AP11"))
    func `a broadcast with more header bytes than the server takes is refused by name too`() async throws {
        var limits = HTTP2Limits()
        limits.headerListByteLimit = 900
        let apns = try await FakeAPNs(limits: limits) { _, responder in responder.accept() }
        let client = try apns.client()
        let small = BroadcastRequest(bundleID: "com.example.app", channelID: "Y2hhbm5lbA==", payload: Array("{}".utf8))
        try await client.broadcast(small)
        var large = small
        large.channelID = Data(repeating: 1, count: 600).base64EncodedString()
        let failure = await #expect(throws: CallFailure.self) { try await client.broadcast(large) }
        guard case .rejected(let rejection)? = failure else {
            return #expect(Bool(false), "\(String(describing: failure))")
        }
        #expect(rejection.isLocal && rejection.status == 431)
        #expect(apns.requests.count == 1)
        await client.close()
        await apns.stop()
    }

    @Test(.rows("AP11"))
    func `the largest header list of a push is far below what was seen at Apple`() {
        var push = PushRequest.sample(
            token: String(repeating: "f", count: 512), topic: String(repeating: "a", count: 255), type: .liveActivity,
            collapseID: String(repeating: "c", count: 64))
        push.expiration = .at(.distantFuture)
        var headers = PushHeaders(host: String(repeating: "h", count: 253), port: 65_535)
        headers.write(push, authorization: [UInt8](repeating: 1, count: 400))
        let size = headers.block.listByteCount
        let counted = headers.block.withNative { fields, count in
            UnsafeBufferPointer(start: fields, count: count).reduce(0) { $0 + $1.namelen + $1.valuelen + 32 }
        }
        #expect(size == counted)
        #expect((1500..<8000).contains(size))
    }
}
