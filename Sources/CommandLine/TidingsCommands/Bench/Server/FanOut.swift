import Foundation
import PushCrypto

/// One message to everybody, from the request until the last outcome is recorded.
struct FanOut {
    let order: BenchOrder
    let server: BenchServer
    let apns: APNsBenchServer
    let database: BenchDatabase?

    /// What a fan-out took.
    private struct Costs {
        var rate = 0.0
        /// Processor time in microseconds for a push, by process, thread or stage.
        var server = 0.0
        var apns = 0.0
        var database = 0.0
        var stages: [(name: String, cost: Double)] = []
        var statements = 0.0

        var all: Double { server + apns + database }
    }

    private static let texts = #"""
        "title":"News for {{ attributes.name | default: \"you\" }}",\#
        "body":"Hello {{ attributes.name }}, your plan {{ attributes.plan }} has {{ attributes.orders | number }} orders."
        """#

    /// A message whose texts are filled for each person: a tenth of them first, then all.
    func inClear(name: String, target: Double) async throws -> [Figure] {
        try await makeTopic()
        let (few, _) = try await measure(
            #"{"where":{"ref":"attributes.beta","eq":true},\#(Self.texts)}"#, count: (order.devices + 9) / 10)
        let early = server.usage.memory.peakMegabytes
        let (count, costs) = try await measure(#"{"topic":"news",\#(Self.texts)}"#, count: order.devices)
        let late = server.usage.memory.peakMegabytes
        let prefix = "server.fanout.\(name)"
        var figures = [
            Figure(
                "\(prefix).rate", costs.rate, unit: "pushes/s to \(count) devices", reference: target,
                referenceName: "limit", target: .atLeast(1)),
            isDatabaseSeen
                ? Figure(
                    "\(prefix).cpu", costs.all, unit: "µs of all processes for a push", reference: 2e6 / target,
                    referenceName: "two cores at the limit", target: .atMost(1))
                : Figure("\(prefix).cpu", costs.all, unit: "µs for a push, without the database, which is elsewhere"),
            Figure(
                "\(prefix).memory", late, unit: "MB of the server at most", reference: 200, referenceName: "limit",
                target: .atMost(1)),
            Figure(
                "\(prefix).memory.growth", late - early, unit: "MB from \(few) to \(count) devices", reference: 20,
                referenceName: "flat", target: .atMost(1)),
        ]
        if database != nil {
            figures.append(Figure("\(prefix).statements", costs.statements, unit: "statements for 1,000 pushes"))
        }
        return figures + stages(prefix, costs)
    }

    /// The same, sealed for each device; beside the least that sealing can take: a key pair and a shared secret.
    func encrypted() async throws -> [Figure] {
        try await makeTopic()
        let least = try Self.secondsToAgree()
        let (count, costs) = try await measure(
            #"{"topic":"news","encrypt":"device",\#(Self.texts)}"#, count: order.devices)
        let prefix = "server.fanout.encrypted"
        let cores = Double(ProcessInfo.processInfo.activeProcessorCount)
        return [
            Figure(
                "\(prefix).rate", costs.rate, unit: "pushes/s to \(count) devices", reference: 8_000,
                referenceName: "limit", target: .atLeast(1)),
            Figure(
                "\(prefix).bound", costs.rate, unit: "pushes/s", reference: cores / least,
                referenceName: "\(Int(cores)) cores that only generate and derive", target: .atLeast(0.5)),
        ] + stages(prefix, costs)
    }

    /// Whether the time that the database takes is part of what was measured.
    private var isDatabaseSeen: Bool { database.map { $0.process != nil } ?? true }

    private func stages(_ prefix: String, _ costs: Costs) -> [Figure] {
        [("server", costs.server), ("apns", costs.apns), ("database", costs.database)]
            .filter { $0.1 > 0 }
            .map { Figure("\(prefix).cpu.\($0.0)", $0.1, unit: "µs for a push") }
            + costs.stages.map { Figure("\(prefix).cpu.server.\($0.name)", $0.cost, unit: "µs for a push") }
    }

    private func makeTopic() async throws {
        // It is there already when this is not the first message.
        let body = #"{"slug":"news","name":"News","defaultOptedIn":true}"#
        _ = try await server.client.answer(
            APIClient.Request(method: "POST", path: "/v1/topics", body: Data(body.utf8)))
    }

    private struct Sent: Decodable {
        var id: String
    }
    private struct Message: Decodable {
        struct Counts: Decodable {
            var total: Int
            var sent: Int
        }
        var status: String
        var counts: Counts
    }

    private func measure(_ body: String, count: Int) async throws -> (count: Int, costs: Costs) {
        order.note("a message to \(count) devices")
        let before = try await sample()
        let start = ContinuousClock.now
        let sent = try await server.call("POST", "/v1/messages", body, as: Sent.self)
        var message: Message
        var (lastNote, lastSent) = (start, -1)
        repeat {
            try await Task.sleep(for: .milliseconds(100))
            message = try await server.call("GET", "/v1/messages/\(sent.id)")
            if ContinuousClock.now - lastNote > .seconds(10) {
                if message.counts.sent == lastSent { break }
                (lastNote, lastSent) = (.now, message.counts.sent)
                order.note("\(message.counts.sent) of \(count) are sent")
            }
        } while message.status != "completed"
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        guard message.counts.sent == count else {
            throw CommandError(
                .failed, "\(message.counts.sent) of \(count) pushes were sent.", exitCode: .failure)
        }
        let costs = costs(from: before, to: try await sample(), count: Double(count), seconds: seconds)
        for stage in costs.stages { order.note("\(stage.name): \(Figure.short(stage.cost)) µs for a push") }
        return (count, costs)
    }

    /// What was used at a moment.
    private struct Sample {
        let usage: ProcessUsage
        let apns: Double
        let database: Double
        let metrics: [String: Double]
    }

    private func sample() async throws -> Sample {
        Sample(
            usage: server.usage, apns: apns.processorSeconds, database: database?.processorSeconds ?? 0,
            metrics: try await server.metrics())
    }

    private func costs(from before: Sample, to after: Sample, count: Double, seconds: Double) -> Costs {
        var costs = Costs()
        costs.rate = count / seconds
        costs.server = (after.usage.seconds - before.usage.seconds) / count * 1e6
        costs.apns = (after.apns - before.apns) / count * 1e6
        costs.database = (after.database - before.database) / count * 1e6
        func grown(_ name: String) -> Double { (after.metrics[name] ?? 0) - (before.metrics[name] ?? 0) }
        for stage in ["plan", "claim", "render", "record"] {
            let took = grown(#"tidings_delivery_stage_cpu_seconds_total{stage="\#(stage)"}"#)
            costs.stages.append((stage, took / count * 1e6))
        }
        for (name, took) in after.usage.threads.sorted(by: { $0.key < $1.key }) {
            let cost = (took - (before.usage.threads[name] ?? 0)) / count * 1e6
            if cost >= 0.1 { costs.stages.append(("thread.\(name)", cost)) }
        }
        costs.statements = grown("tidings_storage_statements_total") / count * 1000
        return costs
    }

    /// The seconds that a core needs for a key pair and the secret that it shares with a device.
    private static func secondsToAgree() throws -> Double {
        let device = try PayloadKeys.generate().recipient
        let count = 2_000
        let start = ProcessorTime.ownSeconds
        for _ in 0..<count { try MessageSealing.agree(with: device) }
        return (ProcessorTime.ownSeconds - start) / Double(count)
    }
}
