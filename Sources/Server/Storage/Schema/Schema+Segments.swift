extension Schema {
    /// Saved expressions over subscribers, each with every version that a message may have been sent to.
    static let segments = """
        create table segments (
            id integer primary key, public_id text not null unique, tenant_id integer not null, slug text not null,
            name text not null, version integer not null, created_at integer not null, updated_at integer not null,
            deleted_at integer
        );
        create unique index segments_by_slug on segments (tenant_id, slug) where deleted_at is null;
        create table segment_versions (
            segment_id integer not null, version integer not null, tenant_id integer not null,
            expression text not null, created_at integer not null,
            primary key (segment_id, version)
        ) without rowid;
        create index events_by_name on events (subscriber_id, name, occurred_at);
        """
}
