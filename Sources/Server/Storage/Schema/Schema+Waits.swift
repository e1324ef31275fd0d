extension Schema {
    /// When and why deliveries were put off without an attempt, and the way from a device to what it was sent.
    ///
    /// The index finds a message's delivery for a device as before, and now the newest ones of a device as well.
    static let waits = """
        create table waits (
            id integer primary key, tenant_id integer not null, delivery_id integer not null, at integer not null,
            until_at integer not null, reason text not null
        );
        create index waits_by_delivery on waits (delivery_id, id);
        drop index deliveries_by_device;
        create index deliveries_by_device on deliveries (device_id, message_id) where device_id is not null;
        """
}
