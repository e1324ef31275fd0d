import APNsSimulator
import Foundation
import PushModel
import Storage
import Testing

/// Many devices in light form: each is a screen at the simulated APNs, and rows in the server's database.
struct Fleet: Sendable {
    /// The ids of the devices at the simulated APNs, in the order of their rows.
    let devices: [String]
    static let bundleID = "com.example.sample"

    /// Makes the devices at the simulated APNs, and their people, devices and tokens in a database of the first tenant.
    static func make(_ count: Int, at apns: APNsSimulator, in database: any Database) async throws -> Fleet {
        let devices = (0..<count).map { _ in apns.addDevice() }
        let tokens = try devices.map { try apns.registerToken(bundleID, .sandbox, device: $0) }
        let now = Date()
        let page = 2_000
        for start in stride(from: 0, to: count, by: page) {
            let rows = start..<min(count, start + page)
            // The tables are empty before, so their rows count from 1.
            try await database.write { connection in
                var (people, phones, hex) = (ValueBatch(), ValueBatch(), ValueBatch())
                for row in rows {
                    try people.add(Identifier(.subscriber, at: now), "user-\(row)", now)
                    try phones.add(Identifier(.device, at: now), Int64(row + 1), "install-\(row)", now)
                    try hex.add(Int64(row + 1), tokens[row], now)
                }
                _ = try connection.execute(
                    """
                    insert into subscribers (public_id, tenant_id, external_id, attributes, created_at, updated_at)
                    values (?1, 1, ?2, '{}', ?3, ?3)
                    """, each: people)
                _ = try connection.execute(
                    """
                    insert into devices (public_id, tenant_id, subscriber_id, app_id, install_id, platform, permission,
                        created_at, last_seen_at) values (?1, 1, ?2, 1, ?3, 'ios', 'authorized', ?4, ?4)
                    """, each: phones)
                _ = try connection.execute(
                    """
                    insert into tokens (tenant_id, device_id, app_id, kind, environment, token, registered_at)
                    values (1, ?1, 1, 'alert', 'sandbox', ?2, ?3)
                    """, each: hex)
            }
        }
        return Fleet(devices: devices)
    }
}
