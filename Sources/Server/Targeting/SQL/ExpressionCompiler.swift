package import Foundation
package import Storage

extension AudienceExpression {
    /// The expression as a condition on the rows `s` of `subscribers`.
    ///
    /// - Parameters:
    ///   - dialect: The database's SQL.
    ///   - columns: The tenant's columns of declared attributes.
    ///   - now: Where spans end.
    ///   - first: The number of the first placeholder.
    /// - Returns: The condition with its values.
    package func filter(
        for dialect: SQLDialect, _ columns: AttributeColumns = .none, now: Date, firstPlaceholder first: Int = 1
    ) -> SubscriberFilter {
        var compiler = ExpressionCompiler(dialect: dialect, columns: columns, now: now, first: first)
        let clause = compiler.clause(self)
        return SubscriberFilter(clause: clause, values: compiler.values)
    }
}

/// Writes an expression as SQL; every part that it writes is true or false, never null.
struct ExpressionCompiler {
    let dialect: SQLDialect
    let columns: AttributeColumns
    let now: Date
    let first: Int
    private(set) var values: [any DatabaseConvertible] = []

    init(dialect: SQLDialect, columns: AttributeColumns, now: Date, first: Int) {
        self.dialect = dialect
        self.columns = columns
        self.now = now
        self.first = first
    }

    /// Keeps a value and answers its placeholder.
    mutating func bind(_ value: some DatabaseConvertible) -> String {
        values.append(value)
        return "?\(first + values.count - 1)"
    }

    mutating func clause(_ expression: AudienceExpression) -> String {
        switch expression {
        case .all(let parts): joined(parts, " and ")
        case .any(let parts): joined(parts, " or ")
        case .not(let part): "(not \(clause(part)))"
        case .comparison(let comparison): clause(comparison)
        case .eventCount(let count): clause(count)
        case .seen(let period):
            """
            exists (select 1 from devices d where d.subscriber_id = s.id and d.last_seen_at >= \(bind(start(of: period))))
            """
        case .reachableByPush:
            """
            exists (select 1 from devices d join tokens t on t.device_id = d.id and t.kind = 'alert' and t.is_valid <> 0 \
            where d.subscriber_id = s.id and d.is_enabled <> 0 and d.deleted_at is null)
            """
        }
    }

    private mutating func joined(_ parts: [AudienceExpression], _ separator: String) -> String {
        var clauses: [String] = []
        for part in parts { clauses.append(clause(part)) }
        return "(\(clauses.joined(separator: separator)))"
    }

    private func start(of period: Period) -> Date { now.addingTimeInterval(-Double(period.seconds)) }

    private mutating func clause(_ count: EventCount) -> String {
        var condition = "e.subscriber_id = s.id and e.name = \(bind(count.name))"
        if let period = count.within { condition += " and e.occurred_at >= \(bind(start(of: period)))" }
        switch (count.relation, count.number) {
        case (.equal, 0), (.lessOrEqual, 0), (.less, 1):
            return "not exists (select 1 from events e where \(condition))"
        case (.greaterOrEqual, 1), (.greater, 0), (.notEqual, 0):
            return "exists (select 1 from events e where \(condition))"
        case (let relation, let number):
            // Counting stops where the answer is certain.
            let counted = "(select 1 from events e where \(condition) limit \(bind(number + 1))) c"
            return "(select count(*) from \(counted)) \(relation.symbol) \(bind(number))"
        }
    }
}

extension Relation {
    /// The operator in SQL.
    var symbol: String {
        switch self {
        case .equal: "="
        case .notEqual: "<>"
        case .greater: ">"
        case .greaterOrEqual: ">="
        case .less: "<"
        case .lessOrEqual: "<="
        }
    }
}
