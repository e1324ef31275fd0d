package import Foundation
internal import PushModel

extension TenantHandle {
    /// Makes a call and its pushes, in one transaction; the same request again answers the same call.
    package func place(_ new: NewCall) async throws -> PlaceCallResult {
        let tenant = tenant
        return try await database.write { connection in
            let known = try connection.first(
                "select body_hash from calls where tenant_id = ?1 and public_id = ?2", tenant, new.notice.id
            ) { row -> [UInt8] in try row[0] }
            if let known {
                guard known == new.bodyHash, let call = try Self.call(new.notice.id, tenant: tenant, connection) else {
                    return .idTaken
                }
                return .replayed(call)
            }
            let find = try connection.prepare(Self.selectRowOfExternalID)
            var people: [Int64] = []
            var unknown: [Int] = []
            for (index, externalID) in new.externalIDs.enumerated() {
                guard let row = try find.first(tenant, externalID, decode: { row -> Int64? in try row[0] }) ?? nil
                else {
                    unknown.append(index)
                    continue
                }
                // An earlier id of somebody who is named as well is the same person.
                if !people.contains(row) { people.append(row) }
            }
            guard unknown.isEmpty else { return .unknownSubscribers(unknown) }
            let row: Int64? = try connection.first(
                """
                insert into calls (public_id, tenant_id, body_hash, notice, state, deadline, created_at, expires_at,
                    changed_at)
                values (?1, ?2, ?3, ?4, 'ringing', ?5, ?6, ?5, ?6) returning id
                """, new.notice.id, tenant, new.bodyHash, JSONValue.object(new.notice.json).description, new.deadline,
                new.createdAt
            ) { try $0[0] }
            for person in people {
                try connection.execute(
                    "insert into call_people (call_id, subscriber_id, tenant_id) values (?1, ?2, ?3)", row, person,
                    tenant)
            }
            guard let call = try Self.call(new.notice.id, tenant: tenant, connection) else {
                throw StorageError(.other, detail: "The call was not stored.")
            }
            try CallStore(tenant: tenant, connection: connection, now: new.createdAt).ring(call)
            return .placed(call)
        }
    }

    /// Does something about a call, if it can be; the storage decides who comes first.
    package func act(
        _ act: CallAct, by actor: CallActor, reason: String? = nil, call id: String, now: Date
    ) async throws -> CallActResult {
        let tenant = tenant
        return try await database.write { connection in
            guard let call = try Self.call(id, tenant: tenant, connection),
                let deed = try Self.deed(act, by: actor, call, tenant: tenant, connection)
            else { return .unknown }
            let store = CallStore(tenant: tenant, connection: connection, now: now)
            if act == .ringing, case .device(let device) = actor, call.machine.state == .ringing {
                try store.note(ringing: device, of: call)
            }
            let (verdict, told) = try store.apply(deed, reason: reason, to: call)
            switch verdict {
            case .happened, .unchanged:
                guard let changed = try Self.call(id, tenant: tenant, connection) else { return .unknown }
                var event: CallEvent?
                if case .happened(let happening) = verdict { event = happening.event }
                return .done(changed, event, told: told)
            case .alreadyAccepted: return .alreadyAccepted(told: told)
            case .over: return .over(told: told)
            }
        }
    }

    /// Ends the ringing of a call whose time is over.
    ///
    /// - Returns: The rows of the people who are to hear of it; none if the call was over before.
    func timeOut(call id: String, now: Date) async throws -> Set<Int64> {
        let tenant = tenant
        return try await database.write { connection in
            guard let call = try Self.call(id, tenant: tenant, connection) else { return [] }
            let store = CallStore(tenant: tenant, connection: connection, now: now)
            return try store.apply(.timeOut, reason: nil, to: call).told
        }
    }

    /// What an act is to the machine; nil if the call is not for who acts.
    private static func deed(
        _ act: CallAct, by actor: CallActor, _ call: Call, tenant: Int64, _ connection: any ReadConnection
    ) throws -> CallMachine.Deed? {
        let party: CallMachine.Party
        switch actor {
        case .caller: return act == .cancel ? .cancel : act == .end ? .end(nil) : nil
        case .device(let device): party = .init(person: device.subscriberRow, device: device.row)
        case .subscriber(let externalID):
            guard let person = try subscriberRow(externalID, tenant: tenant, connection) else { return nil }
            party = .init(person: person)
        }
        guard call.people[party.person] != nil else { return nil }
        switch act {
        case .ringing: return .ringing(party)
        case .accept: return .accept(party)
        case .decline: return .decline(party)
        case .end: return .end(party)
        case .cancel: return nil
        }
    }
}
