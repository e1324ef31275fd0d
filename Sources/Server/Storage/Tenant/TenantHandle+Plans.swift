internal import Foundation
internal import PushModel

extension TenantHandle {
    /// Stores the message that stands in for the plan of another: there is one at most, however often this is said.
    static func store(
        _ fallback: FallbackMessage, of message: Int64, _ connection: any WriteConnection
    ) throws {
        try connection.execute(
            """
            insert into messages (public_id, tenant_id, status, body, audience, app_id, created_at, expires_at, topic_id,
                audience_end, schedule, plan_at, is_planned, ignores_caps, fallback_of)
            select ?2, tenant_id, 'scheduled', body, ?3, app_id, created_at, ?4, topic_id, audience_end, ?5, ?6, 2,
                ignores_caps, id
            from messages where id = ?1
            on conflict do nothing
            """, message, fallback.id, Audience(rows: []).bytes, fallback.expiresAt, fallback.schedule, fallback.planAt)
    }

    /// Stores what a phone says about a plan that another message stands in for; an older word changes nothing.
    static func store(
        _ report: PlanReport, of device: Device, for subscriber: Int64, tenant: Int64,
        _ connection: any WriteConnection
    ) throws {
        let fallback: Int64? = try connection.first(
            """
            select f.id from messages m join messages f on f.fallback_of = m.id
            where m.tenant_id = ?1 and m.public_id = ?2
            """, tenant, report.message
        ) { try $0[0] }
        guard let fallback else { return }
        try connection.execute(
            """
            insert into plan_reports (message_id, subscriber_id, device_id, tenant_id, change, is_held, is_void)
            values (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            on conflict (message_id, subscriber_id, device_id) do update set change = excluded.change,
                is_held = excluded.is_held, is_void = excluded.is_void
            where excluded.change > plan_reports.change
            """, fallback, subscriber, device.row, tenant, report.change, report.isHeld, report.isVoid)
    }
}
