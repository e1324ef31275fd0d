import Foundation
import PushModel
import Storage
import StorageTestSupport
import TestSupport
import Testing

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct ImportStorageTests {
    @Test func `people are found by their own and by earlier ids, and made once`() async throws {
        try await TestDatabase.with { test in
            let now = Date(timeIntervalSince1970: 1_800_000_000)
            try await test.database.migrate(Schema.sqlite, now: now)
            let system = SystemHandle(database: test.database)
            let tenant = try await system.makeTenant(slug: "a", name: "a", identitySecret: [1], now: now)
            let storage = system.handle(for: tenant)
            _ = try await storage.putSubscriber(
                externalID: "b", attributes: "{}", timeZone: nil, locale: nil, now: now)
            func rows(_ locale: String) -> [ImportRow] {
                var change = SubscriberChange()
                change.locale = .some(locale)
                return ["a", "b", "c", "a"].map { ImportRow(externalID: $0, change: change, device: nil) }
            }
            let first = try await storage.importRows(rows("de"), dryRun: false, now: now)
            #expect(first.created == 2 && first.updated == 1 && first.unchanged == 0)
            let again = try await storage.importRows(rows("de"), dryRun: false, now: now)
            #expect(again.created == 0 && again.updated == 0 && again.unchanged == 3)
            let changed = try await storage.importRows(rows("nb"), dryRun: false, now: now)
            #expect(changed.updated == 3)
            let people = try await storage.subscribers(before: nil, limit: 10).items
            #expect(Set(people.map(\.externalID)) == ["a", "b", "c"] && people.allSatisfy { $0.locale == "nb" })

            _ = try await storage.identify(externalID: "b", anonymousID: "anon_b", isVerified: false, now: now)
            let both = ["anon_b", "b"].map { id in
                var change = SubscriberChange()
                change.attributes = [id: 1]
                return ImportRow(externalID: id, change: change, device: nil)
            }
            let merged = try await storage.importRows(both, dryRun: false, now: now)
            #expect(merged.created == 0 && merged.updated == 1 && merged.unchanged == 0)
            let person = try #require(try await storage.subscriber(externalID: "b"))
            #expect(try JSONValue(parsing: person.attributes) == ["anon_b": 1, "b": 1])
        }
    }
}
