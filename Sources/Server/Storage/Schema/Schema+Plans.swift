extension Schema {
    /// What messages say about plans, the messages that stand in for plans, and which phones have which plan.
    ///
    /// `plans` is JSON text: `local` with the plan, `cancel` with the cancellation. A message that stands in for the plan of
    /// another names its row in `fallback_of`. What a phone says is kept by the row of the message that stands in.
    static let plans = """
        alter table messages add column plans text;
        alter table messages add column fallback_of integer;
        create unique index messages_by_plan on messages (fallback_of) where fallback_of is not null;
        create index messages_standing_in on messages (tenant_id, created_at)
            where fallback_of is not null and completed_at is null;
        create table plan_reports (
            message_id integer not null, subscriber_id integer not null, device_id integer not null,
            tenant_id integer not null, change integer not null, is_held integer not null, is_void integer not null,
            primary key (message_id, subscriber_id, device_id)
        ) without rowid;
        create index plan_reports_by_subscriber on plan_reports (subscriber_id);
        """
}
