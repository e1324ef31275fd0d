internal import Foundation
internal import PushModel

/// What the rows of an import change: found out with a few statements for all rows, and written with a few more.
struct ImportPlan {
    private(set) var report = ImportReport()
    private let tenant: Int64
    private let now: Date
    private var people: [Person] = []
    private var indexes: [String: Int] = [:]
    private var devices: [PlannedDevice] = []

    private struct Person {
        let externalID: String
        let known: Subscriber?
        var traits: SubscriberTraits
        var isNamed = false
    }
    private struct PlannedDevice {
        let person: Int
        let app: Int64
        let device: ImportDevice
        let holder: Holder?
    }
    private struct Holder {
        let device: Int64
        let subscriber: Int64
        let isOfApp: Bool
    }
    private struct AppToken: Hashable {
        let app: Int64
        let token: String
    }

    init(_ rows: [ImportRow], tenant: Int64, now: Date, _ connection: any ReadConnection) throws {
        self.tenant = tenant
        self.now = now
        try findPeople(rows, connection)
        let apps = try Self.apps(rows, tenant: tenant, connection)
        // Of two rows with one token the later counts.
        var tokens: [AppToken: (person: Int, device: ImportDevice)] = [:]
        var order: [AppToken] = []
        for (index, row) in rows.enumerated() {
            guard let place = indexes[row.externalID] else { continue }
            if let device = row.device, apps[device.bundleID] == nil {
                report.refused.append((index, .unknownApp(device.bundleID)))
                continue
            }
            var traits = people[place].traits
            traits.apply(row.change, at: now)
            let size = row.change.attributes == nil ? 0 : traits.attributes.count
            guard size <= Subscriber.attributeByteLimit else {
                report.refused.append((index, .attributesTooLarge(size)))
                continue
            }
            people[place].traits = traits
            people[place].isNamed = true
            if let device = row.device, let app = apps[device.bundleID] {
                let key = AppToken(app: app, token: device.token)
                if tokens.updateValue((place, device), forKey: key) == nil { order.append(key) }
            }
        }
        try findDevices(order.map { ($0, tokens[$0]) }, connection)
        count()
    }

    private mutating func findPeople(_ rows: [ImportRow], _ connection: any ReadConnection) throws {
        var names: [String] = []
        for row in rows where indexes.updateValue(names.count, forKey: row.externalID) == nil {
            names.append(row.externalID)
        }
        // The loop above moved the places of names that came again.
        indexes = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
        let known = try Self.subscribers(names, tenant: tenant, connection)
        // An earlier id of somebody who is named as well is the same person.
        var places: [Int64: Int] = [:]
        for (place, subscriber) in known.enumerated() {
            guard let row = subscriber?.row else { continue }
            if let first = places[row] { indexes[names[place]] = first } else { places[row] = place }
        }
        people = zip(names, known).map { name, known in
            Person(
                externalID: name, known: known,
                traits: known.map { SubscriberTraits($0) } ?? SubscriberTraits(newNamed: name))
        }
    }

    private static func subscribers(
        _ names: [String], tenant: Int64, _ connection: any ReadConnection
    ) throws -> [Subscriber?] {
        var batch = ValueBatch()
        for name in names { try batch.add(tenant, name) }
        let rows = try connection.rows(TenantHandle.selectRowOfExternalID, each: batch) { row -> Int64? in try row[0] }
        // In two steps: in one, PostgreSQL would look through the whole table for each name.
        var known = ValueBatch()
        let places = rows.indices.filter { (rows[$0].first ?? nil) != nil }
        for place in places { try known.add(rows[place].first ?? nil) }
        let found = try connection.rows(TenantHandle.selectSubscriber, each: known, decode: TenantHandle.subscriber)
        var subscribers = [Subscriber?](repeating: nil, count: names.count)
        for (place, subscriber) in zip(places, found) { subscribers[place] = subscriber.first }
        return subscribers
    }

    private static func apps(
        _ rows: [ImportRow], tenant: Int64, _ connection: any ReadConnection
    ) throws -> [String: Int64] {
        var apps: [String: Int64] = [:]
        for bundleID in Set(rows.compactMap { $0.device?.bundleID }) {
            apps[bundleID] = try connection.first(
                "select id from apps where tenant_id = ?1 and bundle_id = ?2", tenant, bundleID
            ) { try $0[0] }
        }
        return apps
    }

    private mutating func findDevices(
        _ wanted: [(key: AppToken, value: (person: Int, device: ImportDevice)?)], _ connection: any ReadConnection
    ) throws {
        var batch = ValueBatch()
        for item in wanted { try batch.add(item.key.app, item.key.token) }
        let holders = try connection.rows(
            """
            select t.device_id, d.subscriber_id, d.install_id is not null from tokens t
            join devices d on d.id = t.device_id where t.app_id = ?1 and t.kind = 'alert' and t.token = ?2
            """, each: batch
        ) { Holder(device: try $0[0], subscriber: try $0[1], isOfApp: try $0[2]) }
        for (item, holder) in zip(wanted, holders) {
            guard let value = item.value else { continue }
            devices.append(
                PlannedDevice(person: value.person, app: item.key.app, device: value.device, holder: holder.first))
        }
    }

    private mutating func count() {
        for person in people where person.isNamed {
            switch person.known {
            case nil: report.created += 1
            case let known?: report.updated += SubscriberTraits(known) != person.traits ? 1 : 0
            }
        }
        report.unchanged = people.count { $0.isNamed } - report.created - report.updated
        for device in devices {
            if device.holder == nil {
                report.devicesCreated += 1
            } else if moves(device) {
                report.devicesMoved += 1
            } else {
                report.devicesKnown += 1
            }
        }
    }

    /// Whether a device goes from one person to another: what an app registered itself stays where it is.
    private func moves(_ device: PlannedDevice) -> Bool {
        guard let holder = device.holder, !holder.isOfApp else { return false }
        return holder.subscriber != people[device.person].known?.row
    }
}

extension ImportPlan {
    func write(_ connection: any WriteConnection) throws {
        try writePeople(connection)
        let rows = try Self.subscribers(people.map(\.externalID), tenant: tenant, connection).map { $0?.row }
        var made = ValueBatch()
        var ids = ValueBatch()
        var moved = ValueBatch()
        let new = devices.filter { $0.holder == nil }
        for device in new {
            let id = Identifier(.device, at: now)
            try ids.add(tenant, id)
            try made.add(
                id, tenant, rows[device.person], device.app, device.device.isEnabled, device.device.appVersion,
                device.device.osVersion, device.device.model, now)
        }
        for device in devices where moves(device) { try moved.add(device.holder?.device, rows[device.person]) }
        _ = try connection.execute(
            """
            insert into devices (public_id, tenant_id, subscriber_id, app_id, platform, permission, is_enabled,
                app_version, os_version, model, created_at, last_seen_at, is_imported)
            values (?1, ?2, ?3, ?4, 'ios', 'notDetermined', ?5, ?6, ?7, ?8, ?9, ?9, 1)
            """, each: made)
        _ = try connection.execute("update devices set subscriber_id = ?2 where id = ?1", each: moved)
        let found = try connection.rows(
            "select id from devices where tenant_id = ?1 and public_id = ?2", each: ids
        ) { row -> Int64 in try row[0] }
        var tokens = ValueBatch()
        for (device, row) in zip(new, found) {
            try tokens.add(tenant, row.first, device.app, device.device.environment, device.device.token, now)
        }
        _ = try connection.execute(
            """
            insert into tokens (tenant_id, device_id, app_id, kind, environment, token, registered_at)
            values (?1, ?2, ?3, 'alert', ?4, ?5, ?6)
            """, each: tokens)
    }

    private func writePeople(_ connection: any WriteConnection) throws {
        var made = ValueBatch()
        var changed = ValueBatch()
        for person in people where person.isNamed {
            let traits = person.traits
            let attributes = String(decoding: traits.attributes, as: UTF8.self)
            guard let known = person.known else {
                try made.add(
                    Identifier(.subscriber, at: now), tenant, person.externalID, attributes, traits.timeZone,
                    traits.locale, traits.times, now)
                continue
            }
            guard SubscriberTraits(known) != traits else { continue }
            try changed.add(known.row, attributes, traits.timeZone, traits.locale, traits.times, now)
        }
        _ = try connection.execute(
            """
            insert into subscribers (public_id, tenant_id, external_id, attributes, time_zone, locale,
                anonymous_times, created_at, updated_at)
            values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8)
            """, each: made)
        _ = try connection.execute(
            """
            update subscribers set attributes = ?2, time_zone = ?3, locale = ?4, anonymous_times = ?5, updated_at = ?6
            where id = ?1
            """, each: changed)
    }
}
