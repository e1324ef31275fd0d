import Delivery
import Foundation
import PushModel
import Storage
import StorageTestSupport
import TestSupport
import Testing
import Timekeeping

/// What is old goes, what somebody waits for stays.
@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct RetentionTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let day = 86_400.0
    private static let policy = RetentionPolicy(
        events: .seconds(10 * 86_400), attempts: .seconds(5 * 86_400), deliveries: .seconds(10 * 86_400),
        messages: .seconds(30 * 86_400))

    private struct Counts: Equatable {
        var events = 0, attempts = 0, receipts = 0, deliveries = 0, messages = 0
    }

    private static func with(
        _ script: String, _ body: (SystemHandle, any Database, RetentionKeeper, VirtualTime) async throws -> Void
    ) async throws {
        let time = VirtualTime.forTest(now: now)
        try await TestDatabase.with(time: time) { test in
            try await test.database.migrate(Schema.sqlite, now: now)
            try await test.database.write { try $0.run(script: script) }
            let system = SystemHandle(database: test.database)
            try await body(
                system, test.database, RetentionKeeper(storage: system, policy: policy, time: time, log: .none),
                time)
        }
    }

    private static func milliseconds(daysAgo days: Double) -> Int {
        Int((now.timeIntervalSince1970 - days * day) * 1000)
    }

    /// A message with a delivery, its attempt and its receipt.
    private static func message(
        _ id: Int, madeDaysAgo made: Double, completedDaysAgo completed: Double?, state: Int = 2
    ) -> String {
        let madeAt = milliseconds(daysAgo: made)
        let end = completed.map { String(milliseconds(daysAgo: $0)) } ?? "null"
        return """
            insert into messages (id, public_id, tenant_id, status, body, audience, total, sent, created_at, expires_at,
                completed_at, is_planned)
            values (\(id), 'm\(id)', 1, 'completed', 'x', '', 1, 1, \(madeAt),
                \(madeAt), \(end), 1);
            insert into deliveries (id, public_id, tenant_id, message_id, subscriber_id, state, expires_at, created_at,
                finished_at)
            values (\(id), 'd\(id)', 1, \(id), 1, \(state), \(madeAt), \(madeAt), \(state == 2 ? end : "null"));
            insert into attempts (delivery_id, number, environment, started_at, result)
            values (\(id), 1, 'production', \(madeAt), 'accepted');
            insert into receipts (tenant_id, message_id, delivery_id, kind, occurred_at, received_at)
            values (1, \(id), \(id), 'opened', \(madeAt), \(madeAt));
            """
    }

    private static func counts(_ database: any Database) async throws -> Counts {
        try await database.read { connection in
            func count(_ table: String) throws -> Int {
                try connection.first("select count(*) from \(table)") { try $0[0] } ?? 0
            }
            return Counts(
                events: try count("events"), attempts: try count("attempts"), receipts: try count("receipts"),
                deliveries: try count("deliveries"), messages: try count("messages"))
        }
    }

    @Test func `each kind goes when it is old enough, and the counts of a message stay with it`() async throws {
        let script = """
            \(Self.message(1, madeDaysAgo: 40, completedDaysAgo: 40))
            \(Self.message(2, madeDaysAgo: 20, completedDaysAgo: 20))
            \(Self.message(3, madeDaysAgo: 7, completedDaysAgo: 7))
            \(Self.message(4, madeDaysAgo: 1, completedDaysAgo: 1))
            """
        try await Self.with(script) { system, database, keeper, time in
            let removed = try await keeper.round()
            #expect(removed == [.attempts: 3, .deliveries: 2, .messages: 1])
            #expect(
                try await Self.counts(database)
                    == Counts(events: 0, attempts: 1, receipts: 2, deliveries: 2, messages: 3))
            let sent: Int? = try await database.read {
                try $0.first("select sent from messages where id = 2") { try $0[0] }
            }
            #expect(sent == 1)
            #expect(try await keeper.round().isEmpty)
        }
    }

    @Test func `what is pending is never touched, however old it is`() async throws {
        let script = """
            \(Self.message(1, madeDaysAgo: 60, completedDaysAgo: nil, state: 0))
            \(Self.message(2, madeDaysAgo: 60, completedDaysAgo: nil, state: 2))
            \(Self.message(3, madeDaysAgo: 60, completedDaysAgo: 60, state: 1))
            """
        try await Self.with(script) { system, database, keeper, time in
            let removed = try await keeper.round()
            let left = try await Self.counts(database)
            #expect(removed.isEmpty)
            #expect(left == Counts(events: 0, attempts: 3, receipts: 3, deliveries: 3, messages: 3))
        }
    }

    @Test func `a round goes on where the one before stopped, and one of many looks at everything`() async throws {
        try await Self.with("") { _, database, keeper, time in
            @Sendable func fill(_ range: ClosedRange<Int>) async throws {
                try await database.write { connection in
                    var batch = ValueBatch()
                    let old = Self.milliseconds(daysAgo: 11)
                    for index in range { try batch.add(index, "e\(index)", 1, 1, "x", index, old, old, [UInt8]()) }
                    _ = try connection.execute(
                        """
                        insert into events (id, public_id, tenant_id, subscriber_id, name, sequence, occurred_at,
                            received_at, data)
                        values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
                        """, each: batch)
                }
            }
            @Sendable func round(sleeps: Int) async throws -> Int? {
                async let removed = keeper.round()
                for _ in 0..<sleeps {
                    await time.waitForSleepers(1)
                    await time.advance(by: .milliseconds(20))
                }
                return try await removed[.events]
            }
            try await fill(1...600)
            #expect(try await round(sleeps: 1) == 600)
            // As if they had been passed by.
            try await fill(100...110)
            try await fill(601...610)
            #expect(try await round(sleeps: 0) == 10)
            for _ in 2..<RetentionKeeper.roundsBetweenWholeOnes { #expect(try await round(sleeps: 0) == nil) }
            #expect(try await round(sleeps: 0) == 11)
        }
    }

    @Test func `many rows go in small steps, and the newest stay`() async throws {
        try await Self.with("") { system, database, keeper, time in
            try await database.write { connection in
                var batch = ValueBatch()
                for index in 0..<1_300 {
                    let daysAgo = index < 1_200 ? 11.0 : 9.0
                    try batch.add(
                        "e\(index)", 1, 1, "x", index, Self.milliseconds(daysAgo: daysAgo),
                        Self.milliseconds(daysAgo: daysAgo), [UInt8]())
                }
                _ = try connection.execute(
                    """
                    insert into events (public_id, tenant_id, subscriber_id, name, sequence, occurred_at, received_at, data)
                    values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                    """, each: batch)
            }
            let step = try #require(
                try await system.removeOld(.events, before: Self.now.addingTimeInterval(-10 * Self.day), after: 0))
            #expect(step.removed == SystemHandle.retentionPage && step.cursor != nil)
            async let removed = keeper.round()
            await time.waitForSleepers(1)
            await time.advance(by: .milliseconds(20))
            #expect(try await removed == [.events: 700])
            #expect(try await Self.counts(database).events == 100)
        }
    }

    @Test func `calls go with all that belongs to them, and one that rings stays`() async throws {
        func call(_ id: Int, daysAgo days: Double, _ state: String, deadline: String = "null") -> String {
            let at = Self.milliseconds(daysAgo: days)
            return """
                insert into calls (id, public_id, tenant_id, body_hash, notice, state, deadline, created_at, expires_at,
                    changed_at)
                values (\(id), 'c\(id)', 1, '', '{}', '\(state)', \(deadline), \(at), \(at), \(at));
                insert into call_people (call_id, subscriber_id, tenant_id) values (\(id), 1, 1);
                insert into call_devices (call_id, device_id, tenant_id, subscriber_id) values (\(id), 1, 1, 1);
                insert into call_events (tenant_id, call_id, subscriber_id, event, at) values (1, \(id), 1, 'ring', \(at));
                """
        }
        let script = """
            \(call(1, daysAgo: 12, "missed")) \(call(2, daysAgo: 12, "accepted"))
            \(call(3, daysAgo: 12, "ringing", deadline: "1")) \(call(4, daysAgo: 1, "ended"))
            """
        try await Self.with(script) { _, database, keeper, _ in
            #expect(try await keeper.round()[.calls] == 2)
            let left = try await database.read { connection in
                try ["calls", "call_people", "call_devices", "call_events"].map { table in
                    let column = table == "calls" ? "id" : "call_id"
                    return try connection.rows("select \(column) from \(table) order by 1") { try $0[0] as Int }
                }
            }
            #expect(left == Array(repeating: [3, 4], count: 4))
        }
    }
}
