import Delivery
import Foundation
import PushModel
import Storage
import Targeting
import Timekeeping

/// How long it takes to count who meets a condition of six clauses, and to read a page of them.
struct SegmentBenchmark {
    let order: BenchOrder
    /// How often each is done; the medians count.
    var rounds = 5

    private static let expression: JSONValue = [
        "all": [
            ["ref": "attributes.plan", "in": ["pro", "team"]], ["ref": "attributes.orders", "gte": 5],
            ["ref": "attributes.score", "lt": 90], ["ref": "attributes.city", "neq": "Bern"],
            ["ref": "attributes.beta", "eq": false], ["ref": "attributes.name", "gt": "B"],
        ]
    ]

    private static let declared: [(String, DeclaredAttribute.Kind)] = [
        ("plan", .text), ("orders", .number), ("score", .number), ("city", .text), ("beta", .boolean), ("name", .text),
    ]

    /// Declares the attributes, waits until they are ready, and measures with and without them.
    func run(_ place: BenchPlace) async throws -> [Figure] {
        order.note("a segment of six clauses over \(order.devices) subscribers")
        return try await place.with { database in
            let time = SystemTime()
            let system = SystemHandle(database: database)
            guard let tenant = try await system.tenant(slug: "default") else { return [] }
            let handle = system.handle(for: tenant)
            let expression = try AudienceExpression(Self.expression, at: "where")
            let condition = expression.condition(now: time.now)
            let before = try await median { _ = try await handle.subscriberCount(where: condition) }
            for (name, kind) in Self.declared {
                _ = try await handle.declareAttribute([name], kind: kind, now: time.now)
            }
            while try await system.plan(now: time.now, rules: .stored).messages > 0 {}
            let uses = expression.attributeUses(try await handle.attributeColumns())
            let count = try await median { _ = try await handle.subscriberCount(where: condition) }
            let page = try await median { _ = try await handle.subscribers(where: condition, after: nil, limit: 1_000) }
            return [
                Figure(
                    "server.segment.count", count, unit: "s for six declared attributes", reference: 1,
                    referenceName: "limit", target: .atMost(1)),
                Figure("server.segment.count.undeclared", before, unit: "s reading the JSON of all"),
                Figure(
                    "server.segment.page", page * 1000, unit: "ms for 1,000 people", reference: 20,
                    referenceName: "limit", target: .atMost(1)),
                Figure(
                    "server.segment.indexed", Double(uses.count { $0.isIndexed }), unit: "clauses decided without JSON",
                    reference: 6, referenceName: "all", target: .atLeast(1)),
            ]
        }
    }

    private func median(_ body: () async throws -> Void) async throws -> Double {
        var times: [Double] = []
        for _ in 0..<rounds {
            let start = ContinuousClock.now
            try await body()
            times.append((ContinuousClock.now - start) / .seconds(1))
        }
        return times.median
    }
}
