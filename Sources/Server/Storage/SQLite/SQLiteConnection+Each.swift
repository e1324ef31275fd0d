extension SQLiteConnection {
    /// Runs a query once for each row of values, one after the other.
    func query(_ sql: String, each batch: ValueBatch, _ body: (Int, any Row) throws -> Void) throws {
        guard batch.count > 0 else { return }
        let statement = try statement(sql)
        for index in 0..<batch.count {
            try statement.bind(batch[index])
            _ = try statement.run { row in
                try body(index, row)
                return true
            }
        }
    }

    /// Runs a statement that writes once for each row of values, one after the other.
    func execute(_ sql: String, each batch: ValueBatch) throws -> [Bool] {
        guard batch.count > 0 else { return [] }
        let statement = try statement(sql)
        var changed: [Bool] = []
        changed.reserveCapacity(batch.count)
        for index in 0..<batch.count {
            try statement.bind(batch[index])
            changed.append(try statement.run { _ in true } > 0)
        }
        return changed
    }
}

extension SQLiteStatement {
    /// Binds a row of values.
    fileprivate func bind(_ values: ArraySlice<DatabaseValue>) throws(StorageError) {
        guard values.count == parameterCount else {
            throw StorageError(
                .invalidStatement, detail: "The statement takes \(parameterCount) values and was given \(values.count)."
            )
        }
        var index = 1
        for value in values {
            switch value {
            case .null: try bindNull(at: index)
            case .integer(let number): try bind(integer: number, at: index)
            case .real(let number): try bind(real: number, at: index)
            case .text(let text): try bind(text: text, at: index)
            case .blob(let bytes): try bind(blob: bytes, at: index)
            }
            index += 1
        }
    }
}
