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
    fileprivate func subscribers(matching expression: AudienceExpression, now: Date) async throws -> [Int] {
        try await read { connection in
            let filter = expression.filter(for: connection.dialect, now: now, firstPlaceholder: 2)
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
