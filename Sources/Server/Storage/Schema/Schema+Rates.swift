extension Schema {
    /// Deliveries that are due, app by app, and how far the pushes of apps with a rate have used it up.
    static let rates = """
        drop index deliveries_due;
        create index deliveries_due_by_app on deliveries (app_id, due_at, id) where state < 2;
        create table app_rates (app_id integer primary key, tenant_id integer not null, next_at integer not null);
        """
}
