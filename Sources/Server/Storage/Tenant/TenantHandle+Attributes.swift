package import Foundation

extension TenantHandle {
    /// Declares an attribute, and has it filled for the subscribers that are there.
    ///
    /// - Parameters:
    ///   - keys: One or two keys that lead to the value.
    ///   - kind: What its values are.
    ///   - now: The wall clock.
    /// - Returns: What became of it.
    /// - Throws: `StorageError`.
    package func declareAttribute(
        _ keys: [String], kind: DeclaredAttribute.Kind, now: Date
    ) async throws -> DeclarationResult {
        let tenant = tenant
        let name = keys.joined(separator: ".")
        return try await database.write { connection in
            if let known = try Self.declaredAttribute(name, tenant: tenant, connection) {
                return known.kind == kind ? .declared(known, isNew: false) : .otherKind
            }
            let taken: [String] = try connection.rows(
                "select slot from declared_attributes where tenant_id = ?1", tenant
            ) { try $0[0] }
            let slots = Schema.slots.filter { $0.hasPrefix(kind == .text ? "t" : "n") }
            guard let slot = slots.first(where: { !taken.contains($0) }) else { return .tooMany }
            // Whoever is written from now on has it; those who are there are gone through by `plan`.
            let last: Int64 =
                try connection.first("select coalesce(max(id), 0) from subscribers where tenant_id = ?1", tenant) {
                    try $0[0]
                } ?? 0
            try connection.execute(
                """
                insert into declared_attributes (tenant_id, name, outer_key, inner_key, kind, slot, last_row, is_filled,
                    created_at) values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
                """, tenant, name, keys[0], keys.count > 1 ? keys[1] : nil, kind, slot, last, last == 0, now)
            return .declared(
                DeclaredAttribute(name: name, kind: kind, isReady: last == 0, createdAt: now), isNew: true)
        }
    }

    /// The attributes that are declared, by name.
    package func declaredAttributes() async throws -> [DeclaredAttribute] {
        let tenant = tenant
        return try await database.read { connection in
            try connection.rows(
                "select \(Self.attributeColumns) from declared_attributes where tenant_id = ?1 order by name", tenant,
                decode: Self.declaredAttribute)
        }
    }

    /// Takes a declaration back; conditions read the JSON again.
    ///
    /// - Returns: Whether there was one.
    package func undeclareAttribute(_ name: String) async throws -> Bool {
        let tenant = tenant
        return try await database.write { connection in
            try connection.execute(
                "delete from declared_attributes where tenant_id = ?1 and name = ?2", tenant, name) > 0
        }
    }

    private static let attributeColumns = "name, kind, is_filled, created_at"

    private static func declaredAttribute(
        _ name: String, tenant: Int64, _ connection: any ReadConnection
    ) throws -> DeclaredAttribute? {
        try connection.first(
            "select \(attributeColumns) from declared_attributes where tenant_id = ?1 and name = ?2", tenant, name,
            decode: declaredAttribute)
    }

    private static func declaredAttribute(_ row: any Row) throws -> DeclaredAttribute {
        DeclaredAttribute(name: try row[0], kind: try row[1], isReady: try row[2], createdAt: try row[3])
    }
}
