import Foundation
import HTTP2
import Locking
import TestSupport
import Testing
import Timekeeping

@testable import APNs

/// Connections that die or rest without a word: noticed in a time that is stated, with an exact account.
@Suite(.timeLimit(.minutes(1)))
struct LivenessTests {
    /// Noticed after `idlePing` and `pingTimeout`, with new connections at once; no deadline of a push has a part in it.
    @Test(.rows("SF17", "SF20", "AP5"))
    func `a link that died is ended by PING, what it carried is ambiguous and what waited goes on`() async throws {
        let held = AsyncStream<Void>.makeStream()
        let first = Locked<UInt64?>(nil)
        let count = Locked(0)
        var limits = HTTP2Limits()
        limits.maxConcurrentStreams = 5
        let apns = try await FakeAPNs(limits: limits) { request, responder in
            let isFirst = first.withLock { first in
                first = first ?? request.connectionID
                return first == request.connectionID
            }
            let number = count.withLock { count in
                count += 1
                return count
            }
            if isFirst, number > 1 {
                if number == 6 { held.continuation.yield() }
            } else {
                responder.accept()
            }
        }
        let relay = try Relay(to: apns.port)
        let ended = Locked<[APNsError]>([])
        let client = try apns.client {
            $0.port = relay.port
            $0.idlePing = .milliseconds(50)
            // Real time, and the machine may be busy.
            $0.pingTimeout = .seconds(1)
            $0.requestTimeout = .seconds(50)
            $0.onEvent = { if case .disconnected(let error) = $0 { ended.withLock { $0.append(error) } } }
        }
        #expect(await client.send([.sample()]).first?.isAccepted == true)
        async let batch = client.send((0..<12).map { _ in .sample() })
        for await _ in held.stream { break }
        relay.forget()
        let results = await batch
        #expect(results[..<5].allSatisfy { $0.ambiguous?.code == .timedOut })
        #expect(results[5...].allSatisfy { $0.isAccepted })
        #expect(ended.withLock { $0.map(\.code) } == [.timedOut])
        #expect(relay.connectionCount == 2)
        #expect(apns.requests.count == 13, "no push was seen twice")
        await client.close()
        await apns.stop()
        relay.stop()
    }

    @Test(.rows("AP5", "SF17"))
    func `a connection that rests is asked by PING, kept, and used again`() async throws {
        let apns = try await FakeAPNs { _, responder in responder.accept() }
        let relay = try Relay(to: apns.port)
        let client = try apns.client {
            $0.port = relay.port
            $0.idlePing = .milliseconds(10)
            $0.pingTimeout = .milliseconds(500)
        }
        #expect(await client.send([.sample()]).first?.isAccepted == true)
        // Handshake, preface and push come in five pieces at most; what follows are PINGs.
        var pieces = 0
        for await _ in relay.fromClients {
            pieces += 1
            if pieces == 8 { break }
        }
        #expect(await client.send([.sample()]).first?.isAccepted == true)
        #expect(relay.connectionCount == 1)
        await client.close()
        await apns.stop()
        relay.stop()
    }

    @Test(.rows("AP5"))
    func `PING waits for an hour of silence, as Apple asks`() {
        #expect(APNsConfiguration.production.idlePing == .seconds(3600))
    }

    @Test(.rows("SF22", "SF38"))
    func `after twelve hours without a push the next one goes out at once, on the same connection`() async throws {
        let time = VirtualTime.forTest()
        let apns = try await FakeAPNs { _, responder in responder.accept() }
        let client = try apns.client(time: time)
        #expect(await client.send([.sample()]).first?.isAccepted == true)
        await time.advance(by: .seconds(12 * 3600))
        #expect(await client.send((0..<100).map { _ in .sample() }).allSatisfy { $0.isAccepted })
        #expect(apns.connectionCount.withLock { $0 } == 1)
        let tokens = apns.requests.compactMap { $0.header("authorization") }
        #expect(Set(tokens).count == 2, "a token of twelve hours ago would be refused")
        await client.close()
        await apns.stop()
    }

    /// The account when nobody noticed: the pushes that were tried cost one request timeout, those after them nothing.
    @Test(.rows("SF20", "SF22"))
    func `a connection that was forgotten while it rested costs one request timeout`() async throws {
        let time = VirtualTime.forTest()
        let apns = try await FakeAPNs { _, responder in responder.accept() }
        let relay = try Relay(to: apns.port)
        let client = try apns.client(time: time) {
            $0.port = relay.port
            $0.requestTimeout = .seconds(20)
        }
        #expect(await client.send([.sample()]).first?.isAccepted == true)
        await time.advance(by: .seconds(12 * 3600))
        relay.forget()
        async let lost = client.send([.sample(), .sample(), .sample()])
        await time.waitForSleepers(waking: .seconds(20))
        await time.advance(by: .seconds(20))
        let results = await lost
        #expect(results.allSatisfy { $0.ambiguous?.code == .timedOut })
        #expect(apns.requests.count == 1, "ambiguous is all that can be known here; in truth none arrived")
        #expect(await client.send([.sample(), .sample()]).allSatisfy { $0.isAccepted })
        #expect(relay.connectionCount == 2)
        await client.close()
        await apns.stop()
        relay.stop()
    }
}
