/// Writes a condition on subscribers for a database and a tenant's columns, with placeholders that count from a number.
package typealias SubscriberCondition =
    @Sendable (SQLDialect, AttributeColumns, _ firstPlaceholder: Int) -> SubscriberFilter

extension TenantHandle {
    private static let people = "from subscribers s where s.tenant_id = ?1 and s.merged_into is null"

    /// How many subscribers meet a condition.
    package func subscriberCount(where condition: @escaping SubscriberCondition) async throws -> Int {
        let tenant = tenant
        return try await database.read { connection in
            let filter = try condition(connection.dialect, AttributeColumns(tenant: tenant, connection), 2)
            let counts: [Int] = try connection.rows(
                "select count(*) \(Self.people) and \(filter.clause)", values: [tenant] + filter.values
            ) { try $0[0] }
            return counts.first ?? 0
        }
    }

    /// The subscribers that meet a condition, oldest first.
    ///
    /// - Parameters:
    ///   - condition: The condition.
    ///   - after: The row behind which the page begins.
    ///   - limit: How many there are on a page.
    /// - Returns: A page of them.
    /// - Throws: `StorageError`.
    package func subscribers(
        where condition: @escaping SubscriberCondition, after: Int64?, limit: Int
    ) async throws -> Page<Subscriber> {
        let tenant = tenant
        return try await database.read { connection in
            let filter = try condition(connection.dialect, AttributeColumns(tenant: tenant, connection), 4)
            let rows = try connection.rows(
                Self.memberPage(filter.clause), values: [tenant, after ?? 0, limit + 1] + filter.values,
                decode: Self.subscriber)
            return Page(rows, limit: limit, key: \.row)
        }
    }

    /// A page of those of whom a clause holds, behind a row.
    static func memberPage(_ clause: String) -> String {
        "select \(subscriberColumns) \(people) and s.id > ?2 and \(clause) order by s.id limit ?3"
    }

    /// The columns of declared attributes that conditions use now.
    package func attributeColumns() async throws -> AttributeColumns {
        let tenant = tenant
        return try await database.read { try AttributeColumns(tenant: tenant, $0) }
    }

    /// How the database goes about finding the subscribers that meet a condition, a line for each step.
    package func plan(where condition: @escaping SubscriberCondition) async throws -> [String] {
        let tenant = tenant
        return try await database.read { connection in
            let filter = try condition(connection.dialect, AttributeColumns(tenant: tenant, connection), 2)
            let query = "select count(*) \(Self.people) and \(filter.clause)"
            return switch connection.dialect {
            case .sqlite:
                try connection.rows("explain query plan \(query)", values: [tenant] + filter.values) { try $0[3] }
            case .postgreSQL:
                try connection.rows("explain \(query)", values: [tenant] + filter.values) { try $0[0] }
            }
        }
    }
}
