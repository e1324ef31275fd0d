package import Foundation
internal import Metrics
package import PushModel

/// A delivery that is due, with all that decides whether and how it is sent.
package struct DueDelivery: Sendable {
    /// Its row.
    package let row: Int64
    /// Its id.
    package let id: Identifier
    /// The row of its tenant.
    package let tenant: Int64
    /// The row of its message.
    package let message: Int64
    /// The row of the person that it is for.
    package let subscriber: Int64
    /// The external id of that person.
    package let externalID: String
    /// The app's row.
    package let app: Int64
    /// The app's bundle id.
    package let bundleID: String
    /// Where the attempt goes.
    package let environment: PushEnvironment
    /// Whether an earlier attempt moved to the other environment.
    package let changedEnvironment: Bool
    /// How many attempts have begun before this one.
    package let attempts: Int
    /// Delayed retries so far.
    package let failures: Int
    /// Resends without delay in a row.
    package let immediateResends: Int
    /// Why the last attempt failed.
    package let reason: String?
    /// When it expires.
    package let expiresAt: Date
    /// Whether the device is registered, unmuted and still the person's, and the person wants the message's topic.
    package var isReachable: Bool
    /// Whether the person has had as many messages of the topic today as it allows.
    package var isOverCap = false
    /// The row of the device's present token; nil if it has none.
    package let tokenRow: Int64?
    /// The present token in hex.
    package let token: String?
    /// Whether the token can be used.
    package let tokenIsValid: Bool
    /// When the token was last registered.
    package let registeredAt: Date
    /// Before when the token gets no pushes.
    package let pausedUntil: Date?
    /// The kind of the token that it goes to.
    package let tokenKind: TokenKind
    /// Whether the device gets encrypted pushes in the visible form: its app embeds the notification service extension,
    /// and the app's settings allow it.
    package var showsSealed: Bool
    /// The version of the SDK that the device reported.
    package let sdkVersion: String?
    /// The version of the app that the device reported.
    package let appVersion: String?
    /// The public part of the device's message key.
    package let encryption: DeviceEncryption?
    /// The `apns-id` of its attempts.
    package let apnsID: UUID
    /// Whether its message was taken back.
    package var isCanceled = false
    /// The event of a call that it tells of; nil for a message.
    package var callEvent: CallEvent?
    /// Whether it is a ring of a call that does not ring for the person any more.
    package var isOfEndedCall = false
    /// Whether its message ignores quiet hours and caps.
    package var ignoresPolicy = false
    /// When its message goes out by whose clocks, if that was said and this is the first attempt.
    package var schedule: StoredSchedule?
    /// How the plan is doing that its message stands in for; nil for other messages.
    package var plan: PlanState?
    /// What its tenant decided.
    package var settings = TenantSettings()
    /// What the person's attributes are: a JSON object as text.
    package let attributes: String
    /// The device's language, or else the person's.
    package let locale: String?
    /// The person's time zone, or else the device's.
    package let timeZone: String?

    /// The device's row.
    let device: Int64
    /// Whether the caller sealed the message, so that only devices with a ciphertext get it.
    package var isSealedByCaller = false
    /// What the caller sealed for the device.
    package var ciphertext: Ciphertext?
    /// Whether an earlier attempt has lost its lease without an answer.
    let wasLeased: Bool

    /// What the message can be written with.
    package var recipient: RecipientTraits {
        RecipientTraits(externalID: externalID, attributes: attributes, locale: locale, timeZone: timeZone)
    }
}

/// A schedule as it was accepted.
package struct StoredSchedule: Sendable, Hashable {
    /// The JSON text.
    package let text: String
    /// When the message was accepted.
    package let acceptedAt: Date
}

/// Which of the deliveries that are due are claimed: neither waits for the other.
package enum ClaimLane: Sendable {
    /// Those of messages, in fair shares and as fast as apps allow.
    case usual
    /// Those of calls, at once.
    case urgent
}

/// What happens to a delivery that is due.
package enum ClaimDecision: Sendable, Equatable {
    /// An attempt begins.
    case attempt
    /// It ends without one.
    case finish(DeliveryOutcome, reason: String)
    /// It waits, for a reason that is kept.
    case wait(until: Date, reason: String)
}

/// Deliveries under lease, with what they need to be sent.
package struct ClaimedBatch: Sendable {
    /// The deliveries; their attempt numbers are `attempts + 1`.
    package var deliveries: [DueDelivery] = []
    /// The messages that they belong to.
    package var messages: [Int64: ClaimedMessage] = [:]
    /// The credentials of their apps.
    package var credentials: [PushCredential] = []
    /// The apps that it is for.
    package var apps: Set<Int64> { Set(deliveries.lazy.map(\.app)) }
    /// How many deliveries were looked at; fewer than asked for means that no more are due.
    package var examined = 0
}

/// What an attempt needs to know of its message.
package struct ClaimedMessage: Sendable {
    /// Its id.
    package let id: Identifier
    /// The request's body, byte for byte.
    package let body: [UInt8]
    /// Whether the caller sealed it.
    package let isSealedByCaller: Bool
    /// When it goes out, if that was said.
    package let schedule: StoredSchedule?
    /// The event of a call that it tells of; the body is its notice then.
    package let callEvent: CallEvent?
    /// The message for whose plan it stands in.
    package let fallbackOf: Identifier?
}

extension SystemHandle {
    private static let selection = """
        select v.id, v.public_id, v.tenant_id, v.message_id, coalesce(p.external_id, s.external_id), v.app_id,
            a.bundle_id, v.environment,
            v.changed_environment, v.attempts, v.failures, v.immediate_resends, v.reason, v.expires_at,
            d.is_enabled = 1 and d.deleted_at is null and d.subscriber_id = coalesce(s.merged_into, s.id),
            t.id, t.token, t.is_valid, t.registered_at, t.paused_until, d.has_service_extension,
            d.encryption_key_id, d.encryption_public_key, d.encryption_auth, v.apns_id, v.state, t.environment,
            v.token_id, coalesce(s.merged_into, s.id), coalesce(p.attributes, s.attributes),
            coalesce(d.locale, p.locale, s.locale), coalesce(p.time_zone, s.time_zone, d.time_zone),
            d.sdk_version, d.app_version, v.device_id, coalesce(v.token_kind, 'alert')
        from deliveries v join subscribers s on s.id = v.subscriber_id
            left join subscribers p on p.id = s.merged_into join devices d on d.id = v.device_id
            join apps a on a.id = v.app_id left join tokens t on t.device_id = v.device_id
                and t.kind = coalesce(v.token_kind, 'alert')
        """
    private static let ofApp = """
        \(selection) where v.app_id = ?3 and v.state < 2 and v.is_urgent = 0 and v.due_at <= ?1
        order by v.due_at, v.id limit ?2
        """
    private static let urgent = """
        \(selection) where v.is_urgent = 1 and v.state < 2 and v.due_at <= ?1 order by v.due_at, v.id limit ?2
        """

    private static let begin = """
        update deliveries set state = 1, due_at = ?2, attempts = ?3, apns_id = ?4, token_id = ?5, environment = ?6
        where id = ?1
        """
    private static let beginAttempt = """
        insert into attempts (delivery_id, number, environment, started_at, result)
        values (?1, ?2, ?3, ?4, 'started')
        """

    private static let note = """
        insert into waits (delivery_id, at, tenant_id, until_at, reason) values (?1, ?2, ?3, ?4, ?5)
        """

    /// Puts due deliveries under a lease and stores their attempts and `apns-id`s, all before anything is sent.
    ///
    /// - Parameters:
    ///   - lane: Which ones.
    ///   - limit: How many at most.
    ///   - lease: For how long nobody else takes them; then they are due again.
    ///   - now: The wall clock.
    ///   - busy: Apps that get nothing now.
    ///   - decide: What happens to each one.
    /// - Returns: What is to be sent now.
    /// - Throws: `StorageError`; then nothing is claimed.
    package func claim(
        _ lane: ClaimLane = .usual, limit: Int, lease: Duration, now: Date, besides busy: Set<Int64> = [],
        decide: @escaping @Sendable (DueDelivery) -> ClaimDecision
    ) async throws -> ClaimedBatch {
        let (stages, secrets) = (stages, secrets)
        return try await database.write { connection in
            try stages.measure("claim") {
                try Self.claim(
                    lane, limit: limit, lease: lease, now: now, besides: busy, decide: decide, secrets, connection)
            }
        }
    }

    private static func claim(
        _ lane: ClaimLane, limit: Int, lease: Duration, now: Date, besides busy: Set<Int64>,
        decide: (DueDelivery) -> ClaimDecision, _ secrets: Secrets, _ connection: any WriteConnection
    ) throws -> ClaimedBatch {
        var random = RandomSupply()
        let settings = SettingsReader(connection)
        let shares = ClaimShares(connection, now: now, settings: settings, besides: busy)
        var due: [DueDelivery] = []
        switch lane {
        case .usual:
            for share in try shares.shares(of: limit) {
                due += try connection.rows(
                    "\(Self.ofApp) \(connection.claiming("v"))", now, share.limit, share.app
                ) { try Self.due($0, &random) }
            }
        case .urgent:
            due = try connection.rows("\(Self.urgent) \(connection.claiming("v"))", now, limit) {
                try Self.due($0, &random)
            }
        }
        var batch = ClaimedBatch()
        batch.examined = due.count
        guard !due.isEmpty else { return batch }
        let recorder = OutcomeRecorder(connection, now: now)
        var (begins, attempts, waits, reasons) = (ValueBatch(), ValueBatch(), ValueBatch(), ValueBatch())
        let leaseEnd = now.addingTimeInterval(lease / .seconds(1))
        let choices = try TopicChoices(connection)
        let caps = TopicCaps(connection, choices, now: now)
        let (topics, canceled) = try Self.loadMessages(of: due, &batch, connection)
        try Self.loadCiphertexts(of: &due, in: batch, connection)
        if lane == .urgent { try Self.loadCalls(of: &due, in: batch, connection) }
        let plans = PlanStates(connection)
        try choices.load(due.compactMap { due in topics[due.message].map { ($0, due.subscriber) } })
        var begun: [Int] = []
        begun.reserveCapacity(due.count)
        for index in due.indices {
            let message = due[index].message
            due[index].isCanceled = canceled.contains(message)
            due[index].schedule = due[index].attempts == 0 ? batch.messages[message]?.schedule : nil
            due[index].settings = try settings.of(due[index].tenant)
            if batch.messages[message]?.fallbackOf != nil { due[index].plan = try plans.state(of: due[index]) }
            due[index].showsSealed = try settings.of(app: due[index].app).showsSealed(
                hasServiceExtension: due[index].showsSealed, sdkVersion: due[index].sdkVersion,
                appVersion: due[index].appVersion)
            due[index].ignoresPolicy = try caps.ignoresCaps(message)
            var uses: [TopicCaps.Use] = []
            if due[index].isReachable, let topic = topics[message] {
                due[index].isReachable = try choices.wants(topic: topic, subscriber: due[index].subscriber)
                if let use = try caps.use(topic, by: due[index]) { uses.append(use) }
            }
            if let use = try caps.use(ofTenantBy: due[index]) { uses.append(use) }
            due[index].isOverCap = try uses.contains { try caps.isOver($0) }
            let (row, number) = (due[index].row, due[index].attempts + 1)
            if due[index].wasLeased { try recorder.noAnswer(delivery: row, attempt: due[index].attempts) }
            switch decide(due[index]) {
            case .attempt:
                try begins.add(
                    row, leaseEnd, number, due[index].apnsID.bytes, due[index].tokenRow, due[index].environment)
                for use in uses { try caps.count(use) }
                try attempts.add(row, number, due[index].environment, now)
                begun.append(index)
            case .finish(let outcome, let reason):
                try recorder.finish(delivery: row, message: message, outcome, reason: reason)
            case .wait(let until, let reason):
                try waits.add(row, until)
                try reasons.add(row, now, due[index].tenant, until, reason)
            }
        }
        batch.deliveries = begun.count == due.count ? due : begun.map { due[$0] }
        _ = try connection.execute(Self.begin, each: begins)
        _ = try connection.execute(Self.beginAttempt, each: attempts)
        _ = try connection.execute("update deliveries set state = 0, due_at = ?2 where id = ?1", each: waits)
        _ = try connection.execute(Self.note, each: reasons)
        try recorder.settleMessages()
        try shares.spend(batch.deliveries, connection)
        for app in batch.apps {
            batch.credentials += try secrets.credentials(of: app, connection)
        }
        return batch
    }

    /// Reads the messages of deliveries into the batch.
    ///
    /// - Returns: The topics that have to be wanted, by message, and the messages that were taken back.
    private static func loadMessages(
        of deliveries: [DueDelivery], _ batch: inout ClaimedBatch, _ connection: any ReadConnection
    ) throws -> (topics: [Int64: Int64], canceled: Set<Int64>) {
        var (canceled, topics): (Set<Int64>, [Int64: Int64]) = ([], [:])
        var messages = ValueBatch()
        for row in Set(deliveries.map(\.message)) { try messages.add(row) }
        try connection.query(
            """
            select id, public_id, body, topic_id, canceled_at is not null, has_ciphertexts, schedule, created_at,
                call_event,
                case when fallback_of is not null then
                    (select o.public_id from messages o where o.id = messages.fallback_of) end
            from messages where id = ?1
            """, each: messages
        ) { _, found in
            let row: Int64 = try found[0]
            batch.messages[row] = ClaimedMessage(
                id: try found[1], body: try found[2], isSealedByCaller: try found[5],
                schedule: try (found[6] as String?).map { StoredSchedule(text: $0, acceptedAt: try found[7]) },
                callEvent: try found[8], fallbackOf: try found[9])
            topics[row] = try found[3]
            if try found[4] { canceled.insert(row) }
        }
        return (topics, canceled)
    }

    /// Finds out which rings have nobody to ring for any more.
    private static func loadCalls(
        of deliveries: inout [DueDelivery], in batch: ClaimedBatch, _ connection: any ReadConnection
    ) throws {
        let rings = try connection.prepare(
            """
            select 1 from messages m join calls c on c.id = m.call_id join call_people p on p.call_id = c.id
            where m.id = ?1 and p.subscriber_id = ?2 and c.state = 'ringing' and p.has_declined = 0
            """)
        for index in deliveries.indices {
            deliveries[index].callEvent = batch.messages[deliveries[index].message]?.callEvent
            guard deliveries[index].callEvent == .ring else { continue }
            let person = deliveries[index].subscriber
            deliveries[index].isOfEndedCall =
                try rings.first(deliveries[index].message, person) { _ in true } == nil
        }
    }

    private static func due(_ row: any Row, _ random: inout RandomSupply) throws -> DueDelivery {
        let keyID: String? = try row[21]
        let apnsID: [UInt8]? = try row[24]
        let state: Int = try row[25]
        let planned: PushEnvironment? = try row[7]
        let present: PushEnvironment? = try row[26]
        let plannedToken: Int64? = try row[27]
        let tokenRow: Int64? = try row[15]
        // A device that registered another token since, or the same one elsewhere, is reached where it is now.
        let isSameToken = tokenRow == plannedToken
        let changed: Bool = try row[8]
        let keepsEnvironment = isSameToken && changed
        let environment = (keepsEnvironment ? planned : present ?? planned) ?? .production
        return DueDelivery(
            row: try row[0], id: try row[1], tenant: try row[2],
            message: try row[3], subscriber: try row[28], externalID: try row[4], app: try row[5],
            bundleID: try row[6],
            environment: environment, changedEnvironment: keepsEnvironment, attempts: try row[9],
            failures: try row[10], immediateResends: try row[11], reason: try row[12], expiresAt: try row[13],
            isReachable: try row[14], tokenRow: tokenRow, token: try row[16],
            tokenIsValid: try row[17] ?? false, registeredAt: try row[18] ?? .distantPast,
            pausedUntil: try row[19], tokenKind: try row[35], showsSealed: try row[20], sdkVersion: try row[32],
            appVersion: try row[33],
            encryption: try keyID.map {
                DeviceEncryption(keyID: $0, publicKey: try row[22], auth: try row[23])
            },
            apnsID: apnsID.flatMap(UUID.init(bytes:)) ?? UUID(using: &random), attributes: try row[29],
            locale: try row[30],
            timeZone: try row[31], device: try row[34], wasLeased: state == 1)
    }
}
