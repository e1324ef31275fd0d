internal import Foundation
internal import PushModel

/// Reads and changes calls of one tenant inside a transaction.
///
/// Writes of a tenant happen one after the other, over all servers, so what is read here is still so when it is written.
struct CallStore {
    let tenant: Int64
    let connection: any WriteConnection
    let now: Date

    /// Changes a call as the machine decides.
    ///
    /// A call whose time is over is missed, also if no clock has said so yet.
    ///
    /// - Returns: The verdict, and who is to be told.
    func apply(
        _ deed: CallMachine.Deed, reason: String?, to call: Call
    ) throws -> (verdict: CallMachine.Verdict, told: Set<Int64>) {
        var machine = call.machine
        var told: Set<Int64> = []
        if let deadline = call.deadline, deadline <= now, case .happened(let happening) = machine.apply(.timeOut) {
            try write(happening, machine, reason: nil, call)
            told = happening.told
        }
        if deed == .timeOut { return (.unchanged, told) }
        let verdict = machine.apply(deed)
        if case .happened(let happening) = verdict {
            try write(happening, machine, reason: reason, call)
            told.formUnion(happening.told)
        }
        return (verdict, told)
    }

    /// Notes that a device rings, whether it is the first or not.
    func note(ringing device: Device, of call: Call) throws {
        try connection.execute(
            """
            insert into call_devices (call_id, device_id, tenant_id, subscriber_id, ringing_at)
            values (?1, ?2, ?3, ?4, ?5)
            on conflict (call_id, device_id) do update
                set ringing_at = coalesce(call_devices.ringing_at, excluded.ringing_at)
            """, call.row, device.row, tenant, device.subscriberRow, now)
    }

    /// Makes the pushes of a ring.
    func ring(_ call: Call) throws {
        let happening = CallMachine.Happening(event: .ring, by: nil, told: call.machine.waiting)
        try record(happening, reason: nil, call)
        try push(.ring, happening, reason: nil, call)
        try connection.announceWork()
    }

    private func write(
        _ happening: CallMachine.Happening, _ machine: CallMachine, reason: String?, _ call: Call
    ) throws {
        switch happening.event {
        case .ringing:
            try connection.execute("update calls set ringing_at = ?2 where id = ?1", call.row, now)
        case .declined where machine.state == .ringing: break
        default:
            try connection.execute(
                """
                update calls set state = ?2, deadline = null, changed_at = ?3, by_person = ?4, by_device = ?5,
                    reason = ?6
                where id = ?1
                """, call.row, machine.state, now, machine.by?.person, machine.by?.device, reason)
        }
        if happening.event == .accepted {
            try connection.execute(
                "update calls set answered_at = ?2, answered_person = ?3, answered_device = ?4 where id = ?1",
                call.row, now, machine.answered?.person, machine.answered?.device)
        }
        if happening.event == .declined, let party = happening.by {
            try connection.execute(
                "update call_people set has_declined = 1 where call_id = ?1 and subscriber_id = ?2", call.row,
                party.person)
        }
        try record(happening, reason: reason, call)
        for event in happening.event.pushes { try push(event, happening, reason: reason, call) }
        try connection.announceWork()
    }

    /// Keeps what happened for live connections, and as an event of each person.
    private func record(_ happening: CallMachine.Happening, reason: String?, _ call: Call) throws {
        var data: JSONObject = ["callId": .string(call.id)]
        if let caller = call.notice.caller { data["from"] = .string(caller.id) }
        if let reason { data["reason"] = .string(reason) }
        for person in happening.told.sorted() {
            try connection.execute(
                """
                insert into call_events (tenant_id, call_id, subscriber_id, device_id, event, reason, at)
                values (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                """, tenant, call.row, person, happening.by?.device, happening.event, reason, now)
            try TenantHandle.insert(
                "$call.\(happening.event.rawValue)", of: person, device: happening.by?.device, clientID: nil,
                occurredAt: now, data: data.encoded(), tenant: tenant, now: now, connection)
        }
    }

    /// Makes the deliveries that tell the devices of an event, all in the order of their rows.
    private func push(
        _ event: CallEvent, _ happening: CallMachine.Happening, reason: String?, _ call: Call
    ) throws {
        var planner = CallPushPlanner(store: self, call: call, event: event)
        for person in happening.told.sorted() { try planner.plan(for: person, by: happening.by) }
        var notice =
            event == .ring || event == .missed ? call.notice : CallNotice(id: call.id, event: call.notice.event)
        if let word = event.notice { notice.event = word }
        if event != .ring {
            notice.at = now.milliseconds
            notice.deviceID = try happening.by?.device.flatMap { device in
                try connection.first("select public_id from devices where id = ?1", device) { try $0[0] }
            }
            notice.reason = reason
        }
        try planner.write(notice)
    }
}
