extension Schema {
    /// Certificates beside keys, and the provider tokens that all servers on the database send with.
    static let credentials = """
        alter table credentials add column kind text not null default 'token';
        alter table credentials add column certificate text;
        alter table credentials add column valid_until integer;
        create table provider_tokens (
            id integer primary key, team_id text not null, key_id text not null, fingerprint blob not null,
            token text not null, issued_at integer not null,
            unique (team_id, key_id, fingerprint)
        );
        """
}
