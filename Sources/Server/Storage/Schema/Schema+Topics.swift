extension Schema {
    /// Topics, what people chose about them, and the anonymous ids that became somebody.
    ///
    /// A subscriber that was merged stays as a row, for the deliveries that name it: `merged_into` leads to the person.
    /// `anonymous_times` says since when an attribute is known that an anonymous past left.
    static let topics = """
        create table topics (
            id integer primary key, public_id text not null unique, tenant_id integer not null, slug text not null,
            name text not null, description text, category text, channels text not null,
            is_opted_in integer not null, channel_defaults text not null, daily_cap integer,
            created_at integer not null, updated_at integer not null, deleted_at integer
        );
        create unique index topics_by_slug on topics (tenant_id, slug) where deleted_at is null;
        create table preferences (
            id integer primary key, tenant_id integer not null, topic_id integer not null,
            subscriber_id integer not null, channel text not null, is_enabled integer not null,
            updated_at integer not null,
            unique (topic_id, subscriber_id, channel)
        );
        create index preferences_by_subscriber on preferences (subscriber_id, id);
        create table aliases (
            id integer primary key, tenant_id integer not null, alias text not null, subscriber_id integer not null,
            result text not null, created_at integer not null,
            unique (tenant_id, alias)
        );
        alter table subscribers add column merged_into integer;
        alter table subscribers add column merged_at integer;
        alter table subscribers add column anonymous_times text not null default '{}';
        alter table messages add column topic_id integer;
        alter table messages add column audience_end integer;
        create index messages_to_walk on messages (id) where is_planned = 0 and audience_end is not null;
        """
}
