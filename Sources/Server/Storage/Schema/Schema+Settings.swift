extension Schema {
    /// What tenants decide for all of their messages, and tenants that are gone.
    static let settings = """
        alter table tenants add column settings text not null default '{}';
        alter table tenants add column deleted_at integer;
        """
}
