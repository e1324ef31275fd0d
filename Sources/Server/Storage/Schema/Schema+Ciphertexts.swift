extension Schema {
    /// What callers sealed themselves, by message and device, and the message key that a device had before its present one.
    static let ciphertexts = """
        create table ciphertexts (
            message_id integer not null, device_id integer not null, tenant_id integer not null, key_id text not null,
            body text not null,
            primary key (message_id, device_id)
        ) without rowid;
        alter table messages add column has_ciphertexts integer not null default 0;
        alter table devices add column earlier_key_id text;
        alter table devices add column key_changed_at integer;
        """
}
