import CPostgreSQL

/// A statement rewritten to run for all rows of a batch at once, and the types of the columns that they travel in.
struct PostgreSQLEachStatement {
    let statement: PostgreSQLStatement
    let types: [Oid]
}

extension PostgreSQLConnection {
    /// Runs a query for all rows of values in one round trip.
    func query(_ sql: String, each batch: ValueBatch, _ body: (Int, any Row) throws -> Void) throws {
        guard batch.count > 0 else { return }
        let result = try run(sql, batch)
        while result.index < result.rowCount {
            // The number of the row of values stands in the last column, counted from 1.
            try body(Int(try result.integer(at: result.columnCount - 1)) - 1, result)
            result.index += 1
        }
    }

    /// Runs a statement that writes for all rows of values in one round trip; each is to write another row of the table.
    func execute(_ sql: String, each batch: ValueBatch) throws -> [Bool] {
        guard batch.count > 0 else { return [] }
        let result = try run(sql, batch)
        if sql.hasPrefix("insert") { return Array(repeating: true, count: batch.count) }
        var changed = Array(repeating: false, count: batch.count)
        while result.index < result.rowCount {
            changed[Int(try result.integer(at: 0)) - 1] = true
            result.index += 1
        }
        return changed
    }

    private func run(_ sql: String, _ batch: ValueBatch) throws -> PostgreSQLResult {
        let each = try eachStatement(sql)
        let width = batch.width
        guard width == each.types.count else {
            throw StorageError(
                .invalidStatement,
                detail: "The statement takes \(each.types.count) values and was given \(width).")
        }
        for (column, type) in each.types.enumerated() {
            let values = (0..<batch.count).lazy.map { batch.values[$0 * width + column] }
            try each.statement.bind(blob: try PostgreSQLArray.encode(values, type: type), at: column + 1)
        }
        return try run(each.statement)
    }
}

/// Arrays as the server takes them in binary: a head, then each element with its length.
enum PostgreSQLArray {
    /// The names of the types that arrays can have.
    static let names: [Oid: String] = [
        16: "boolean", 17: "bytea", 20: "bigint", 23: "integer", 25: "text", 701: "double precision",
    ]

    static func encode(_ values: some Collection<DatabaseValue>, type: Oid) throws(StorageError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20 + values.count * 12)
        append(Int32(1), to: &bytes)
        append(Int32(values.contains(.null) ? 1 : 0), to: &bytes)
        append(Int32(bitPattern: type), to: &bytes)
        append(Int32(values.count), to: &bytes)
        append(Int32(1), to: &bytes)
        for value in values {
            switch (value, type) {
            case (.null, _):
                append(Int32(-1), to: &bytes)
            case (.integer(let number), 16):
                append(Int32(1), to: &bytes)
                bytes.append(number == 0 ? 0 : 1)
            case (.integer(let number), 20):
                append(Int32(8), to: &bytes)
                append(number, to: &bytes)
            case (.integer(let number), 23):
                append(Int32(4), to: &bytes)
                append(Int32(truncatingIfNeeded: number), to: &bytes)
            case (.real(let number), 701):
                append(Int32(8), to: &bytes)
                append(Int64(bitPattern: number.bitPattern), to: &bytes)
            case (.text(let text), 25):
                append(Int32(text.utf8.count), to: &bytes)
                bytes += text.utf8
            case (.blob(let blob), 17):
                append(Int32(blob.count), to: &bytes)
                bytes += blob
            default:
                throw StorageError(.wrongType, detail: "A value does not suit its column.")
            }
        }
        return bytes
    }

    private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
    }
}
