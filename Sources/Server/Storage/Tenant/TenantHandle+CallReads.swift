package import Foundation
package import PushModel

/// What a live connection tells next.
package struct CallFeed: Sendable {
    /// What happened to calls, each with the place behind it.
    package var notices: [(position: Int64, notice: CallNotice)] = []
    /// Where to go on.
    package var position: Int64
}

/// Which of a person's calls a list shows.
package enum CallFilter: Sendable {
    /// All of them.
    case all
    /// Those that nobody answered before the time was over, or the caller hung up, and that the person did not decline.
    case missed
    /// Those that ring.
    case ringing
}

extension TenantHandle {
    private static let selection = """
        select c.id, c.notice, c.state, c.deadline, c.created_at, c.expires_at, c.changed_at, c.ringing_at,
            c.answered_at, c.answered_person, c.answered_device, c.by_person, c.by_device, c.reason,
            (select public_id from devices d where d.id = c.answered_device),
            (select public_id from devices d where d.id = c.by_device)
        from calls c
        """

    /// One call.
    package func call(_ id: String) async throws -> (call: Call, details: CallDetails)? {
        let tenant = tenant
        return try await database.read { connection in
            try Self.call(id, tenant: tenant, connection).map { ($0, try Self.details($0, connection)) }
        }
    }

    /// A person's calls, newest first.
    package func calls(
        of person: Int64, _ filter: CallFilter, before: Int64?, limit: Int, now: Date
    ) async throws -> Page<Call> {
        let tenant = tenant
        let condition =
            switch filter {
            case .all: "true"
            case .missed: "c.state in ('missed', 'cancelled') and p.has_declined = 0"
            case .ringing: "c.state = 'ringing' and c.deadline > ?5 and p.has_declined = 0"
            }
        return try await database.read { connection in
            let found = """
                \(Self.selection) join call_people p on p.call_id = c.id
                where p.subscriber_id = ?1 and c.tenant_id = ?2 and c.id < ?3 and \(condition)
                order by c.id desc limit ?4
                """
            let values: [any DatabaseConvertible] = [person, tenant, before ?? Int64.max, limit + 1]
            var isByTime = false
            if case .ringing = filter { isByTime = true }
            let rows = try connection.rows(found, values: values + (isByTime ? [now] : []), decode: Stored.init)
                .map { try $0.call(connection) }
            return Page(rows, limit: limit, key: \.row)
        }
    }

    /// What happened to a device's calls since a place; at first what rings now, and the place that it is true of.
    ///
    /// - Returns: Nil if the device is not the person's any more.
    package func callFeed(
        of person: Int64, device: Int64, after position: Int64?, limit: Int, now: Date
    ) async throws -> CallFeed? {
        let tenant = tenant
        return try await database.read { connection in
            let isTheirs = try connection.first(
                """
                select 1 from devices where tenant_id = ?1 and id = ?2 and subscriber_id = ?3 and deleted_at is null
                """, tenant, device, person
            ) { _ in true }
            guard isTheirs == true else { return nil }
            guard let position else {
                let last: Int64? = try connection.first(
                    "select coalesce(max(id), 0) from call_events where subscriber_id = ?1", person
                ) { try $0[0] }
                let calls = try connection.rows(
                    """
                    \(Self.selection) join call_people p on p.call_id = c.id
                    where p.subscriber_id = ?1 and c.state = 'ringing' and c.deadline > ?2 and p.has_declined = 0
                    order by c.id limit ?3
                    """, person, now, limit, decode: Stored.init
                ).map { try $0.call(connection) }
                return CallFeed(notices: calls.map { (last ?? 0, $0.notice) }, position: last ?? 0)
            }
            let notices = try connection.rows(
                """
                select e.id, c.notice, e.event, e.reason, e.at, d.public_id
                from call_events e join calls c on c.id = e.call_id left join devices d on d.id = e.device_id
                where e.subscriber_id = ?1 and e.id > ?2 and e.event <> 'ringing' order by e.id limit ?3
                """, person, position, limit
            ) { row -> (position: Int64, notice: CallNotice) in
                var notice = try Self.notice(row[1])
                let event: CallEvent = try row[2]
                guard event != .ring, let word = event.notice else { return (try row[0], notice) }
                if event != .missed { notice = CallNotice(id: notice.id, event: word) }
                let (at, device): (Date, Identifier?) = (try row[4], try row[5])
                notice.event = word
                notice.reason = try row[3]
                notice.at = at.milliseconds
                notice.deviceID = device?.description
                return (try row[0], notice)
            }
            return CallFeed(notices: notices, position: notices.last?.position ?? position)
        }
    }

    static func call(_ id: String, tenant: Int64, _ connection: any ReadConnection) throws -> Call? {
        try connection.first(
            "\(selection) where c.tenant_id = ?1 and c.public_id = ?2", tenant, id, decode: Stored.init
        )?.call(connection)
    }

    private static func notice(_ text: String) throws -> CallNotice {
        guard let value = try? JSONValue(parsing: text), let notice = CallNotice(received: value) else {
            throw StorageError(.wrongType, detail: "A call's row holds no notice.")
        }
        return notice
    }

    /// A row of ``selection``, still without the people.
    private struct Stored {
        let row: Int64
        let notice: CallNotice
        let state: CallMachine.State
        let deadline: Date?
        let createdAt: Date
        let expiresAt: Date
        let changedAt: Date
        let ringingAt: Date?
        let answeredAt: Date?
        let answered: CallMachine.Party?
        let by: CallMachine.Party?
        let reason: String?
        let answeredDevice: Identifier?
        let byDevice: Identifier?

        init(_ row: any Row) throws {
            func party(_ place: Int) throws -> CallMachine.Party? {
                let person: Int64? = try row[place]
                return try person.map { CallMachine.Party(person: $0, device: try row[place + 1]) }
            }
            self.row = try row[0]
            notice = try TenantHandle.notice(row[1])
            state = try row[2]
            deadline = try row[3]
            createdAt = try row[4]
            expiresAt = try row[5]
            changedAt = try row[6]
            ringingAt = try row[7]
            answeredAt = try row[8]
            answered = try party(9)
            by = try party(11)
            reason = try row[13]
            answeredDevice = try row[14]
            byDevice = try row[15]
        }

        /// The call with its people.
        func call(_ connection: any ReadConnection) throws -> Call {
            let people = try connection.rows(
                """
                select p.subscriber_id, s.external_id, p.has_declined from call_people p
                join subscribers s on s.id = p.subscriber_id where p.call_id = ?1
                """, row
            ) { row -> (row: Int64, externalID: String, hasDeclined: Bool) in (try row[0], try row[1], try row[2]) }
            return Call(
                row: row, notice: notice,
                machine: CallMachine(
                    state: state, waiting: Set(people.filter { !$0.hasDeclined }.map(\.row)),
                    declined: Set(people.filter(\.hasDeclined).map(\.row)), answered: answered, by: by,
                    isHeard: ringingAt != nil),
                people: Dictionary(uniqueKeysWithValues: people.map { ($0.row, $0.externalID) }),
                createdAt: createdAt, deadline: deadline, expiresAt: expiresAt, changedAt: changedAt,
                ringingAt: ringingAt, answeredAt: answeredAt, answeredDevice: answeredDevice, byDevice: byDevice,
                reason: reason)
        }
    }

    private static func details(_ call: Call, _ connection: any ReadConnection) throws -> CallDetails {
        CallDetails(
            devices: try connection.rows(
                """
                select d.public_id, s.external_id, r.token_kind, r.ringing_at from call_devices r
                join devices d on d.id = r.device_id join subscribers s on s.id = r.subscriber_id
                where r.call_id = ?1 order by r.device_id
                """, call.row
            ) {
                CallDetails.Ring(
                    device: try $0[0], externalID: try $0[1], tokenKind: try $0[2], ringingAt: try $0[3])
            },
            events: try connection.rows(
                """
                select e.event, s.external_id, d.public_id, e.reason, e.at from call_events e
                join subscribers s on s.id = e.subscriber_id left join devices d on d.id = e.device_id
                where e.call_id = ?1 order by e.id
                """, call.row
            ) {
                CallDetails.Entry(
                    event: try $0[0], externalID: try $0[1], device: try $0[2], reason: try $0[3], at: try $0[4])
            },
            messages: try connection.rows(
                "select public_id, call_event from messages where call_id = ?1 order by id", call.row
            ) { row -> (id: Identifier, event: CallEvent) in (try row[0], try row[1]) })
    }
}
