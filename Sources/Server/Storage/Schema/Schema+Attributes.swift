extension Schema {
    /// Attributes that tenants declared, each with a column of `subscribers` that holds its value beside the JSON.
    ///
    /// Triggers fill the columns, so that no statement that writes attributes can forget to. A column is used once
    /// `is_filled`: until then, rows from before the declaration are filled behind `cursor`, up to `last_row`.
    static let attributes = """
        \(columns.map { "alter table subscribers add column \($0);" }.joined(separator: "\n"))
        \(attributeTable)
        create trigger subscribers_made after insert on subscribers
            when exists (select 1 from declared_attributes where tenant_id = new.tenant_id)
            begin \(fillSQLite); end;
        create trigger subscribers_changed after update of attributes on subscribers
            when exists (select 1 from declared_attributes where tenant_id = new.tenant_id)
            begin \(fillSQLite); end;
        """

    /// The same for PostgreSQL, whose triggers are functions.
    static let attributesForPostgreSQL = """
        \(columns.map { "alter table subscribers add column \($0);" }.joined(separator: "\n"))
        \(attributeTable)
        create function tidings_fill_attributes() returns trigger language plpgsql as $body$
        begin
            if not exists (select from declared_attributes where tenant_id = new.tenant_id) then return new; end if;
            select \(slots.map { "max(v.\(kind($0))) filter (where v.slot = '\($0)')" }.joined(separator: ", "))
                into \(slots.map { "new.\($0)" }.joined(separator: ", "))
            from (
                select x.slot,
                    case when jsonb_typeof(x.found) = 'string' and x.kind = 'text' then x.found #>> '{}' end as text,
                    case when jsonb_typeof(x.found) = 'number' and x.kind = 'number'
                            then (x.found #>> '{}')::double precision
                        when jsonb_typeof(x.found) = 'boolean' and x.kind = 'boolean'
                            then case when x.found = 'true'::jsonb then 1 else 0 end end as number
                from (
                    select a.slot, a.kind, case when a.inner_key is null then new.attributes::jsonb -> a.outer_key
                        else new.attributes::jsonb -> a.outer_key -> a.inner_key end as found
                    from declared_attributes a where a.tenant_id = new.tenant_id) x) v;
            return new;
        end $body$;
        create trigger subscribers_attributes before insert or update of attributes on subscribers
            for each row execute function tidings_fill_attributes();
        """

    /// The columns: the first ten hold texts, the others numbers, and yes and no as 1 and 0.
    static let slots = (1...10).map { "t\($0)" } + (1...10).map { "n\($0)" }

    private static func kind(_ slot: String) -> String { slot.hasPrefix("t") ? "text" : "number" }

    private static let columns = slots.map { "\($0) \($0.hasPrefix("t") ? "text" : "real")" }

    private static let attributeTable = """
        create table declared_attributes (
            id integer primary key, tenant_id integer not null, name text not null, outer_key text not null,
            inner_key text, kind text not null, slot text not null, cursor integer not null default 0,
            last_row integer not null, is_filled integer not null default 0, created_at integer not null,
            unique (tenant_id, name), unique (tenant_id, slot)
        );
        create index declared_attributes_to_fill on declared_attributes (id) where is_filled = 0;
        """

    private static let fillSQLite: String = {
        let values = slots.map { slot in
            let path = #"'$."' || a.outer_key || '"' || coalesce('."' || a.inner_key || '"', '')"#
            let (type, value) = ("json_type(new.attributes, \(path))", "json_extract(new.attributes, \(path))")
            let found =
                kind(slot) == "text"
                ? "case when \(type) = 'text' then \(value) end"
                : """
                case when \(type) in ('integer', 'real') and a.kind = 'number' then cast(\(value) as real)
                    when \(type) in ('true', 'false') and a.kind = 'boolean' then \(type) = 'true' end
                """
            return """
                \(slot) = (select \(found) from declared_attributes a
                    where a.tenant_id = new.tenant_id and a.slot = '\(slot)')
                """
        }
        return "update subscribers set \(values.joined(separator: ", ")) where id = new.id"
    }()
}
