internal import PushModel

/// The longest value of something among a tenant's subscribers.
package struct ValueExtent: Sendable, Equatable {
    /// Its bytes inside a JSON string.
    package let byteCount: Int
    /// The largest number among the values, without its sign; a text that is a number counts.
    package let magnitude: Double
}

extension TenantHandle {
    /// Whether the tenant has more subscribers than so many.
    package func hasMoreSubscribers(than limit: Int) async throws -> Bool {
        let tenant = tenant
        return try await database.read { connection in
            try connection.first(
                "select 1 from subscribers where tenant_id = ?1 order by id desc limit 1 offset ?2", tenant, limit
            ) { _ in true } ?? false
        }
    }

    /// The longest value at a path of the attributes that any of the tenant's newest subscribers has.
    ///
    /// It looks at each of them.
    package func longestAttribute(at path: [String], amongNewest limit: Int) async throws -> ValueExtent {
        let tenant = tenant
        return try await database.read { connection in
            let found = try connection.rows(
                Self.longestAttribute(depth: path.count, limit, connection.dialect),
                values: [tenant] + Self.place(path, connection.dialect)
            ) { row in
                let (count, magnitude): (Int?, Double?) = (try row[0], try row[1])
                return ValueExtent(byteCount: count ?? 0, magnitude: magnitude ?? 0)
            }.first
            return found ?? ValueExtent(byteCount: 0, magnitude: 0)
        }
    }

    /// The bytes of the longest external id of the tenant's newest subscribers inside a JSON string.
    package func longestExternalID(amongNewest limit: Int) async throws -> Int {
        let tenant = tenant
        return try await database.read { connection in
            let quoted =
                connection.dialect == .sqlite
                ? "length(cast(json_quote(external_id) as blob))" : "octet_length(to_json(external_id)::text)"
            let count: Int?? = try connection.first(
                "select max(\(quoted)) from \(Self.newest("external_id", limit))", tenant
            ) { try $0[0] }
            return max(0, ((count ?? nil) ?? 2) - 2)
        }
    }

    private static func newest(_ column: String, _ limit: Int) -> String {
        "(select \(column) from subscribers where tenant_id = ?1 order by id desc limit \(limit)) s"
    }

    private static func place(_ path: [String], _ dialect: SQLDialect) -> [any DatabaseConvertible] {
        dialect == .sqlite ? ["$" + path.map { ".\"\($0)\"" }.joined()] : path
    }

    /// Lists and objects are written as JSON inside a JSON string, where their quotation marks take two bytes.
    private static func longestAttribute(depth: Int, _ limit: Int, _ dialect: SQLDialect) -> String {
        switch dialect {
        case .sqlite:
            let json = "(s.attributes -> ?2)"
            let kind = "json_type(s.attributes, ?2)"
            let value = "json_extract(s.attributes, ?2)"
            return """
                select max(case when \(kind) = 'text' then length(cast(\(json) as blob)) - 2
                        else length(cast(\(json) as blob)) + 2 * length(\(json)) - length(replace(\(json), '"', ''))
                            - length(replace(\(json), '\\', '')) end),
                    max(case when \(kind) in ('integer', 'real', 'text') then abs(cast(\(value) as real)) end)
                from \(newest("attributes", limit))
                """
        case .postgreSQL:
            let json = "(s.attributes::jsonb" + (0..<depth).map { " -> ?\($0 + 2)::text" }.joined() + ")"
            let number = "^-?[0-9]{1,40}([.][0-9]{1,40})?([eE][+-]?[0-9]{1,2})?$"
            return """
                select max(case when jsonb_typeof(\(json)) = 'string' then octet_length(\(json)::text) - 2
                        else octet_length(\(json)::text) + 2 * length(\(json)::text)
                            - length(replace(\(json)::text, '"', '')) - length(replace(\(json)::text, '\\', '')) + 1 end),
                    max(case when jsonb_typeof(\(json)) = 'number' then least(abs((\(json)::text)::numeric), 1e308)
                        when \(json) #>> '{}' ~ '\(number)' then abs((\(json) #>> '{}')::numeric) end)::double precision
                from \(newest("attributes", limit))
                """
        }
    }
}
