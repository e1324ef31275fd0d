import APNs
import EventLoop
import Foundation
import HTTP2
import Locking
import TestSupport
import Testing

/// How a client lives with the connection that APNs gives it.
@Suite(.timeLimit(.minutes(1)))
struct APNsConnectionTests {
    @Test(.rows("AP7"))
    func `one push is under way until the first is accepted, then as many as SETTINGS allow`() async throws {
        let seenAtFirst = Locked<[Int]>([])
        let count = Locked(0)
        let held = Locked<[HTTP2Responder]>([])
        let apns = try await FakeAPNs { _, responder in
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 1 {
                // What left together with the first push has arrived before this runs.
                responder.connection.loop.execute {
                    seenAtFirst.withLock { $0.append(count.withLock { $0 }) }
                    responder.accept()
                }
                return
            }
            let all = held.withLock { held in
                held.append(responder)
                return held
            }
            if all.count == 49 { for responder in all { responder.accept() } }
        }
        let client = try apns.client()
        let results = await client.send((0..<50).map { _ in .sample() })
        #expect(seenAtFirst.withLock { $0 } == [1])
        // The other 49 are answered only when all of them are under way at once.
        #expect(results.allSatisfy { $0.isAccepted })
        #expect(apns.connectionCount.withLock { $0 } == 1)
        await client.close()
        await apns.stop()
    }

    @Test(.rows("AP7"))
    func `a refused first push does not open the gate`() async throws {
        let open = Locked<(now: Int, most: Int)>((0, 0))
        let apns = try await FakeAPNs { _, responder in
            open.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            responder.connection.loop.execute {
                open.withLock { $0.now -= 1 }
                responder.reject(400, "BadDeviceToken")
            }
        }
        let client = try apns.client()
        let results = await client.send((0..<20).map { _ in .sample() })
        #expect(results.allSatisfy { $0.rejection?.reason == .badDeviceToken })
        #expect(open.withLock { $0.most } == 1)
        await client.close()
        await apns.stop()
    }

    @Test(.rows("AP8"))
    func `a lowered stream limit is kept to and refused streams are sent again`() async throws {
        var limits = HTTP2Limits()
        limits.maxConcurrentStreams = 8
        let count = Locked(0)
        let events = Locked<[APNsEvent]>([])
        let apns = try await FakeAPNs(limits: limits) { _, responder in
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 5 {
                responder.connection.setMaxConcurrentStreams(1)
                responder.reject(400, "BadTopic")
            } else if (6...8).contains(number) {
                responder.reset(.refusedStream)
            } else {
                responder.accept()
            }
        }
        let client = try apns.client { $0.onEvent = { event in events.withLock { $0.append(event) } } }
        let results = await client.send((0..<40).map { _ in .sample() })
        #expect(results.filter(\.isAccepted).count == 39)
        #expect(results.filter { $0.rejection?.reason == .badTopic }.count == 1)
        #expect(apns.requests.count == 43)
        #expect(apns.connectionCount.withLock { $0 } == 1)
        let limitsTold = events.withLock { $0 }.filter { if case .streamLimit = $0 { true } else { false } }
        #expect(limitsTold == [.streamLimit(8), .streamLimit(1)])
        await client.close()
        await apns.stop()
    }

    @Test(.rows("AP8"))
    func `a 410 is an ordinary answer and changes nothing about the connection`() async throws {
        let apns = try await FakeAPNs { request, responder in
            if request.path.hasSuffix("00") { responder.accept() } else { responder.reject(410, "Unregistered") }
        }
        let client = try apns.client()
        let pushes: [PushRequest] = (0..<200).map { .sample(token: $0 == 0 ? "aa00" : "aa01") }
        let results = await client.send(pushes)
        #expect(results.filter { $0.rejection?.status == 410 }.count == 199)
        #expect(apns.connectionCount.withLock { $0 } == 1)
        await client.close()
        await apns.stop()
    }

    @Test(.rows("AP9"), arguments: [#"{"reason":"Shutdown"}"#, "", "not JSON"])
    func `after GOAWAY pushes that were not processed go out on a new connection`(debugData: String) async throws {
        let events = Locked<[APNsEvent]>([])
        let counts = Locked<[UInt64: Int]>([:])
        let firstConnection = Locked<UInt64?>(nil)
        let held = Locked<[HTTP2Responder]>([])
        let apns = try await FakeAPNs { request, responder in
            let isFirst = firstConnection.withLock { first in
                if first == nil { first = request.connectionID }
                return first == request.connectionID
            }
            let number = counts.withLock { counts in
                counts[request.connectionID, default: 0] += 1
                return counts[request.connectionID] ?? 0
            }
            guard isFirst, number > 1 else {
                responder.accept()
                return
            }
            let all = held.withLock { held in
                held.append(responder)
                return held
            }
            guard all.count == 6 else { return }
            responder.connection.goAway(lastStreamID: all[2].streamID, debugData: Array(debugData.utf8))
            for responder in all { responder.accept() }
        }
        let client = try apns.client { $0.onEvent = { event in events.withLock { $0.append(event) } } }
        let results = await client.send((0..<7).map { _ in .sample() })
        #expect(results.allSatisfy { $0.isAccepted })
        #expect(apns.connectionCount.withLock { $0 } == 2)
        #expect(counts.withLock { $0.values.sorted() } == [3, 7])
        let expected: RejectionReason? = debugData.hasPrefix("{") ? .shutdown : nil
        #expect(events.withLock { $0 }.contains(.goAway(expected)))
        await client.close()
        await apns.stop()
    }

    @Test(.rows("AP6"))
    func `a bundle id that the connection does not know yet is tried once on a new one`() async throws {
        let firstConnection = Locked<UInt64?>(nil)
        let apns = try await FakeAPNs { request, responder in
            let isFirst = firstConnection.withLock { first in
                if first == nil { first = request.connectionID }
                return first == request.connectionID
            }
            switch request.header("apns-topic") {
            case "com.example.new" where isFirst: responder.reject(400, "TopicDisallowed")
            case "com.example.never": responder.reject(400, "TopicDisallowed")
            default: responder.accept()
            }
        }
        let client = try apns.client()
        #expect(await client.send([.sample()]).first?.isAccepted == true)
        #expect(await client.send([.sample(topic: "com.example.new")]).first?.isAccepted == true)
        #expect(apns.connectionCount.withLock { $0 } == 2)
        let never = await client.send([.sample(topic: "com.example.never")])
        #expect(never.first?.rejection?.reason == .topicDisallowed)
        #expect(await client.send([.sample(topic: "com.example.never")]).first?.rejection != nil)
        #expect(apns.connectionCount.withLock { $0 } == 3, "once per topic is enough")
        await client.close()
        await apns.stop()
    }

    @Test(.rows("AP6"))
    func `a key that does not belong to the connection's team leaves the connection`() async throws {
        let apns = try await FakeAPNs { _, responder in responder.reject(403, "UnrelatedKeyIdInToken") }
        let client = try apns.client()
        #expect(await client.send([.sample()]).first?.rejection?.reason == .unrelatedKeyIDInToken)
        _ = await client.send([.sample()])
        #expect(apns.connectionCount.withLock { $0 } == 2)
        await client.close()
        await apns.stop()
    }

    @Test func `a server that shuts down is left for another`() async throws {
        let apns = try await FakeAPNs { _, responder in responder.reject(503, "Shutdown") }
        let client = try apns.client()
        #expect(await client.send([.sample()]).first?.rejection?.reason == .shutdown)
        _ = await client.send([.sample()])
        #expect(apns.connectionCount.withLock { $0 } == 2)
        await client.close()
        await apns.stop()
    }

    @Test func `a broken connection leaves doubt about what was sent, nothing about the rest, and is replaced`()
        async throws
    {
        let count = Locked(0)
        let apns = try await FakeAPNs { _, responder in
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 3 { responder.connection.closeAbruptly() } else if number != 2 { responder.accept() }
        }
        let client = try apns.client()
        let first = await client.send([.sample()])
        let second = await client.send([.sample(), .sample()])
        #expect(first.allSatisfy { $0.isAccepted })
        #expect(second.allSatisfy { $0.ambiguous?.code == .connectionLost })
        #expect(await client.send([.sample()]).first?.isAccepted == true)
        #expect(apns.connectionCount.withLock { $0 } == 2)
        await client.close()
        await apns.stop()
    }

    @Test func `a stream that is always refused is given back after a few attempts`() async throws {
        let apns = try await FakeAPNs { _, responder in responder.reset(.refusedStream) }
        let client = try apns.client()
        #expect(await client.send([.sample()]).first?.notProcessed?.code == .refused)
        #expect(apns.requests.count == 4)
        await client.close()
        await apns.stop()
    }

    @Test func `many callers share one connection`() async throws {
        let apns = try await FakeAPNs { _, responder in responder.accept() }
        let client = try apns.client()
        let accepted = await withTaskGroup(of: Int.self) { group in
            for size in 1...40 {
                group.addTask { await client.send((0..<size).map { _ in .sample() }).filter(\.isAccepted).count }
            }
            return await group.reduce(0, +)
        }
        #expect(accepted == 820)
        #expect(apns.connectionCount.withLock { $0 } == 1)
        await client.close()
        await apns.stop()
    }

    @Test func `clients can share threads and one of them may go`() async throws {
        let threads = try APNsThreads(count: 2)
        let apns = try await FakeAPNs { _, responder in responder.accept() }
        let first = try apns.client { $0.threads = threads }
        let second = try apns.client { $0.threads = threads }
        #expect(await first.send([.sample()]).first?.isAccepted == true)
        await first.close()
        #expect(await second.send([.sample()]).first?.isAccepted == true)
        await second.close()
        threads.shutdown()
        await apns.stop()
    }
}
