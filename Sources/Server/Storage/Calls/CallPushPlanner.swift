internal import Foundation
internal import PushModel

/// Makes a message of an event of a call, with a delivery for each device that is told, due at once.
struct CallPushPlanner {
    /// For how long APNs keeps what stops a ring, when ringing is over already.
    private static let leastLife: TimeInterval = 30
    /// For how long a missed call is told.
    private static let missedLife: TimeInterval = 86_400

    let store: CallStore
    let call: Call
    let event: CallEvent
    private var planned: [Planned] = []

    private struct Planned {
        let person: Int64
        let device: Candidate?
        let token: (row: Int64, environment: PushEnvironment)?
        let kind: TokenKind
        let skipped: String?
    }

    private struct Candidate {
        let row: Int64
        let app: Int64
        let isEnabled: Bool
        let wasRung: Bool
        var tokens: [TokenKind: Token] = [:]
    }

    private struct Token {
        let row: Int64
        let environment: PushEnvironment
        let isValid: Bool
    }

    init(store: CallStore, call: Call, event: CallEvent) {
        self.store = store
        self.call = call
        self.event = event
    }

    /// Decides for the devices of one person.
    mutating func plan(for person: Int64, by party: CallMachine.Party?) throws {
        let devices = try candidates(of: person)
        for device in devices {
            let described = CallFanout.Device(
                row: device.row, hasVoIPToken: device.tokens[.voip]?.isValid == true, wasRung: device.wasRung)
            guard let push = CallFanout.push(of: event, to: described, by: party) else { continue }
            let token = device.tokens[push.tokenKind]
            var skipped: String?
            if !device.isEnabled { skipped = "unsubscribed" }
            if token == nil { skipped = "no_token" }
            if token?.isValid == false { skipped = "invalid_token" }
            planned.append(
                Planned(
                    person: person, device: device, token: token.map { ($0.row, $0.environment) },
                    kind: push.tokenKind, skipped: skipped))
        }
        if devices.isEmpty, event == .ring {
            planned.append(Planned(person: person, device: nil, token: nil, kind: .alert, skipped: "no_device"))
        }
    }

    private func candidates(of person: Int64) throws -> [Candidate] {
        var devices: [Candidate] = []
        let rows = try store.connection.rows(
            """
            select d.id, d.app_id, d.is_enabled, r.device_id is not null, t.kind, t.id, t.environment, t.is_valid
            from devices d left join tokens t on t.device_id = d.id
                left join call_devices r on r.device_id = d.id and r.call_id = ?2
            where d.subscriber_id = ?1 and d.deleted_at is null order by d.id
            """, person, call.row
        ) { row -> (Candidate, (TokenKind, Token)?) in
            let kind: TokenKind? = try row[4]
            return (
                Candidate(row: try row[0], app: try row[1], isEnabled: try row[2], wasRung: try row[3]),
                try kind.map { ($0, Token(row: try row[5], environment: try row[6], isValid: try row[7])) }
            )
        }
        for (device, token) in rows {
            if devices.last?.row != device.row { devices.append(device) }
            if let token { devices[devices.count - 1].tokens[token.0] = token.1 }
        }
        return devices
    }

    /// Writes message and deliveries; nothing if nobody is told.
    func write(_ notice: CallNotice) throws {
        guard !planned.isEmpty else { return }
        let (connection, now, tenant) = (store.connection, store.now, store.tenant)
        var random = RandomSupply()
        let skipped = planned.count { $0.skipped != nil }
        let isDone = skipped == planned.count
        let message: Int64? = try connection.first(
            """
            insert into messages (public_id, tenant_id, status, body, audience, is_planned, total, skipped, created_at,
                expires_at, completed_at, ignores_caps, call_id, call_event)
            values (?1, ?2, ?3, ?4, ?5, 1, ?6, ?7, ?8, ?9, ?10, 1, ?11, ?12) returning id
            """, Identifier(.message, at: now, using: &random), tenant,
            isDone ? MessageStatus.completed : .processing, notice.json.encoded(),
            Audience(rows: Set(planned.map(\.person)).sorted()).bytes, planned.count, skipped, now, expiresAt,
            isDone ? now : nil, call.row, event
        ) { try $0[0] }
        guard let message else { throw StorageError(.other, detail: "The message of a call was not stored.") }
        var deliveries = ValueBatch()
        for item in planned {
            try deliveries.add(
                Identifier(.delivery, at: now, using: &random), tenant, message, item.person, item.device?.row,
                item.token?.row, item.device?.app, item.token?.environment, item.skipped == nil ? 0 : 2,
                item.skipped.map { _ in DeliveryOutcome.skipped }, item.skipped, item.skipped == nil ? now : nil,
                expiresAt, now, item.skipped.map { _ in now }, item.kind)
            if event == .ring, item.skipped == nil, let device = item.device {
                try connection.execute(
                    """
                    insert into call_devices (call_id, device_id, tenant_id, subscriber_id, token_kind)
                    values (?1, ?2, ?3, ?4, ?5)
                    """, call.row, device.row, tenant, item.person, item.kind)
            }
        }
        _ = try connection.execute(
            """
            insert into deliveries (public_id, tenant_id, message_id, subscriber_id, device_id, token_id, app_id,
                environment, state, outcome, reason, due_at, expires_at, created_at, finished_at, token_kind, is_urgent)
            values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, 1)
            """, each: deliveries)
    }

    private var expiresAt: Date {
        switch event {
        case .ring: call.expiresAt
        case .missed: store.now.addingTimeInterval(Self.missedLife)
        default: max(call.expiresAt, store.now.addingTimeInterval(Self.leastLife))
        }
    }
}
