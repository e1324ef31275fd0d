extension Schema {
    /// Calls, whom they ring, and what happened to them; and pushes that go out before all others.
    ///
    /// A push of a call is a delivery of a message that names the call. `call_events` has a row for each person who is
    /// told, in the order in which a live connection tells it.
    static let calls = """
        create table calls (
            id integer primary key, public_id text not null, tenant_id integer not null, body_hash blob not null,
            notice text not null, state text not null, deadline integer, created_at integer not null,
            expires_at integer not null, changed_at integer not null, ringing_at integer, answered_at integer,
            answered_person integer, answered_device integer, by_person integer, by_device integer, reason text,
            unique (tenant_id, public_id)
        );
        create index calls_ringing on calls (deadline) where deadline is not null;
        create table call_people (
            call_id integer not null, subscriber_id integer not null, tenant_id integer not null,
            has_declined integer not null default 0,
            primary key (call_id, subscriber_id)
        ) without rowid;
        create index call_people_by_subscriber on call_people (subscriber_id, call_id);
        create table call_devices (
            call_id integer not null, device_id integer not null, tenant_id integer not null,
            subscriber_id integer not null, token_kind text, ringing_at integer,
            primary key (call_id, device_id)
        ) without rowid;
        create table call_events (
            id integer primary key, tenant_id integer not null, call_id integer not null,
            subscriber_id integer not null, device_id integer, event text not null, reason text, at integer not null
        );
        create index call_events_by_subscriber on call_events (subscriber_id, id);
        create index call_events_by_call on call_events (call_id, id);
        alter table messages add column call_id integer;
        alter table messages add column call_event text;
        create index messages_by_call on messages (call_id) where call_id is not null;
        alter table deliveries add column token_kind text;
        alter table deliveries add column is_urgent integer not null default 0;
        create index deliveries_urgent on deliveries (due_at, id) where is_urgent = 1 and state < 2;
        """
}
