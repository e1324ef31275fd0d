import APNs
import Foundation
import HTTP2
import Locking
import PushModel
import TestSupport
import Testing
import Timekeeping

/// How a client spreads pushes over connections, ends, and lets itself be observed.
@Suite(.timeLimit(.minutes(1)))
struct APNsPoolTests {
    @Test(.rows("SF10"))
    func `more connections are made only as pushes pile up, and all bring their results`() async throws {
        let held = Locked<[HTTP2Responder]>([])
        let all = AsyncStream<Void>.makeStream()
        var limits = HTTP2Limits()
        limits.maxConcurrentStreams = 100
        let apns = try await FakeAPNs(limits: limits) { request, responder in
            guard request.path.hasSuffix("ff") else {
                responder.accept()
                return
            }
            if held.withLock({ held in
                held.append(responder); return held.count
            }) == 4 {
                all.continuation.yield()
            }
        }
        let client = try apns.client { $0.connectionCount = 4 }
        for _ in 0..<20 { _ = await client.send([.sample(), .sample()]) }
        #expect(apns.connectionCount.withLock { $0 } == 1, "one connection is enough for one caller")
        let results = await withTaskGroup(of: [PushResult].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    // One of each batch is held back, so that the batches stay open together; not the first, as a new
                    // connection waits for the answer to that.
                    await client.send([.sample(), .sample(token: "aaff")] + (0..<59).map { _ in .sample() })
                }
            }
            group.addTask {
                for await _ in all.stream { break }
                for responder in held.withLock({ $0 }) { responder.accept() }
                return []
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(results.count == 244)
        #expect(results.allSatisfy { $0.isAccepted })
        let connections = apns.connectionCount.withLock { $0 }
        #expect((2...3).contains(connections), "\(connections) connections for 244 pushes in four batches")
        await client.close()
        await apns.stop()
    }

    @Test(.rows("SF8"))
    func `tokens that were refused go over a connection of their own until one is accepted`() async throws {
        let bad = Locked(true)
        let connections = Locked<[String: Set<UInt64>]>([:])
        let apns = try await FakeAPNs { request, responder in
            let token = String(request.path.dropFirst("/3/device/".count))
            connections.withLock { _ = $0[token, default: []].insert(request.connectionID) }
            if token == "bad0", bad.withLock({ $0 }) {
                responder.reject(400, "BadDeviceToken")
            } else {
                responder.accept()
            }
        }
        let client = try apns.client()
        func send() async -> [PushResult] {
            await client.send([.sample(token: "aa00"), .sample(token: "bad0"), .sample(token: "aa01")])
        }
        let first = await send()
        #expect(first.map(\.isAccepted) == [true, false, true])
        let second = await send()
        #expect(second.map(\.isAccepted) == [true, false, true])
        let seen = connections.withLock { $0 }
        #expect(seen["aa00"]?.count == 1)
        #expect(seen["aa00"] == seen["aa01"])
        #expect(seen["bad0"]?.count == 2, "first with the others, then apart")
        let statistics = await client.statistics()
        #expect(statistics.connections.map(\.isQuarantine).sorted { !$0 && $1 } == [false, true])
        #expect(statistics.connections.first { !$0.isQuarantine }?.rejected == [.badDeviceToken: 1])
        bad.withLock { $0 = false }
        #expect(await send().allSatisfy { $0.isAccepted })
        #expect(await send().allSatisfy { $0.isAccepted })
        #expect(connections.withLock { $0["bad0"] } == seen["bad0"], "accepted, it is an ordinary token again")
        var marked = PushRequest.sample(token: "aa02")
        marked.isSuspect = true
        _ = await client.send([marked])
        #expect(connections.withLock { $0["aa02"] } != seen["aa00"])
        await client.close()
        await apns.stop()
    }

    @Test(.rows("SF54", "SF72"))
    func `draining lets open pushes finish, takes no more, and ends`() async throws {
        let held = Locked<HTTP2Responder?>(nil)
        let arrived = AsyncStream<Void>.makeStream()
        let apns = try await FakeAPNs { _, responder in
            held.withLock { $0 = responder }
            arrived.continuation.yield()
        }
        let client = try apns.client()
        async let open = client.send([.sample()])
        for await _ in arrived.stream { break }
        async let drained: Void = client.drain()
        while await client.send([.sample(token: "")]).first?.notProcessed == nil { await Task.yield() }
        held.withLock { $0 }?.accept()
        #expect(await open.first?.isAccepted == true)
        await drained
        #expect(await client.send([.sample()]).first?.notProcessed?.code == .closed)
        await apns.stop()
    }

    @Test(.rows("SF54"))
    func `a drain has a deadline`() async throws {
        let time = VirtualTime()
        let arrived = AsyncStream<Void>.makeStream()
        let apns = try await FakeAPNs { _, _ in arrived.continuation.yield() }
        let client = try apns.client(time: time)
        async let open = client.send([.sample()])
        for await _ in arrived.stream { break }
        async let drained: Void = client.drain(within: .seconds(3))
        // The deadline of the drain, whoever else sleeps.
        await time.waitForSleepers(waking: .seconds(3))
        await time.advance(by: .seconds(3))
        await drained
        #expect(await open.first?.ambiguous != nil)
        await apns.stop()
    }

    @Test func `statistics count every end of a push by connection and in total`() async throws {
        let apns = try await FakeAPNs { request, responder in
            switch request.path.suffix(2) {
            case "01": responder.reject(410, "Unregistered")
            case "02": responder.reject(400, "BadTopic")
            case "03": responder.reset(.cancel)
            default: responder.accept()
            }
        }
        let client = try apns.client()
        _ = await client.send(["aa00", "aa00", "aa01", "aa02", "aa02", "aa03"].map { .sample(token: $0) })
        let statistics = await client.statistics()
        #expect(statistics.connections.count == 1)
        for counts in [statistics.totals] + statistics.connections {
            #expect(counts.sent == 6)
            #expect(counts.accepted == 2)
            #expect(counts.rejected == [.unregistered: 1, .badTopic: 2])
            #expect(counts.ambiguous == 1)
            #expect(counts.notProcessed == 0)
            #expect(counts.underWay == 0)
            #expect(counts.streamLimit == HTTP2Limits().maxConcurrentStreams)
            #expect(counts.latencies.count == 5)
            #expect(counts.latencies.quantile(0.5).map { $0 > .zero && $0 < .seconds(10) } == true)
        }
        await client.close()
        #expect(await client.statistics().connections.isEmpty)
        await apns.stop()
    }
}

/// Long sequences of pushes in bounded memory.
@Suite(.timeLimit(.minutes(1)))
struct APNsStreamingTests {
    /// Makes batches as they are asked for and remembers how far it was.
    private struct Batches: AsyncSequence, AsyncIteratorProtocol {
        let made: Locked<Int>
        let count: Int
        let size: Int
        var failsAt: Int?

        func makeAsyncIterator() -> Batches { self }

        mutating func next() async throws -> [PushRequest]? {
            let number = made.withLock { made in
                made += 1
                return made
            }
            if number == failsAt { throw CancellationError() }
            return number > count ? nil : (0..<size).map { _ in .sample() }
        }
    }

    @Test(.rows("SF64", "SF66", "SF69"))
    func `a sequence is asked for the next batch only when there is room`() async throws {
        let (made, received) = (Locked(0), Locked(0))
        let most = Locked(0)
        let apns = try await FakeAPNs { _, responder in responder.accept() }
        let client = try apns.client()
        let total = try await client.send(Batches(made: made, count: 60, size: 100), atMost: 300) { batch, results in
            #expect(results.count == batch.count)
            #expect(results.allSatisfy { $0.isAccepted })
            let done = received.withLock { received in
                received += 1
                return received
            }
            let ahead = made.withLock { $0 } - done
            most.withLock { $0 = max($0, ahead) }
        }
        #expect(total == 6000)
        #expect(received.withLock { $0 } == 60)
        #expect(most.withLock { $0 } <= 4, "three under way and one waiting in hand")
        #expect(apns.requests.count == 6000)
        await client.close()
        await apns.stop()
    }

    @Test func `what was handed over keeps its results when the sequence or the receiver fails`() async throws {
        let apns = try await FakeAPNs { _, responder in responder.accept() }
        let client = try apns.client()
        let received = Locked(0)
        await #expect(throws: CancellationError.self) {
            try await client.send(Batches(made: Locked(0), count: 9, size: 10, failsAt: 6), atMost: 1000) { batch, _ in
                received.withLock { $0 += batch.count }
            }
        }
        #expect(received.withLock { $0 } == 50)
        struct Full: Error {}
        await #expect(throws: Full.self) {
            try await client.send(Batches(made: Locked(0), count: 9, size: 10), atMost: 1000) { _, _ in throw Full() }
        }
        await client.close()
        await apns.stop()
    }
}
