/// Values for many runs of one statement: a row of values for each.
package struct ValueBatch {
    /// How many rows there are.
    package private(set) var count = 0
    /// The values of all rows, one row after the other.
    private(set) var values: [DatabaseValue] = []
    private let collector = ValueCollector()

    /// Makes an empty batch.
    package init() {}

    /// Adds a row.
    package mutating func add<each Value: DatabaseConvertible>(_ row: repeat each Value) throws {
        var index = 1
        for value in repeat each row {
            try value.bind(to: collector, at: index)
            values.append(collector.value)
            index += 1
        }
        count += 1
    }

    /// How many values each row has.
    var width: Int { values.count / max(1, count) }

    /// The values of one row.
    subscript(row: Int) -> ArraySlice<DatabaseValue> { values[row * width..<(row + 1) * width] }
}

/// Takes the place of a statement to find out what a value is bound as.
private final class ValueCollector: PreparedStatement {
    var value = DatabaseValue.null
    var parameterCount: Int { 1 }

    func bind(integer: Int64, at index: Int) { value = .integer(integer) }
    func bind(real: Double, at index: Int) { value = .real(real) }
    func bind(text: String, at index: Int) { value = .text(text) }
    func bind(blob: [UInt8], at index: Int) { value = .blob(blob) }
    func bindNull(at index: Int) { value = .null }
    func run(_ body: (any Row) throws -> Bool) throws -> Int { 0 }
}

extension ReadConnection {
    /// Runs a query once for each row of values.
    ///
    /// - Returns: The elements of each run, in the order of the batch.
    package func rows<Element>(
        _ sql: String, each batch: ValueBatch, decode: (any Row) throws -> Element
    ) throws -> [[Element]] {
        var elements: [[Element]] = Array(repeating: [], count: batch.count)
        try query(sql, each: batch) { elements[$0].append(try decode($1)) }
        return elements
    }
}
