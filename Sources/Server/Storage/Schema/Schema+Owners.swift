extension Schema {
    /// Whose a device was before it became somebody else's: what happened in their time may still be reported.
    static let owners = """
        create table device_owners (
            subscriber_id integer not null, device_id integer not null, tenant_id integer not null,
            primary key (subscriber_id, device_id)
        ) without rowid;
        """
}
