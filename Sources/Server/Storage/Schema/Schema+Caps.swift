extension Schema {
    /// Which messages of a topic a person has had on a day of theirs; kept for topics with a cap, and a day or two.
    static let caps = """
        create table topic_uses (
            id integer primary key, tenant_id integer not null, topic_id integer not null,
            subscriber_id integer not null, day integer not null, message_id integer not null,
            unique (topic_id, subscriber_id, message_id)
        );
        create index topic_uses_by_subscriber on topic_uses (subscriber_id, id);
        alter table messages add column ignores_caps integer not null default 0;
        """
}
