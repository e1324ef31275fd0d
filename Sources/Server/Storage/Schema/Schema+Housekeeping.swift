extension Schema {
    /// Devices that came from another system and that no app has claimed, and messages that a key keeps from being
    /// forgotten.
    static let housekeeping = """
        alter table devices add column is_imported integer not null default 0;
        alter table messages add column has_key integer not null default 0;
        update messages set has_key = 1 where id in (select message_id from idempotency);
        """
}
