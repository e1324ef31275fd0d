import Foundation
import PushCrypto
import Storage
import TidingsServer
import Timekeeping

/// The keys of a server that is measured.
struct BenchAccess: Sendable {
    /// The tenant's, with every scope.
    let tenantKey: String
    /// The workspace's.
    let metricsKey: String
}

/// People with one device each, written into the database as registrations would have left them.
struct BenchAudience {
    /// How many people there are.
    let count: Int
    /// How many rows are written in one transaction.
    private let chunk = 10_000

    /// The device token of a number: ascending, so that a million are written in the order of their index.
    static func token(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits + BenchPushes.token(number).dropFirst(8)
    }

    /// Makes tenant, app, keys, and the people with the numbers 0 to `count` - 1.
    ///
    /// - Returns: How the server is reached.
    func fill(_ place: BenchPlace) async throws -> BenchAccess {
        let time = SystemTime()
        let access = try await Self.access(place)
        let keys = try (0..<100).map { _ in try PayloadKeys.generate().recipient }
        try await place.with { database in
            for start in stride(from: 0, to: count, by: chunk) {
                let numbers = start..<min(start + chunk, count)
                try await database.write { try Self.write(numbers, keys, now: time.now, $0) }
            }
            try await database.write { connection in
                if connection.dialect == .postgreSQL {
                    for table in ["subscribers", "devices", "tokens"] {
                        _ = try connection.first(
                            "select setval(pg_get_serial_sequence('\(table)', 'id'), max(id)) from \(table)"
                        ) { _ in true }
                    }
                }
                try connection.run(script: "analyze")
            }
        }
        return access
    }

    /// Makes the tenant, its app and the keys.
    static func access(_ place: BenchPlace) async throws -> BenchAccess {
        let (folder, url): (String, String?) =
            switch place {
            case .folder(let folder): (folder.path, nil)
            case .database(let url): ("", url)
            }
        return try await Administration.on(dataDirectory: folder, databaseURL: url, time: SystemTime()) {
            BenchAccess(
                tenantKey: try await $0.bootstrapDevelopment(bundleID: BenchPushes.bundleID).secretKey,
                metricsKey: try await $0.issueKey(.workspace, tenant: nil, name: "bench").secret)
        }
    }

    private static func write(
        _ numbers: Range<Int>, _ keys: [PublicKeys], now: Date, _ connection: any WriteConnection
    ) throws {
        var (subscribers, devices, tokens) = (ValueBatch(), ValueBatch(), ValueBatch())
        for number in numbers {
            let row = number + 1
            let key = keys[number % keys.count]
            try subscribers.add(
                row, id("sub", number), 1, "user-\(number)", attributes(number), "Europe/Berlin", "en", now, now)
            try devices.add(
                row, id("dev", number), 1, row, 1, "install-\(number)", "ios", "authorized", true, "k1", key.publicKey,
                key.authSecret, now, now)
            try tokens.add(row, 1, row, 1, "alert", "production", token(number), now)
        }
        _ = try connection.execute(
            """
            insert into subscribers (id, public_id, tenant_id, external_id, attributes, time_zone, locale, created_at,
                updated_at) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """, each: subscribers)
        _ = try connection.execute(
            """
            insert into devices (id, public_id, tenant_id, subscriber_id, app_id, install_id, platform, permission,
                has_service_extension, encryption_key_id, encryption_public_key, encryption_auth, created_at, last_seen_at)
            values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
            """, each: devices)
        _ = try connection.execute(
            """
            insert into tokens (id, tenant_id, device_id, app_id, kind, environment, token, registered_at)
            values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """, each: tokens)
    }

    private static func id(_ prefix: String, _ number: Int) -> String {
        let digits = String(number)
        return "\(prefix)_0\(String(repeating: "0", count: 28 - digits.count))\(digits)"
    }

    /// Attributes of several kinds, spread over the people.
    private static func attributes(_ number: Int) -> String {
        let plan = ["free", "basic", "pro", "team"][number % 4]
        let name = ["Ada", "Bea", "Cem", "Dora", "Emil", "Finn", "Gül"][number % 7]
        return """
            {"name":"\(name)","plan":"\(plan)","orders":\(number % 50),"city":"\(["Berlin", "Wien", "Bern"][number % 3])",\
            "beta":\(number % 10 == 0),"score":\(Double(number % 1000) / 10)}
            """
    }
}
