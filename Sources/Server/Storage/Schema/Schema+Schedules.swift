extension Schema {
    /// Messages that go out later, and those that are taken back.
    ///
    /// A message that waits for `plan_at` has `is_planned = 2`, so that those to be planned now are found without it.
    static let schedules = """
        alter table messages add column schedule text;
        alter table messages add column plan_at integer;
        alter table messages add column canceled_at integer;
        alter table messages add column cancel_cursor integer;
        create index messages_scheduled on messages (plan_at) where plan_at is not null;
        create index messages_to_cancel on messages (id) where cancel_cursor is not null;
        """
}
