/// A connection inside a read or write closure; it sees one unchanging state of the database and its own writes.
///
/// Statements use the common subset of SQLite and PostgreSQL (`returning`, `on conflict`); placeholders are `?1`, `?2`, ….
/// PostgreSQL infers the type of each value from where it stands first: compare it with a column before `is null`, write
/// `cast(?1 as bigint)` where only literals are near, and `= 1` behind an integer that says yes or no.
package protocol ReadConnection: AnyObject {
    /// Whose SQL it takes where the common subset ends.
    var dialect: SQLDialect { get }

    /// Compiles a statement, or takes it from the connection's cache.
    func prepare(_ sql: String) throws(StorageError) -> any PreparedStatement

    /// Runs a query once for each row of values, at once where the database can, and hands out the number of the row of
    /// values, counted from 0, with each row found.
    func query(_ sql: String, each batch: ValueBatch, _ body: (Int, any Row) throws -> Void) throws
}

/// The connection of a write closure.
package protocol WriteConnection: ReadConnection {
    /// Runs `body` so that an error undoes what it wrote and nothing else, and is then thrown on.
    @discardableResult
    func savepoint<Result>(_ body: () throws -> Result) throws -> Result

    /// Runs several statements, separated by semicolons, that take no values and whose rows are ignored.
    ///
    /// Types are named as in SQLite (`integer`, `real`, `text`, `blob`, `integer primary key`, `without rowid`);
    /// PostgreSQL gets its own names for them.
    func run(script: String) throws(StorageError)

    /// Runs a statement once for each row of values, at once where the database can.
    ///
    /// It is an `insert … values (…)`, or an `update` with one `where` at its end; each run is to write another row.
    ///
    /// - Returns: Whether each run wrote something.
    func execute(_ sql: String, each batch: ValueBatch) throws -> [Bool]

    /// Tells the other servers on the database, once the write is kept, that there is work.
    func announceWork() throws(StorageError)
}

extension ReadConnection {
    /// Turns every row of a query into an element.
    package func rows<each Value: DatabaseConvertible, Element>(
        _ sql: String, _ values: repeat each Value, decode: (any Row) throws -> Element
    ) throws -> [Element] {
        try prepare(sql).rows(repeat each values, decode: decode)
    }

    /// Decodes the first row of a query, or answers nil if there is none.
    package func first<each Value: DatabaseConvertible, Element>(
        _ sql: String, _ values: repeat each Value, decode: (any Row) throws -> Element
    ) throws -> Element? {
        try prepare(sql).first(repeat each values, decode: decode)
    }

    /// Turns every row of a query whose values are a list of a length known only now into an element.
    package func rows<Element>(
        _ sql: String, values: [any DatabaseConvertible], decode: (any Row) throws -> Element
    ) throws -> [Element] {
        let statement = try prepare(sql)
        try statement.bind(values)
        var elements: [Element] = []
        _ = try statement.run { row in
            elements.append(try decode(row))
            return true
        }
        return elements
    }
}

extension WriteConnection {
    /// Runs a statement that writes.
    ///
    /// - Returns: How many rows were inserted, updated or deleted.
    @discardableResult
    package func execute<each Value: DatabaseConvertible>(_ sql: String, _ values: repeat each Value) throws -> Int {
        try prepare(sql).run(repeat each values)
    }
}
