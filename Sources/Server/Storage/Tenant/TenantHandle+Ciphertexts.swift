internal import Foundation
internal import PushModel

extension TenantHandle {
    /// For how long a device opens what is sealed with the key that it had before.
    private static let earlierKeySpan: TimeInterval = 30 * 86_400

    private struct SealedFor {
        let row: Int64
        let subscriber: Int64
        let keyID: String?
        let earlierKeyID: String?
        let keyChangedAt: Date?
    }

    /// The devices that ciphertexts are for, in their order, and what is wrong with some.
    ///
    /// `people` are those whom the message names; nobody for one that holds of people by a rule.
    static func devices(
        of ciphertexts: [(device: Identifier, sealed: Ciphertext)], people: Set<Int64>, tenant: Int64, _ now: Date,
        _ connection: any ReadConnection
    ) throws -> (devices: [Int64], faults: [CiphertextFault]) {
        guard !ciphertexts.isEmpty else { return ([], []) }
        let find = try connection.prepare(
            """
            select d.id, coalesce(s.merged_into, s.id), d.encryption_key_id, d.earlier_key_id, d.key_changed_at
            from devices d join subscribers s on s.id = d.subscriber_id
            where d.tenant_id = ?1 and d.public_id = ?2 and d.deleted_at is null
            """)
        var devices: [Int64] = []
        var faults: [CiphertextFault] = []
        for (place, ciphertext) in ciphertexts.enumerated() {
            let found = try find.first(tenant, ciphertext.device) { row in
                SealedFor(
                    row: try row[0], subscriber: try row[1], keyID: try row[2], earlierKeyID: try row[3],
                    keyChangedAt: try row[4])
            }
            if let found {
                if !people.isEmpty, !people.contains(found.subscriber) {
                    faults.append(.init(place: place, kind: .otherSubscriber))
                } else if !opens(ciphertext.sealed.keyID, found, now) {
                    faults.append(.init(place: place, kind: .unknownKey))
                }
                devices.append(found.row)
            } else {
                faults.append(.init(place: place, kind: .unknownDevice))
            }
        }
        return (devices, faults)
    }

    private static func opens(_ keyID: String, _ device: SealedFor, _ now: Date) -> Bool {
        if keyID == device.keyID { return true }
        guard keyID == device.earlierKeyID, let changedAt = device.keyChangedAt else { return false }
        return now.timeIntervalSince(changedAt) < earlierKeySpan
    }

    static func store(
        _ ciphertexts: [Ciphertext], for devices: [Int64], message: Int64, tenant: Int64,
        _ connection: any WriteConnection
    ) throws {
        guard !ciphertexts.isEmpty else { return }
        var rows = ValueBatch()
        for (device, sealed) in zip(devices, ciphertexts) {
            try rows.add(message, device, tenant, sealed.keyID, sealed.body)
        }
        _ = try connection.execute(
            "insert into ciphertexts (message_id, device_id, tenant_id, key_id, body) values (?1, ?2, ?3, ?4, ?5)",
            each: rows)
    }
}
