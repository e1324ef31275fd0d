/// The tables of the server, step by step.
package enum Schema {
    /// The steps, for every database: types are named as in SQLite, and PostgreSQL gets its own names for them.
    ///
    /// Times are milliseconds since 1970. Rows have in-order integer keys; public ids are 16 bytes behind an index.
    /// The tables that grow with every push have no foreign keys: each would cost a look-up per row.
    package static let sqlite: [Migration] = [
        Migration(version: 1, name: "accounts", script: accounts),
        Migration(version: 2, name: "people", script: people),
        Migration(version: 3, name: "messages", script: messages),
        Migration(version: 4, name: "topics", script: topics),
        Migration(version: 5, name: "segments", script: segments),
        Migration(version: 6, name: "audiences", script: audiences),
        Migration(version: 7, name: "caps", script: caps),
        Migration(version: 8, name: "schedules", script: schedules),
        Migration(version: 9, name: "settings", script: settings),
        Migration(version: 10, name: "app settings", script: appSettings),
        Migration(version: 11, name: "owners", script: owners),
        Migration(version: 12, name: "waits", script: waits),
        Migration(version: 13, name: "ciphertexts", script: ciphertexts),
        Migration(version: 14, name: "housekeeping", script: housekeeping),
        Migration(
            version: 15, name: "attributes", script: attributes, postgreSQL: attributesForPostgreSQL),
        Migration(version: 16, name: "credentials", script: credentials),
        Migration(version: 17, name: "rates", script: rates),
        Migration(version: 18, name: "calls", script: calls),
        Migration(version: 19, name: "plans", script: plans),
    ]

    private static let accounts = """
        create table tenants (
            id integer primary key, public_id text not null unique, slug text not null unique, name text not null,
            identity_secret blob not null, created_at integer not null
        );
        create table keys (
            id integer primary key, public_id text not null unique, tenant_id integer references tenants(id),
            kind text not null, name text not null, hint text not null, hash blob not null unique,
            scopes text not null, created_at integer not null, expires_at integer, revoked_at integer
        );
        create index keys_by_tenant on keys (tenant_id, id);
        create table apps (
            id integer primary key, public_id text not null unique, tenant_id integer not null references tenants(id),
            bundle_id text not null, name text not null, created_at integer not null,
            unique (tenant_id, bundle_id)
        );
        create table credentials (
            id integer primary key, tenant_id integer not null, app_id integer not null references apps(id),
            environment text not null, team_id text not null, key_id text not null, private_key text not null,
            created_at integer not null,
            unique (app_id, environment)
        );
        """

    private static let people = """
        create table subscribers (
            id integer primary key, public_id text not null unique, tenant_id integer not null,
            external_id text not null, attributes text not null, time_zone text, locale text, verified_at integer,
            event_sequence integer not null default 0, created_at integer not null, updated_at integer not null,
            unique (tenant_id, external_id)
        );
        create index subscribers_by_tenant on subscribers (tenant_id, id);
        create table devices (
            id integer primary key, public_id text not null unique, tenant_id integer not null,
            subscriber_id integer not null, app_id integer not null, install_id text, platform text not null,
            is_enabled integer not null default 1, permission text not null, locale text, time_zone text,
            sdk_version text, app_version text, os_version text, model text,
            has_service_extension integer not null default 0,
            encryption_key_id text, encryption_public_key blob, encryption_auth blob,
            created_at integer not null, last_seen_at integer not null, deleted_at integer
        );
        create unique index devices_by_install on devices (app_id, install_id) where install_id is not null;
        create index devices_by_subscriber on devices (subscriber_id, id);
        create index devices_by_tenant on devices (tenant_id, id);
        create table tokens (
            id integer primary key, tenant_id integer not null, device_id integer not null, app_id integer not null,
            kind text not null, environment text not null, token text not null, is_valid integer not null default 1,
            reason text, registered_at integer not null, invalidated_at integer, paused_until integer,
            unique (app_id, kind, token), unique (device_id, kind)
        );
        create table events (
            id integer primary key, public_id text not null unique, tenant_id integer not null,
            subscriber_id integer not null, device_id integer, name text not null, client_id text,
            sequence integer not null, occurred_at integer not null, received_at integer not null, data blob not null
        );
        create unique index events_by_client_id on events (subscriber_id, client_id) where client_id is not null;
        create index events_by_tenant on events (tenant_id, id);
        create index events_by_subscriber on events (subscriber_id, id);
        """

    private static let messages = """
        create table messages (
            id integer primary key, public_id text not null unique, tenant_id integer not null,
            status text not null, body blob not null, audience blob not null, app_id integer,
            cursor integer not null default 0, is_planned integer not null default 0,
            total integer not null default 0, sent integer not null default 0, failed integer not null default 0,
            invalid integer not null default 0, expired integer not null default 0,
            canceled integer not null default 0, skipped integer not null default 0,
            delivered integer not null default 0, presented integer not null default 0,
            suppressed integer not null default 0, opened integer not null default 0,
            dismissed integer not null default 0,
            created_at integer not null, expires_at integer not null, completed_at integer
        );
        create index messages_by_tenant on messages (tenant_id, id);
        create index messages_to_plan on messages (id) where is_planned = 0;
        create table idempotency (
            tenant_id integer not null, key text not null, body_hash blob not null, message_id integer not null,
            created_at integer not null,
            primary key (tenant_id, key)
        ) without rowid;
        create table deliveries (
            id integer primary key, public_id text not null unique, tenant_id integer not null,
            message_id integer not null, subscriber_id integer not null, device_id integer, token_id integer,
            app_id integer, environment text, changed_environment integer not null default 0,
            state integer not null, outcome text, reason text, provider_status integer, provider_reason text,
            attempts integer not null default 0, failures integer not null default 0,
            immediate_resends integer not null default 0, ambiguous integer not null default 0,
            apns_id blob, unique_id text, due_at integer, expires_at integer not null,
            created_at integer not null, finished_at integer, inbox_id integer
        );
        create index deliveries_by_message on deliveries (message_id, id);
        create index deliveries_due on deliveries (due_at, id) where state < 2;
        create index deliveries_inbox on deliveries (inbox_id, id) where inbox_id is not null;
        create index deliveries_by_device on deliveries (message_id, device_id) where device_id is not null;
        create table attempts (
            delivery_id integer not null, number integer not null, environment text not null,
            started_at integer not null, finished_at integer, result text not null, provider_status integer,
            reason text, next_at integer,
            primary key (delivery_id, number)
        ) without rowid;
        create table receipts (
            id integer primary key, tenant_id integer not null, message_id integer not null,
            delivery_id integer not null, kind text not null, occurred_at integer not null,
            received_at integer not null, action text, input text, reason text,
            unique (delivery_id, kind)
        );
        """
}
