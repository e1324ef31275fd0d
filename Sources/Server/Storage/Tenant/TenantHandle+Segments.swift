package import Foundation
package import PushModel

extension TenantHandle {
    private static let selection = """
        select g.id, g.public_id, g.slug, g.name, g.version, v.expression, g.created_at, g.updated_at
        from segments g join segment_versions v on v.segment_id = g.id and v.version = g.version
        where g.tenant_id = ?1 and g.deleted_at is null
        """

    /// Makes a segment; nil if the slug is taken.
    package func makeSegment(slug: String, name: String, expression: String, now: Date) async throws -> Segment? {
        let tenant = tenant
        return try await database.write { connection in
            let row: Int64? = try connection.first(
                """
                insert into segments (public_id, tenant_id, slug, name, version, created_at, updated_at)
                values (?1, ?2, ?3, ?4, 1, ?5, ?5)
                on conflict (tenant_id, slug) where deleted_at is null do nothing returning id
                """, Identifier(.segment, at: now), tenant, slug, name, now
            ) { try $0[0] }
            guard let row else { return nil }
            try Self.addVersion(1, expression, to: row, tenant: tenant, now: now, connection)
            return try Self.segment(slug: slug, tenant: tenant, connection)
        }
    }

    /// The tenant's segments, newest first.
    package func segments(before: Int64?, limit: Int) async throws -> Page<Segment> {
        let tenant = tenant
        return try await database.read { connection in
            let rows = try connection.rows(
                "\(Self.selection) and g.id < ?2 order by g.id desc limit ?3", tenant, before ?? .max, limit + 1,
                decode: Self.segment)
            return Page(rows, limit: limit, key: \.row)
        }
    }

    /// The segment with a slug.
    package func segment(slug: String) async throws -> Segment? {
        let tenant = tenant
        return try await database.read { try Self.segment(slug: slug, tenant: tenant, $0) }
    }

    /// Changes a segment; the same expression again makes no new version, and nothing is written if nothing changes.
    ///
    /// - Returns: The segment, or nil if the tenant has no such segment.
    package func changeSegment(slug: String, name: String?, expression: String?, now: Date) async throws -> Segment? {
        let tenant = tenant
        return try await database.write { connection in
            guard let old = try Self.segment(slug: slug, tenant: tenant, connection) else { return nil }
            let isNew = expression != nil && expression != old.expression
            guard isNew || name != nil && name != old.name else { return old }
            let version = isNew ? old.version + 1 : old.version
            try connection.execute(
                "update segments set name = ?2, version = ?3, updated_at = ?4 where id = ?1", old.row,
                name ?? old.name, version, now)
            if isNew, let expression {
                try Self.addVersion(version, expression, to: old.row, tenant: tenant, now: now, connection)
            }
            return try Self.segment(slug: slug, tenant: tenant, connection)
        }
    }

    /// Removes a segment; messages that were accepted for it are still delivered.
    ///
    /// - Returns: The segment's id, or nil if there was none.
    package func removeSegment(slug: String, now: Date) async throws -> Identifier? {
        let tenant = tenant
        return try await database.write { connection in
            try connection.first(
                """
                update segments set deleted_at = ?3 where tenant_id = ?1 and slug = ?2 and deleted_at is null
                returning public_id
                """, tenant, slug, now
            ) { try $0[0] }
        }
    }

    static func segment(slug: String, tenant: Int64, _ connection: any ReadConnection) throws -> Segment? {
        try connection.first("\(selection) and g.slug = ?2", tenant, slug, decode: segment)
    }

    private static func addVersion(
        _ version: Int, _ expression: String, to row: Int64, tenant: Int64, now: Date, _ connection: any WriteConnection
    ) throws {
        try connection.execute(
            """
            insert into segment_versions (segment_id, version, tenant_id, expression, created_at)
            values (?1, ?2, ?3, ?4, ?5)
            """, row, version, tenant, expression, now)
    }

    private static func segment(_ row: any Row) throws -> Segment {
        Segment(
            row: try row[0], id: try row[1], slug: try row[2], name: try row[3], version: try row[4],
            expression: try row[5], createdAt: try row[6], updatedAt: try row[7])
    }
}
