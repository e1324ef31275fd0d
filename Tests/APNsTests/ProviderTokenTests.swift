import Foundation
import HTTP2
import Locking
import PushCrypto
import TestSupport
import Testing
import Timekeeping

@testable import APNs

/// The provider token's age, on both clocks, and what it means for connections.
@Suite(.timeLimit(.minutes(1)))
struct ProviderTokenTests {
    private static let start = Date(timeIntervalSince1970: 1_767_225_600)

    @Test(arguments: [
        (0.0, 0.0, false), (49, 49, false), (50, 50, true), (51, 10, true), (10, 51, true), (30, 5, false),
        (-0.5, 1, false), (-2, 1, true),
    ])
    func `a token is due by either clock, and when it lies in the future`(
        wallMinutes: Double, uptimeMinutes: Double, isDue: Bool
    ) {
        let age = ProviderTokenAge(issuedAt: Self.start, uptime: .seconds(1000))
        let due = age.isDue(
            now: Self.start.addingTimeInterval(wallMinutes * 60), uptime: .seconds(1000 + uptimeMinutes * 60))
        #expect(due == isDue)
    }

    @Test func `one connection sees a new token at the earliest after 20 minutes`() {
        #expect(!ProviderTokenAge.mayChange(start: .seconds(5), uptime: .seconds(5 + 20 * 60 - 1)))
        #expect(ProviderTokenAge.mayChange(start: .seconds(5), uptime: .seconds(5 + 20 * 60)))
    }

    @Test(.rows("SF38"))
    func `the token is kept below 50 minutes and renewed on the same connection then`() async throws {
        let time = VirtualTime.forTest()
        let apns = try await FakeAPNs { _, responder in responder.accept() }
        let client = try apns.client(time: time)
        for minutes in [0, 25, 24, 2] {
            await time.advance(by: .seconds(minutes * 60))
            _ = await client.send([.sample()])
        }
        let tokens = apns.requests.compactMap { $0.header("authorization") }
        #expect(tokens.count == 4)
        #expect(Set(tokens[..<3]).count == 1)
        #expect(tokens[3] != tokens[0])
        #expect(apns.connectionCount.withLock { $0 } == 1)
        let issued = try tokens.map { try ProviderToken(parsing: String($0.dropFirst(7))) }
        #expect(issued[0].keyID == "KEY1234567")
        #expect(issued[0].teamID == "TEAM123456")
        #expect(issued[3].issuedAt - issued[0].issuedAt == 51 * 60)
        await client.close()
        await apns.stop()
    }

    @Test(arguments: [7200.0, -7200])
    func `a wall clock that jumps makes a new token, on a new connection when the old one is young`(
        jump: Double
    ) async throws {
        let time = VirtualTime.forTest()
        let apns = try await FakeAPNs { _, responder in responder.accept() }
        let client = try apns.client(time: time)
        _ = await client.send([.sample()])
        time.shiftWallClock(by: jump)
        _ = await client.send([.sample()])
        #expect(Set(apns.requests.compactMap { $0.header("authorization") }).count == 2)
        #expect(apns.connectionCount.withLock { $0 } == 2)
        await client.close()
        await apns.stop()
    }

    @Test func `a token that APNs finds expired is replaced once and the push sent again`() async throws {
        let time = VirtualTime.forTest()
        let apns = try await FakeAPNs { request, responder in
            if request.path.hasSuffix("00") {
                responder.accept()
            } else {
                responder.reject(403, "ExpiredProviderToken")
            }
        }
        let client = try apns.client(time: time)
        _ = await client.send([.sample(token: "aa00")])
        await time.advance(by: .seconds(120))
        let result = await client.send([.sample(token: "aa01")])
        // The first answer makes a new token; the second, to a token that is new, is the caller's.
        #expect(result.first?.rejection?.reason == .expiredProviderToken)
        #expect(Set(apns.requests.compactMap { $0.header("authorization") }).count == 2)
        #expect(apns.requests.count == 3)
        #expect(apns.connectionCount.withLock { $0 } == 2)
        await client.close()
        await apns.stop()
    }

    @Test func `clients with one credential use one token`() async throws {
        let apns = try await FakeAPNs { _, responder in responder.accept() }
        let (one, other) = (try apns.client(), try apns.client())
        _ = await one.send([.sample()])
        _ = await other.send([.sample()])
        #expect(Set(apns.requests.compactMap { $0.header("authorization") }).count == 1)
        await one.close()
        await other.close()
        await apns.stop()
    }

    @Test func `a credential of a wrong form is refused without showing the key`() throws {
        let pem = try ES256.PrivateKey.generate().pem()
        for (team, key, text) in [("TEAM", "KEY1234567", pem), ("TEAM123456", "KEY-234567", pem)] {
            let error = #expect(throws: APNsError.self) {
                try ProviderCredential(teamID: team, keyID: key, privateKeyPEM: text)
            }
            #expect(error?.code == .invalidCredential)
        }
        let secret = "c2VjcmV0LWtleS1tYXRlcmlhbA=="
        let error = #expect(throws: APNsError.self) {
            try ProviderCredential(
                teamID: "TEAM123456", keyID: "KEY1234567",
                privateKeyPEM: "-----BEGIN PRIVATE KEY-----\n\(secret)\n-----END PRIVATE KEY-----")
        }
        #expect(error?.code == .invalidCredential)
        #expect(error.map { "\($0)".contains(secret) } == false)
    }

    @Test(.rows("SF30", "SF36"))
    func `a clock that is wrong for good costs one new token in 20 minutes, not a loop`() async throws {
        let time = VirtualTime()
        let isExpired = Locked(false)
        let apns = try await FakeAPNs { _, responder in
            if isExpired.withLock({ $0 }) { responder.reject(403, "ExpiredProviderToken") } else { responder.accept() }
        }
        let client = try apns.client(time: time)
        _ = await client.send([.sample()])
        isExpired.withLock { $0 = true }
        for _ in 0..<19 {
            await time.advance(by: .seconds(62))
            let results = await client.send((0..<10).map { _ in .sample() })
            #expect(results.allSatisfy { $0.rejection?.reason == .expiredProviderToken })
        }
        let tokens = Set(apns.requests.compactMap { $0.header("authorization") })
        #expect(tokens.count <= 3, "\(tokens.count) tokens in 20 minutes")
        #expect(apns.requests.count < 1 + 190 + 20, "no push is repeated over and over")
        await client.close()
        await apns.stop()
    }

    @Test(.rows("SF32", "SF33"))
    func `too many token updates are met with one other connection, then told, and the token stays`() async throws {
        let time = VirtualTime()
        let first = Locked<UInt64?>(nil)
        let isStrict = Locked(false)
        let apns = try await FakeAPNs { request, responder in
            let isFirst = first.withLock { first in
                if first == nil { first = request.connectionID }
                return first == request.connectionID
            }
            if isFirst || isStrict.withLock({ $0 }) {
                responder.reject(429, "TooManyProviderTokenUpdates")
            } else {
                responder.accept()
            }
        }
        let client = try apns.client(time: time)
        let results = await client.send((0..<20).map { _ in .sample() })
        #expect(results.allSatisfy { $0.isAccepted }, "the new connection has no history")
        #expect(apns.connectionCount.withLock { $0 } == 2)
        isStrict.withLock { $0 = true }
        let refused = await client.send((0..<20).map { _ in .sample() })
        #expect(refused.allSatisfy { $0.rejection?.reason == .tooManyProviderTokenUpdates })
        #expect(apns.connectionCount.withLock { $0 } == 2, "one attempt in 20 minutes is enough")
        #expect(Set(apns.requests.compactMap { $0.header("authorization") }).count == 1)
        await client.close()
        await apns.stop()
    }

    @Test(.rows("SF34", "SF37"))
    func `clients of both environments and many callers at once share one token of a key`() async throws {
        let apns = try await FakeAPNs { _, responder in responder.accept() }
        let clients = try [apns.client { $0.connectionCount = 4 }, apns.client()]
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let pushes = (0..<100).map { PushRequest.sample(topic: "com.example.app\($0 % 7)") }
                    #expect(await clients[number % 2].send(pushes).allSatisfy { $0.isAccepted })
                }
            }
        }
        #expect(Set(apns.requests.compactMap { $0.header("authorization") }).count == 1)
        for client in clients { await client.close() }
        await apns.stop()
    }

    @Test(.rows("AP6"))
    func `two teams never share a connection, whatever else they share`() async throws {
        let threads = try APNsThreads()
        let teams = Locked<[UInt64: Set<String>]>([:])
        let apns = try await FakeAPNs { request, responder in
            let token = (try? ProviderToken(parsing: String((request.header("authorization") ?? "").dropFirst(7))))
            teams.withLock { _ = $0[request.connectionID, default: []].insert(token?.teamID ?? "") }
            responder.accept()
        }
        let pem = try ES256.PrivateKey.generate().pem()
        let clients = try ["TEAMAAAAAA", "TEAMBBBBBB"].map { team in
            var configuration = APNsConfiguration(host: "localhost", port: apns.port)
            configuration.trust = .pem(apns.authority.certificatePEM)
            configuration.threads = threads
            let credential = try ProviderCredential(teamID: team, keyID: "KEY1234567", privateKeyPEM: pem)
            return try APNsClient(configuration: configuration, credential: credential)
        }
        for client in clients { #expect(await client.send([.sample(), .sample()]).allSatisfy { $0.isAccepted }) }
        #expect(teams.withLock { $0.count } == 2)
        #expect(teams.withLock { $0.values.allSatisfy { $0.count == 1 } })
        for client in clients { await client.close() }
        threads.shutdown()
        await apns.stop()
    }
}
