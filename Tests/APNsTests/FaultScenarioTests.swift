import APNs
import Foundation
import HTTP2
import Locking
import PushModel
import TestSupport
import Testing

/// Faults that users of other senders reported: whatever happens, each push ends once and as what it is.
@Suite(.timeLimit(.minutes(2)))
struct FaultScenarioTests {
    /// What the server really did, to hold the client's account against.
    fileprivate struct Ledger {
        var seen: [String: Int] = [:]
        var accepted: [String: Int] = [:]
        var rejected: [String: Int] = [:]
        var perConnection: [UInt64: Int] = [:]
    }

    /// One request as the server sees it, and the ways to treat it.
    fileprivate struct Visit {
        let request: HTTP2Request
        let responder: HTTP2Responder
        /// Its number on its connection, and of all, from 1.
        let number: Int
        let total: Int
        fileprivate let ledger: Locked<Ledger>

        var id: String { request.header("apns-id") ?? "" }

        func accept() {
            ledger.withLock { $0.accepted[id, default: 0] += 1 }
            responder.accept()
        }

        func reject(_ status: Int, _ reason: String) {
            ledger.withLock { $0.rejected[id, default: 0] += 1 }
            responder.reject(status, reason)
        }
    }

    /// A fault by the name of what goes wrong.
    struct Fault: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var count = 300
        /// Whether answers can be lost, so that some pushes end in doubt.
        var losesAnswers = false
        fileprivate let treat: @Sendable (Visit) -> Void
    }

    private static let goAways: [Fault] = [
        Fault(testDescription: "GOAWAY without a reason in the middle of traffic") { visit in
            if visit.number == 50 {
                visit.responder.connection.goAway(lastStreamID: visit.responder.streamID, debugData: [])
            }
            visit.accept()
        },
        Fault(testDescription: "GOAWAY Shutdown") { visit in
            if visit.number == 50 {
                visit.responder.connection.goAway(
                    lastStreamID: visit.responder.streamID, debugData: Array(#"{"reason":"Shutdown"}"#.utf8))
            }
            visit.accept()
        },
        Fault(testDescription: "GOAWAY before the first push is answered") { visit in
            if visit.total == 1 {
                visit.responder.connection.goAway(lastStreamID: 0, debugData: [])
            } else {
                visit.accept()
            }
        },
    ]

    @Test(.rows("SF1", "SF2", "SF6", "SF12", "SF26"), arguments: goAways)
    func `after GOAWAY all pushes go through on new connections`(fault: Fault) async throws { try await run(fault) }

    private static let endings: [Fault] = [
        Fault(testDescription: "the server cuts the connection with pushes under way", losesAnswers: true) { visit in
            if visit.total == 50 { visit.responder.connection.closeAbruptly() } else { visit.accept() }
        },
        Fault(testDescription: "the server cuts every third connection at its first push", losesAnswers: true) {
            visit in
            if visit.total % 100 == 1 { visit.responder.connection.closeAbruptly() } else { visit.accept() }
        },
    ]

    @Test(.rows("SF4", "SF14", "SF18", "SF25"), arguments: endings)
    func `after a cut the client connects again and every push has its end`(fault: Fault) async throws {
        try await run(fault)
    }

    @Test(.rows("SF5"))
    func `servers that shut down one after the other do not make a loop`() async throws {
        let connections = try await run(
            Fault(testDescription: "each connection says Shutdown after 40 pushes", count: 400) { visit in
                if visit.number == 40 {
                    visit.responder.connection.goAway(
                        lastStreamID: visit.responder.streamID, debugData: Array(#"{"reason":"Shutdown"}"#.utf8))
                }
                visit.accept()
            })
        #expect(connections <= 11)
    }

    @Test(.rows("SF21", "SF24"))
    func `twenty thousand pushes use one connection`() async throws {
        let connections = try await run(Fault(testDescription: "none", count: 20_000) { $0.accept() })
        #expect(connections == 1)
    }

    @Test(.rows("SF28", "SF61"))
    func `a server that calls for calm is not asked again and again`() async throws {
        let apns = try await FakeAPNs { _, responder in
            responder.connection.goAway(lastStreamID: 0, code: .enhanceYourCalm, debugData: [])
        }
        let client = try apns.client {
            $0.reconnectDelay = .milliseconds(20)
            // Real waits, so short ones: the growth of the delay is proved where the schedule is.
            $0.longestReconnectDelay = .milliseconds(40)
        }
        let results = await client.send((0..<10).map { _ in .sample() })
        #expect(results.allSatisfy { $0.notProcessed != nil })
        #expect(apns.requests.count <= 4 * 10)
        #expect(apns.connectionCount.withLock { $0 } <= 4 * 10)
        await client.close()
        await apns.stop()
    }

    @Test(.rows("SF29"))
    func `answers larger than all windows do not stop the connection`() async throws {
        let body =
            Array(#"{"reason":"BadTopic","#.utf8) + [UInt8](repeating: UInt8(ascii: " "), count: 100_000)
            + Array(#""x":1}"#.utf8)
        let connections = try await run(
            Fault(testDescription: "error bodies of 100 KB", count: 100) { visit in
                if visit.number % 2 == 0 {
                    visit.ledger.withLock { $0.rejected[visit.id, default: 0] += 1 }
                    visit.responder.respond(HTTP2Response(status: 400, body: body))
                } else {
                    visit.accept()
                }
            })
        #expect(connections == 1)
    }

    @Test(.rows("SF45", "SF46", "SF56", "SF60"))
    func `dead and wrong tokens end their own pushes, once, and nobody else's`() async throws {
        let connections = try await run(
            Fault(testDescription: "every fifth push is refused", count: 500) { visit in
                switch visit.number % 10 {
                case 0: visit.reject(410, "Unregistered")
                case 5: visit.reject(400, "DeviceTokenNotForTopic")
                default: visit.accept()
                }
            })
        #expect(connections == 1)
    }

    @Test(.rows("SF62", "SF76"))
    func `answers that make no sense are results, not faults of the client`() async throws {
        try await run(
            Fault(testDescription: "odd bodies and statuses", count: 60) { visit in
                let bodies = [
                    "", "null", "[]", #"{"reason":7}"#, "\u{0}", #"{"reason":"Unregistered","timestamp":"x"}"#,
                ]
                visit.ledger.withLock { $0.rejected[visit.id, default: 0] += 1 }
                visit.responder.respond(
                    HTTP2Response(
                        status: [204, 302, 410, 499, 500, 599][visit.total % 6],
                        body: visit.total % 6 == 0 ? [] : Array(bodies[visit.total % bodies.count].utf8)))
            })
    }

    /// Sends, then compares what the client says with what the server did; returns how many connections it took.
    @discardableResult
    private func run(_ fault: Fault) async throws -> Int {
        let ledger = Locked(Ledger())
        let apns = try await FakeAPNs { request, responder in
            let (number, total) = ledger.withLock { ledger in
                ledger.seen[request.header("apns-id") ?? "", default: 0] += 1
                ledger.perConnection[request.connectionID, default: 0] += 1
                return (
                    ledger.perConnection[request.connectionID] ?? 0, ledger.perConnection.values.reduce(0, +)
                )
            }
            fault.treat(
                Visit(request: request, responder: responder, number: number, total: total, ledger: ledger))
        }
        let client = try apns.client()
        let pushes = (0..<fault.count).map { PushRequest.sample(token: String(format: "%064x", $0)) }
        var results: [PushResult] = []
        for start in stride(from: 0, to: pushes.count, by: 1000) {
            results += await client.send(Array(pushes[start..<min(start + 1000, pushes.count)]))
        }
        let recovery = await client.send([.sample(), .sample()])
        #expect(recovery.contains { $0.notProcessed == nil && $0.ambiguous == nil }, "the client is of use afterwards")
        let account = ledger.withLock { $0 }
        #expect(results.count == pushes.count)
        var wrong: [String] = []
        for (push, result) in zip(pushes, results) {
            let id = push.id.uuidString.lowercased()
            let isTrue =
                switch result {
                case .accepted(let answered, _): answered == push.id && account.accepted[id] == 1
                case .rejected: account.rejected[id] == 1 && account.accepted[id] == nil
                case .notProcessed: account.accepted[id] == nil && account.rejected[id] == nil
                case .ambiguous: fault.losesAnswers && account.rejected[id] == nil
                }
            if !isTrue { wrong.append("\(result)") }
        }
        #expect(wrong.isEmpty, "\(wrong.count) results are not what happened, such as \(wrong.first ?? "")")
        #expect(account.accepted.values.allSatisfy { $0 == 1 }, "nothing is accepted twice")
        let certain = results.filter { $0.ambiguous == nil && $0.notProcessed == nil }.count
        if !fault.losesAnswers { #expect(certain == pushes.count, "nothing is lost") }
        let statistics = await client.statistics()
        #expect(statistics.totals.underWay == 0)
        #expect(statistics.totals.waiting == 0)
        await client.close()
        await apns.stop()
        return apns.connectionCount.withLock { $0 }
    }
}
