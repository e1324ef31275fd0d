package import Foundation
internal import Metrics

/// What is to be recorded of one attempt.
package struct AttemptRecord: Sendable {
    /// What becomes of the delivery.
    package enum Next: Sendable {
        /// It has ended.
        case finish(DeliveryOutcome, reason: String?)
        /// It is tried again.
        case retry(
            at: Date, reason: String, environment: PushEnvironment, changedEnvironment: Bool, failures: Int,
            immediateResends: Int)
    }

    /// What becomes of the token.
    package enum TokenChange: Sendable {
        /// Nothing.
        case none
        /// It belongs to this environment.
        case belongs(PushEnvironment)
        /// No more pushes until it is registered again.
        case invalidate(reason: String)
        /// No pushes before this time.
        case pause(until: Date)
    }

    /// The delivery's row.
    package var delivery: Int64
    /// The message's row.
    package var message: Int64
    /// The token's row.
    package var token: Int64?
    /// When the token had been registered as the attempt was claimed; a later registration is not overruled.
    package var tokenRegisteredAt: Date
    /// The attempt's number.
    package var number: Int
    /// `accepted`, `rejected`, `not_processed` or `ambiguous`.
    package var result: String
    /// The provider's status.
    package var providerStatus: Int?
    /// The provider's word, or why there was none.
    package var providerReason: String?
    /// The id by which Apple's console knows it.
    package var uniqueID: String?
    /// What becomes of the delivery.
    package var next: Next
    /// What becomes of the token.
    package var tokenChange: TokenChange

    /// Gathers what is to be recorded.
    package init(
        delivery: Int64, message: Int64, token: Int64?, tokenRegisteredAt: Date, number: Int, result: String,
        providerStatus: Int? = nil, providerReason: String? = nil, uniqueID: String? = nil, next: Next,
        tokenChange: TokenChange = .none
    ) {
        self.delivery = delivery
        self.message = message
        self.token = token
        self.tokenRegisteredAt = tokenRegisteredAt
        self.number = number
        self.result = result
        self.providerStatus = providerStatus
        self.providerReason = providerReason
        self.uniqueID = uniqueID
        self.next = next
        self.tokenChange = tokenChange
    }
}

extension SystemHandle {
    /// Records what became of a batch of attempts, in one transaction.
    ///
    /// A record whose attempt is no longer the delivery's last one, because its lease ran out, changes nothing.
    package func record(_ records: [AttemptRecord], now: Date) async throws {
        let stages = stages
        try await database.write { connection in
            try stages.measure("record") {
                let recorder = OutcomeRecorder(connection, now: now)
                for record in records { try recorder.record(record) }
                try recorder.settleMessages()
            }
        }
    }

    /// Makes every delivery under lease due at once.
    ///
    /// For the start of a server that is the only one on its database: whoever held the leases is gone.
    package func releaseLeases(now: Date) async throws -> Int {
        try await database.write { connection in
            // App by app, as the index has it: nothing but what is leased is looked at.
            let apps: [Int64] = try connection.rows("select id from apps order by id") { try $0[0] }
            return try apps.reduce(0) { count, app in
                try count
                    + connection.execute(
                        "update deliveries set due_at = ?1 where app_id = ?2 and state < 2 and state = 1 and due_at > ?1",
                        now, app)
            }
        }
    }

    /// When the next delivery of a lane is due that its app's rate lets go; nil if none is pending.
    package func nextDue(
        _ lane: ClaimLane = .usual, now: Date, besides busy: Set<Int64> = []
    ) async throws -> Date? {
        try await database.read { connection in
            switch lane {
            case .usual:
                try ClaimShares(connection, now: now, settings: SettingsReader(connection), besides: busy).nextDue()
            case .urgent:
                try connection.first(
                    "select due_at from deliveries where is_urgent = 1 and state < 2 order by due_at, id limit 1"
                ) { try $0[0] }
            }
        }
    }
}
