package import Foundation

/// Somebody whose calls have changed.
package struct CalledPerson: Sendable, Hashable {
    /// The tenant's row.
    package let tenant: Int64
    /// The subscriber's row.
    package let person: Int64

    /// Names a person.
    package init(tenant: Int64, person: Int64) {
        self.tenant = tenant
        self.person = person
    }
}

extension SystemHandle {
    /// Ends the ringing of the calls whose time is over, in the name of their tenants.
    ///
    /// Of several servers that do so, one is first; to the others the call is over.
    ///
    /// - Returns: Who is to hear of it, and whether more may be over.
    /// - Throws: `StorageError`; what was ended before stays so.
    package func timeOutCalls(now: Date, limit: Int = 100) async throws -> (told: Set<CalledPerson>, isMore: Bool) {
        let calls = try await database.read { connection in
            try connection.rows(
                """
                select tenant_id, public_id from calls where deadline is not null and deadline <= ?1
                order by deadline limit ?2
                """, now, limit
            ) { row -> (tenant: Int64, id: String) in (try row[0], try row[1]) }
        }
        var told: Set<CalledPerson> = []
        for call in calls {
            let handle = TenantHandle(tenant: call.tenant, database: database, secrets: secrets)
            for person in try await handle.timeOut(call: call.id, now: now) {
                told.insert(CalledPerson(tenant: call.tenant, person: person))
            }
        }
        return (told, calls.count == limit)
    }

    /// When the next call rings out; nil if none rings.
    package func nextCallDeadline() async throws -> Date? {
        try await database.read { connection in
            try connection.first(
                "select deadline from calls where deadline is not null order by deadline limit 1"
            ) { try $0[0] }
        }
    }

    /// Who was told of something about a call since a place, and the place now.
    ///
    /// Rows of other tenants may become visible out of order, so it looks some way back.
    package func toldOfCalls(since place: Int64) async throws -> (told: Set<CalledPerson>, place: Int64) {
        try await database.read { connection in
            let rows = try connection.rows(
                "select id, tenant_id, subscriber_id from call_events where id > ?1 order by id desc limit 2000",
                place - 500
            ) { row -> (id: Int64, person: CalledPerson) in
                (try row[0], CalledPerson(tenant: try row[1], person: try row[2]))
            }
            return (Set(rows.map(\.person)), max(place, rows.first?.id ?? 0))
        }
    }
}
