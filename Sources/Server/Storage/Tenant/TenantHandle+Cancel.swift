package import Foundation
package import PushModel

/// What became of a message that was to be taken back.
package enum CancelResult: Sendable {
    /// It is taken back: what had not gone out by then never does.
    case canceled(Message)
    /// All of its deliveries have ended already.
    case tooLate
    /// The tenant has no such message.
    case unknown
}

extension TenantHandle {
    /// Takes a message back; one that was taken back before stays as it is.
    ///
    /// Deliveries that wait are ended in the background, a page at a time; none of them is sent from now on.
    package func cancel(_ id: Identifier, now: Date) async throws -> CancelResult {
        let tenant = tenant
        return try await database.write { connection in
            guard let old = try Self.message(id, tenant: tenant, connection) else { return .unknown }
            if old.canceledAt != nil { return .canceled(old) }
            // What stands in for its plan goes with it, also when the plan has long been handed out.
            let fallback = try old.fallback.flatMap { try Self.message($0, tenant: tenant, connection) }
            let takesFallback = try fallback.map { try Self.takeBack($0, now: now, connection) } ?? false
            if try !Self.takeBack(old, now: now, connection) {
                guard takesFallback else { return .tooLate }
                try connection.execute("update messages set canceled_at = ?2 where id = ?1", old.row, now)
            }
            return try Self.message(id, tenant: tenant, connection).map { .canceled($0) } ?? .unknown
        }
    }

    /// Takes one message back; false if all of its deliveries have ended.
    private static func takeBack(_ message: Message, now: Date, _ connection: any WriteConnection) throws -> Bool {
        if message.canceledAt != nil { return false }
        switch message.status {
        case .completed, .canceled: return false
        case .scheduled:
            try connection.execute(
                """
                update messages set status = 'canceled', canceled_at = ?2, completed_at = ?2, is_planned = 1,
                    plan_at = null
                where id = ?1
                """, message.row, now)
        case .queued, .processing:
            try connection.execute(
                """
                update messages set status = 'processing', canceled_at = ?2, is_planned = 1, cancel_cursor = 0
                where id = ?1
                """, message.row, now)
        }
        return true
    }
}
