import APNs
import Foundation
import PushCrypto

/// Measures the sender beside h2load, and the simulated APNs beside nghttpd, in turn.
struct APNsComparison {
    let note: @Sendable (String) -> Void
    /// Pushes of one run.
    let count: Int
    /// Runs of each side.
    let rounds: Int

    /// The sides at one server.
    private struct Table {
        let server: APNsBenchServer
        let sender: BenchSender
        let load: H2Load
        let distinctLoad: H2Load
        var peer: [BenchRun] = []
        var own: [BenchRun] = []
        var distinctPeer: [BenchRun] = []
        var distinctOwn: [BenchRun] = []
    }

    /// CPU and rate at both servers.
    func run(_ servers: [APNsBenchServer], key: ES256.PrivateKey, folder: URL) async throws -> [Figure] {
        let tokens = (0..<count).map(BenchPushes.token)
        let payloads = (0..<count).map(BenchPushes.payload)
        var tables: [Table] = []
        for server in servers {
            tables.append(
                Table(
                    server: server, sender: try BenchSender(server, key: key),
                    load: try await H2Load(server: server, key: key, tokenCount: 1, folder: folder),
                    distinctLoad: try await H2Load(server: server, key: key, tokenCount: count, folder: folder)))
        }
        let payload = BenchPushes.payload
        for round in 1...rounds {
            note("comparison: round \(round) of \(rounds)")
            for index in tables.indices {
                let sender = tables[index].sender
                tables[index].peer.append(try await tables[index].load.run(count: count))
                tables[index].own.append(
                    try await sender.run(count: count) { _ in
                        PushRequest(deviceToken: tokens[0], topic: BenchPushes.bundleID, payload: payload)
                    })
                tables[index].distinctPeer.append(try await tables[index].distinctLoad.run(count: count))
                tables[index].distinctOwn.append(
                    try await sender.run(count: count) { number in
                        PushRequest(
                            deviceToken: tokens[number], topic: BenchPushes.bundleID, payload: payloads[number])
                    })
            }
        }
        for table in tables { await table.sender.close() }
        return tables.flatMap(senderFigures) + simulatorFigures(tables)
    }

    private func senderFigures(_ table: Table) -> [Figure] {
        let name = table.server.kind.rawValue
        return [
            Figure(
                "apns.sender.cpu.\(name)", cost(table.own), unit: "s per 100,000 pushes", reference: cost(table.peer),
                referenceName: "h2load", target: .atMost(1.2)),
            Figure(
                "apns.sender.cpu.distinct.\(name)", cost(table.distinctOwn), unit: "s per 100,000 pushes",
                reference: cost(table.distinctPeer), referenceName: "h2load", target: .atMost(1.5)),
            Figure(
                "apns.sender.rate.\(name)", table.own.median(\.rate), unit: "pushes/s",
                reference: table.peer.median(\.rate), referenceName: "h2load", target: .atLeast(0.9)),
            Figure(
                "apns.sender.rate.distinct.\(name)", table.distinctOwn.median(\.rate), unit: "pushes/s",
                reference: table.distinctPeer.median(\.rate), referenceName: "h2load"),
        ]
    }

    /// h2load has one body for all; that distinct payloads cost the simulator no more shows under the sender.
    private func simulatorFigures(_ tables: [Table]) -> [Figure] {
        guard let simulator = tables.first(where: { $0.server.kind == .simulator }),
            let nghttpd = tables.first(where: { $0.server.kind == .nghttpd })
        else { return [] }
        return [
            Figure(
                "apns.simulator.rate", simulator.distinctPeer.median(\.rate), unit: "pushes/s of h2load",
                reference: nghttpd.distinctPeer.median(\.rate), referenceName: "nghttpd", target: .atLeast(0.6)),
            Figure(
                "apns.simulator.rate.payloads", simulator.distinctOwn.median(\.rate), unit: "pushes/s of the sender",
                reference: nghttpd.distinctOwn.median(\.rate), referenceName: "nghttpd", target: .atLeast(0.6)),
            Figure(
                "apns.simulator.cpu", serverCost(simulator.distinctPeer), unit: "s per 100,000 pushes of h2load",
                reference: serverCost(nghttpd.distinctPeer), referenceName: "nghttpd"),
        ]
    }

    private func cost(_ runs: [BenchRun]) -> Double { runs.median(\.processorSeconds) * 100_000 / Double(count) }

    private func serverCost(_ runs: [BenchRun]) -> Double {
        runs.median(\.serverProcessorSeconds) * 100_000 / Double(count)
    }
}
