import Foundation
import StorageTestSupport
import TestSupport
import Testing

@testable import Storage

/// How the database finds a page of people, however many there are and whoever else has more.
@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct PageTests {
    @Test(.rows("SF110")) func `a page of people is read by the tenant's index from where the last one ended`()
        async throws
    {
        try await TestDatabase.with { test in
            let now = Date(timeIntervalSince1970: 1_800_000_000)
            try await test.database.migrate(Schema.sqlite, now: now)
            let system = SystemHandle(database: test.database)
            var tenants: [Int64] = []
            // Behind the few lie the many, who would all be walked over by any other way.
            for (slug, count) in [("few", 20), ("many", 3_000)] {
                let tenant = try await system.makeTenant(slug: slug, name: slug, identitySecret: [1], now: now)
                tenants.append(tenant.row)
                try await test.database.write { connection in
                    try connection.execute(
                        """
                        with recursive n (i) as (select 1 union all select i + 1 from n where i < ?2)
                        insert into subscribers (public_id, tenant_id, external_id, attributes, created_at, updated_at)
                        select '\(slug)_' || i, ?1, 'u' || i, '{}', 0, 0 from n
                        """, tenant.row, count)
                }
            }
            try await test.database.write { connection in
                // Figures are their owner's to gather: the role that connected.
                if connection.dialect == .postgreSQL { try connection.run(script: "set local role none") }
                try connection.run(script: "analyze subscribers")
            }
            for tenant in tenants {
                for (page, place) in [
                    (TenantHandle.subscriberPage, Int64.max), (TenantHandle.memberPage("s.locale is null"), 0),
                ] {
                    let steps = try await Self.plan(page, [tenant, place, 51], test.database)
                    #expect(!steps.contains { $0.contains("Sort") || $0.contains("TEMP B-TREE") }, "\(steps)")
                    let reads = steps.filter { $0.contains("Scan") || $0.contains("SCAN") || $0.contains("SEARCH") }
                    #expect(reads.count == 1, "\(steps)")
                    // For who has nearly everybody, PostgreSQL takes the rows in their own order: that is as good.
                    let isRead = reads.first.map {
                        $0.contains("subscribers_by_tenant") || tenant == tenants[1] && $0.contains("subscribers_pkey")
                    }
                    #expect(isRead == true, "\(steps)")
                }
            }
        }
    }

    @Test(.rows("SF110")) func `one person is found by index, whoever asks and however many there are`() async throws {
        try await TestDatabase.with { test in
            let now = Date(timeIntervalSince1970: 1_800_000_000)
            try await test.database.migrate(Schema.sqlite, now: now)
            let system = SystemHandle(database: test.database)
            let tenant = try await system.makeTenant(slug: "a", name: "a", identitySecret: [1], now: now)
            let storage = system.handle(for: tenant)
            let rows = (0..<1_000).map { ImportRow(externalID: "u\($0)", change: SubscriberChange(), device: nil) }
            _ = try await storage.importRows(rows, dryRun: false, now: now)
            try await test.database.write { connection in
                if connection.dialect == .postgreSQL { try connection.run(script: "set local role none") }
                try connection.run(script: "analyze subscribers")
            }
            #expect(try await storage.subscriber(externalID: "u7")?.externalID == "u7")
            #expect(try await storage.subscriber(externalID: "eve") == nil)
            // In the tenant's name, as the rules for rows decide about the plan.
            let steps =
                try await Self.plan(TenantHandle.selectRowOfExternalID, [tenant.row, "u7"], storage.database)
                + Self.plan(TenantHandle.selectSubscriber, [Int64(1)], storage.database)
            #expect(!steps.contains { $0.contains("Seq Scan") || $0.contains(/Filter: \((external_)?id/) }, "\(steps)")
            #expect(!steps.contains { $0.hasPrefix("SCAN subscribers") }, "\(steps)")
        }
    }

    private static func plan(
        _ query: String, _ values: [any DatabaseConvertible], _ database: any Database
    ) async throws -> [String] {
        try await database.read { connection in
            switch connection.dialect {
            case .sqlite: try connection.rows("explain query plan \(query)", values: values) { try $0[3] }
            case .postgreSQL: try connection.rows("explain \(query)", values: values) { try $0[0] }
            }
        }
    }
}
