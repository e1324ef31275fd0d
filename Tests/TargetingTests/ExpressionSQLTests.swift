import Foundation
import PushModel
import Storage
import StorageTestSupport
import TestSupport
import Testing

@testable import Targeting

@Suite(.onBothEngines)
struct ExpressionSQLTests {
    @Test(.rows("B45", "SF106"), arguments: 1...20 as ClosedRange<UInt64>)
    func `the database and the evaluator in memory agree on random people and expressions`(seed: UInt64) async throws {
        try await withAudience(seed: seed) { database, people, audience in
            var audience = audience
            for _ in 0..<60 {
                let json = audience.expression()
                let expression = try AudienceExpression(json, at: "where")
                let expected = people.indices.filter { expression.holds(for: people[$0], now: audience.now) }
                let found = try await database.subscribers(matching: expression, now: audience.now)
                #expect(found == expected, "seed \(seed): \(json)")
            }
        }
    }

    @Test(.rows("B45"), arguments: 101...106 as ClosedRange<UInt64>)
    func `declared attributes change no answer, whatever state they are in`(seed: UInt64) async throws {
        try await withAudience(seed: seed) { database, people, audience in
            var (people, audience) = (people, audience)
            let system = SystemHandle(database: database)
            let tenant = try await system.makeTenant(
                slug: "one", name: "One", identitySecret: [1], now: audience.now)
            #expect(tenant.row == 1)
            let handle = system.handle(for: tenant)
            func compare(_ state: String, uses: Bool) async throws {
                let columns = try await handle.attributeColumns()
                var used = 0
                for _ in 0..<40 {
                    let json = audience.expression()
                    let expression = try AudienceExpression(json, at: "where")
                    let expected = people.indices.filter { expression.holds(for: people[$0], now: audience.now) }
                    let found = try await database.subscribers(matching: expression, columns, now: audience.now)
                    #expect(found == expected, "seed \(seed), \(state): \(json)")
                    used += expression.attributeUses(columns).count { $0.isIndexed }
                }
                #expect((used > 0) == uses, "\(state)")
            }
            let kinds: [(keys: [String], kind: DeclaredAttribute.Kind)] = [
                (["plan"], .text), (["age"], .number), (["tags"], .boolean), (["é"], .text), (["a b", "0"], .number),
                (["0"], .boolean),
            ]
            for (keys, kind) in kinds {
                let declared = try await handle.declareAttribute(keys, kind: kind, now: audience.now)
                guard case .declared(let attribute, true) = declared else { throw TestFailure() }
                #expect(!attribute.isReady)
            }
            try await compare("declared", uses: false)
            let rules = PlanRules(
                expressions: { _, _ in throw TestFailure() }, schedules: { _, _ in throw TestFailure() })
            while try await system.plan(now: audience.now, rules: rules).messages > 0 {}
            #expect(try await handle.declaredAttributes().allSatisfy(\.isReady))
            try await compare("ready", uses: true)
            for index in people.indices where index % 2 == 0 {
                let attributes = audience.subscriber(index).attributes
                people[index].attributes = attributes
                try await database.write {
                    try $0.execute(
                        "update subscribers set attributes = ?2 where id = ?1", Int64(index + 1), attributes.description
                    )
                }
            }
            try await compare("changed", uses: true)
            // The same columns for other values: what was in them must not be seen.
            for (keys, kind) in kinds {
                #expect(try await handle.undeclareAttribute(keys.joined(separator: ".")))
                let other: DeclaredAttribute.Kind = kind == .text ? .number : kind == .number ? .boolean : .text
                _ = try await handle.declareAttribute(keys, kind: other, now: audience.now)
            }
            try await compare("declared anew", uses: false)
            while try await system.plan(now: audience.now, rules: rules).messages > 0 {}
            try await compare("ready anew", uses: true)
        }
    }

    private struct TestFailure: Error {}

    @Test(.rows("B45"))
    func `not equal is the exact opposite of equal, and null is the same as missing`() async throws {
        try await withAudience(seed: 7) { database, people, audience in
            var equals = 0
            for value in ["null", "true", "\"pro\"", "1"] {
                let value = try JSONValue(parsing: value)
                let equal = try AudienceExpression(["ref": "attributes.plan", "eq": value], at: "where")
                let different = try AudienceExpression(["ref": "attributes.plan", "neq": value], at: "where")
                let both = [
                    try await database.subscribers(matching: equal, now: audience.now),
                    try await database.subscribers(matching: different, now: audience.now),
                ]
                #expect(both.joined().sorted() == Array(people.indices))
                #expect(!both[1].isEmpty)
                equals += both[0].count
            }
            #expect(equals > 0)
            let missing = try AudienceExpression(["ref": "attributes.nobody.has.this", "eq": nil], at: "where")
            #expect(try await database.subscribers(matching: missing, now: audience.now) == Array(people.indices))
        }
    }
}

/// A database with sixty random people; their rows count from 1 in order.
func withAudience(
    seed: UInt64, _ body: (any Database, [SubscriberFacts], RandomAudience) async throws -> Void
) async throws {
    var generator = RandomAudience(seed: seed)
    let people = (1...60).map { generator.subscriber($0) }
    let (audience, now) = (generator, generator.now)
    try await TestDatabase.with { test in
        try await test.database.migrate(Schema.sqlite, now: now)
        try await test.database.write { connection in
            for (index, person) in people.enumerated() {
                try connection.insert(person, row: Int64(index + 1), now: now)
            }
        }
        try await body(test.database, people, audience)
    }
}

extension Database {
    /// The indices of the people of whom an expression holds.
    fileprivate func subscribers(
        matching expression: AudienceExpression, _ columns: AttributeColumns = .none, now: Date
    ) async throws -> [Int] {
        try await read { connection in
            let filter = expression.filter(for: connection.dialect, columns, now: now, firstPlaceholder: 2)
            return try connection.rows(
                "select s.id from subscribers s where s.tenant_id = ?1 and \(filter.clause) order by s.id",
                values: [Int64(1)] + filter.values
            ) { Int(try $0[0] as Int64) - 1 }
        }
    }
}

extension WriteConnection {
    fileprivate func insert(_ person: SubscriberFacts, row: Int64, now: Date) throws {
        try execute(
            """
            insert into subscribers (id, public_id, tenant_id, external_id, attributes, time_zone, locale, verified_at,
                created_at, updated_at) values (?1, ?2, 1, ?3, ?4, ?5, ?6, ?7, ?8, ?8)
            """, row, "sub_\(row)", person.externalID, person.attributes.description, person.timeZone, person.locale,
            person.isVerified ? now : Date?.none, now)
        if let seen = person.lastSeenAt {
            try execute(
                """
                insert into devices (id, public_id, tenant_id, subscriber_id, app_id, platform, permission, created_at,
                    last_seen_at) values (?1, ?2, 1, ?1, 1, 'ios', 'authorized', ?3, ?3)
                """, row, "dev_\(row)", seen)
            try execute(
                """
                insert into tokens (tenant_id, device_id, app_id, kind, environment, token, is_valid, registered_at)
                values (1, ?1, 1, 'alert', 'production', ?2, ?3, ?4)
                """, row, "token\(row)", person.isReachable, seen)
        }
        for (name, dates) in person.events.sorted(by: { $0.key < $1.key }) {
            for (index, date) in dates.enumerated() {
                try execute(
                    """
                    insert into events (public_id, tenant_id, subscriber_id, name, sequence, occurred_at, received_at,
                        data) values (?1, 1, ?2, ?3, 1, ?4, ?4, ?5)
                    """, "evt_\(row)\(name)\(index)", row, name, date, [UInt8]("{}".utf8))
            }
        }
    }
}
