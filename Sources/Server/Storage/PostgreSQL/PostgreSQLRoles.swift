import Locking

/// The roles that calls run under: a tenant's sees that tenant's rows only, whatever a statement forgets to say.
///
/// The role that connects owns the tables and becomes one of the two for each call.
enum PostgreSQLRole: String {
    case tenant = "tidings_tenant"
    case system = "tidings_system"
}

extension PostgreSQLConnection {
    /// Sends ahead in whose name the rest of the transaction, or of the savepoint, runs.
    ///
    /// - Parameters:
    ///   - tenant: Whose rows it may see; nil for the system.
    ///   - lock: Whether nobody else may write for the tenant until the transaction ends.
    ///   - isSeparated: Whether the roles and rules are there.
    /// - Throws: `unavailable` if the connection broke.
    func act(for tenant: Int64?, lock: Bool, isSeparated: Bool) throws(StorageError) {
        var settings: [String] = []
        if isSeparated {
            let role: PostgreSQLRole = tenant == nil ? .system : .tenant
            settings.append("set_config('role', '\(role.rawValue)', true)")
            if let tenant { settings.append("set_config('tidings.tenant', '\(tenant)', true)") }
        }
        if let tenant, lock {
            let number = tenant % Int64(Int32.max)
            settings.append("pg_advisory_xact_lock(\(ServerLock.tenantWrites.rawValue), \(number))")
        }
        if !settings.isEmpty { try post("select " + settings.joined(separator: ", ")) }
    }
}

extension PostgreSQLDatabase {
    /// Makes the two roles, and the rules for the rows of every table that has none yet.
    ///
    /// It runs after the migrations, so a new table is closed to tenants unless its rows name one.
    package func separateTenants() async throws {
        do {
            try await write { connection in
                try connection.lock(.migration)
                try connection.run(script: Self.separation)
            }
        } catch let error as StorageError where error.code == .notPermitted {
            throw StorageError(
                .notPermitted,
                detail: """
                    The database role may not make what keeps tenants apart. As a superuser run: create role \
                    tidings_tenant; create role tidings_system; grant tidings_tenant, tidings_system to <this role>; \
                    and let it own the database. (\(error.detail))
                    """)
        }
        isSeparated.withLock { $0 = true }
    }

    /// Other servers may make the same roles at this moment for another database of the same PostgreSQL server.
    private static let separation = """
        do $$
        declare
            role_name text;
            place regnamespace := current_schema()::regnamespace;
            tenant text := $x$(select nullif(current_setting('tidings.tenant', true), '')::bigint)$x$;
            item record;
            rule text;
        begin
            foreach role_name in array array['tidings_tenant', 'tidings_system'] loop
                if not exists (select from pg_roles where rolname = role_name) then
                    begin
                        execute format('create role %I nologin', role_name);
                    exception when duplicate_object or unique_violation then null;
                    end;
                end if;
                if not pg_has_role(current_user, role_name, 'usage') then
                    begin
                        execute format('grant %I to current_user', role_name);
                    exception when internal_error or unique_violation then null;
                    end;
                end if;
                if not has_schema_privilege(role_name, place::oid, 'usage') then
                    execute format('grant usage on schema %s to %I', place, role_name);
                end if;
            end loop;
            for item in
                select c.oid::regclass as name, c.relname, exists (
                    select from pg_attribute a
                    where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) as has_tenant
                from pg_class c
                where c.relnamespace = place and c.relkind in ('r', 'p')
                    and not exists (select from pg_policy p where p.polrelid = c.oid)
            loop
                execute format('alter table %s enable row level security', item.name);
                execute format('alter table %s force row level security', item.name);
                execute format('grant select, insert, update, delete on %s to tidings_system', item.name);
                execute format(
                    'create policy system on %s to tidings_system using (true) with check (true)', item.name);
                rule := case
                    when item.relname = 'tenants' then 'id = ' || tenant
                    when item.relname = 'attempts' then
                        'exists (select from deliveries d where d.id = delivery_id)'
                    when item.has_tenant then 'tenant_id = ' || tenant
                end;
                if rule is not null then
                    execute format('grant select, insert, update, delete on %s to tidings_tenant', item.name);
                    execute format('create policy tenant on %s to tidings_tenant using (%s)', item.name, rule);
                end if;
            end loop;
        end $$
        """
}
