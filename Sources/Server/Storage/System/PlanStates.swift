internal import Foundation
internal import PushModel

/// Answers for one transaction whether people still need the messages that stand in for plans.
///
/// One phone of a person that has the plan is enough. A phone that is no longer theirs, or whose token APNs calls dead, has
/// nothing. What is being said at this very moment by a phone counts if it is stored before.
final class PlanStates {
    private struct Plan {
        let message: Identifier
        let acceptedAt: Date
        let plan: LocalPlan
    }

    private struct Person: Hashable {
        let message: Int64
        let subscriber: Int64
    }

    /// How many of the newest entries of a person's history are looked through for a newer word about the plan.
    private static let historyLimit = 1_000

    private let connection: any WriteConnection
    private var plans: [Int64: Plan?] = [:]
    private var known: [Person: PlanState] = [:]

    init(_ connection: any WriteConnection) { self.connection = connection }

    /// How the plan is doing that the message of a delivery stands in for.
    func state(of delivery: DueDelivery) throws -> PlanState {
        let person = Person(message: delivery.message, subscriber: delivery.subscriber)
        if let state = known[person] { return state }
        let state = try find(person)
        known[person] = state
        return state
    }

    private func find(_ person: Person) throws -> PlanState {
        let reports = try connection.rows(
            """
            select r.is_void, r.is_held = 1 and d.deleted_at is null and d.subscriber_id = r.subscriber_id
                and coalesce(t.is_valid, 1) = 1
            from plan_reports r join devices d on d.id = r.device_id
                left join tokens t on t.device_id = d.id and t.kind = 'alert'
            where r.message_id = ?1 and r.subscriber_id = ?2
            """, person.message, person.subscriber
        ) { (row) -> (isVoid: Bool, isHeld: Bool) in (try row[0], try row[1]) }
        if reports.contains(where: \.isVoid) { return .void }
        if reports.contains(where: \.isHeld) { return .held }
        // A plan whose message is gone leaves nothing to compare with.
        guard let plan = try plan(of: person.message) else { return .open }
        if try wasReplaced(plan, person) { return .void }
        return try happened(plan, person) ? .void : .open
    }

    private func plan(of message: Int64) throws -> Plan? {
        if let known = plans[message] { return known }
        let found = try connection.first(
            """
            select o.public_id, o.created_at, o.plans from messages f join messages o on o.id = f.fallback_of
            where f.id = ?1
            """, message
        ) { (row) -> Plan? in
            guard let plan = try (row[2] as String?).flatMap(MessagePlans.init(stored:))?.local else { return nil }
            return Plan(message: try row[0], acceptedAt: try row[1], plan: plan)
        }
        plans[message] = .some(found ?? nil)
        return found ?? nil
    }

    /// Whether the person was sent a newer plan of the name, or an end of this one.
    private func wasReplaced(_ plan: Plan, _ person: Person) throws -> Bool {
        let words = try connection.rows(
            """
            select m.public_id, m.plans from
                (select message_id from deliveries where inbox_id = ?1 order by id desc limit ?2) d
                join messages m on m.id = d.message_id
            where m.plans is not null
            """, person.subscriber, Self.historyLimit
        ) { (row) -> (id: Identifier, plans: String) in (try row[0], try row[1]) }
        return words.contains { word in
            word.id != plan.message
                && MessagePlans(stored: word.plans)?.isNewer(than: plan.plan, of: plan.message, said: word.id) == true
        }
    }

    /// Whether something happened that makes the plan void.
    private func happened(_ plan: Plan, _ person: Person) throws -> Bool {
        try (plan.plan.cancelOn ?? []).contains { name in
            try connection.first(
                "select 1 from events where subscriber_id = ?1 and name = ?2 and occurred_at >= ?3 limit 1",
                person.subscriber, name, plan.acceptedAt
            ) { _ in true } == true
        }
    }
}
