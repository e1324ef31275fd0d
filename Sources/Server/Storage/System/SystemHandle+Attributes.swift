extension SystemHandle {
    /// Fills the column of a declared attribute for a page of subscribers that were there before.
    ///
    /// Page and cursor are one transaction with the rest of a step of `plan`, so a crash repeats a page at most.
    ///
    /// - Returns: How many attributes it worked on.
    static func fillAttributes(_ connection: any WriteConnection) throws -> Int {
        let open = try connection.first(
            "select id, tenant_id, cursor, last_row from declared_attributes where is_filled = 0 order by id limit 1"
        ) { (row) -> (id: Int64, tenant: Int64, cursor: Int64, last: Int64) in
            (try row[0], try row[1], try row[2], try row[3])
        }
        guard let open else { return 0 }
        let end: Int64?? = try connection.first(
            """
            select max(id) from (select id from subscribers where tenant_id = ?1 and id > ?2 and id <= ?3
                order by id limit ?4) w
            """, open.tenant, open.cursor, open.last, planPage
        ) { try $0[0] }
        guard let end = end ?? nil else {
            try connection.execute("update declared_attributes set is_filled = 1 where id = ?1", open.id)
            return 1
        }
        // The trigger does it.
        try connection.execute(
            "update subscribers set attributes = attributes where tenant_id = ?1 and id > ?2 and id <= ?3", open.tenant,
            open.cursor, end)
        try connection.execute("update declared_attributes set cursor = ?2 where id = ?1", open.id, end)
        return 1
    }
}
