/// A compiled statement of one connection; placeholders are written `?1`, `?2`, … and counted from 1.
///
/// Get it once and run it many times in bulk work. It belongs to the closure that received the connection.
package protocol PreparedStatement: AnyObject {
    /// How many values the statement takes.
    var parameterCount: Int { get }
    /// Binds an integer.
    func bind(integer: Int64, at index: Int) throws(StorageError)
    /// Binds a floating point number.
    func bind(real: Double, at index: Int) throws(StorageError)
    /// Binds text.
    func bind(text: String, at index: Int) throws(StorageError)
    /// Binds bytes.
    func bind(blob: [UInt8], at index: Int) throws(StorageError)
    /// Binds null.
    func bindNull(at index: Int) throws(StorageError)

    /// Runs the statement with what is bound, hands each row to `body`, and forgets the bindings.
    ///
    /// - Parameter body: Answers whether it wants more rows.
    /// - Returns: How many rows a statement that writes has inserted, updated or deleted; 0 for others.
    /// - Throws: `StorageError`, or what `body` throws.
    func run(_ body: (any Row) throws -> Bool) throws -> Int
}

extension PreparedStatement {
    /// Binds the values in order and runs the statement; rows that come back are ignored.
    ///
    /// - Returns: How many rows were inserted, updated or deleted.
    @discardableResult
    package func run<each Value: DatabaseConvertible>(_ values: repeat each Value) throws -> Int {
        try bindAll(repeat each values)
        return try run { _ in true }
    }

    /// Binds the values and turns every row into an element.
    package func rows<each Value: DatabaseConvertible, Element>(
        _ values: repeat each Value, decode: (any Row) throws -> Element
    ) throws -> [Element] {
        try bindAll(repeat each values)
        var elements: [Element] = []
        _ = try run { row in
            elements.append(try decode(row))
            return true
        }
        return elements
    }

    /// Binds the values and decodes the first row, or answers nil if there is none.
    package func first<each Value: DatabaseConvertible, Element>(
        _ values: repeat each Value, decode: (any Row) throws -> Element
    ) throws -> Element? {
        try bindAll(repeat each values)
        var element: Element?
        _ = try run { row in
            element = try decode(row)
            return false
        }
        return element
    }

    /// Binds the values of a list whose length is known only now.
    package func bind(_ values: [any DatabaseConvertible]) throws(StorageError) {
        var index = 1
        for value in values {
            try value.bind(to: self, at: index)
            index += 1
        }
        try requireCount(index - 1)
    }

    private func bindAll<each Value: DatabaseConvertible>(_ values: repeat each Value) throws(StorageError) {
        var index = 1
        for value in repeat each values {
            try value.bind(to: self, at: index)
            index += 1
        }
        try requireCount(index - 1)
    }

    private func requireCount(_ count: Int) throws(StorageError) {
        guard count != parameterCount else { return }
        throw StorageError(
            .invalidStatement, detail: "The statement takes \(parameterCount) values and was given \(count).")
    }
}
