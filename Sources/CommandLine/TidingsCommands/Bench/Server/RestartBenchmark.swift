import Delivery
import Foundation
import PushModel
import Storage
import Timekeeping

/// How long a server that was killed takes until it sends again, with everything still pending.
struct RestartBenchmark {
    let order: BenchOrder

    /// Plans a message to everybody, claims some of it as a server would that dies then, and starts one.
    func run(_ place: BenchPlace, _ access: BenchAccess, apns: APNsBenchServer) async throws -> [Figure] {
        order.note("planning a message that nobody sends")
        guard let control = apns.control else { return [] }
        let time = SystemTime()
        try await place.with { database in
            let system = SystemHandle(database: database)
            guard let tenant = try await system.tenant(slug: "default") else { return }
            let body = Array(
                #"{"where":{"ref":"subscriber.externalId","exists":true},"title":"Late","body":"News"}"#.utf8)
            _ = try await MessageAcceptance {}.accept(
                body: body, idempotencyKey: nil, storage: system.handle(for: tenant), now: time.now)
            while try await system.plan(now: time.now, rules: .stored).messages > 0 {}
            for _ in 0..<8 {
                _ = try await system.claim(limit: 500, lease: .seconds(60), now: time.now) { _ in .attempt }
            }
        }
        let earlier = try control.acceptedCount()
        order.note("starting a server on it")
        let start = ContinuousClock.now
        let server = try await BenchServer.start(place, access, apns: apns)
        defer { server.stop() }
        while try control.acceptedCount() == earlier { try await Task.sleep(for: .milliseconds(5)) }
        return [
            Figure(
                "server.restart", (ContinuousClock.now - start) / .seconds(1),
                unit: "s until it sends, \(order.devices) pending", reference: 2, referenceName: "limit",
                target: .atMost(1))
        ]
    }
}
