/// The current row of a running statement; columns are counted from 0.
///
/// It is valid only inside the closure that received it.
package protocol Row: AnyObject {
    /// How many columns the row has.
    var columnCount: Int { get }
    /// Whether the column is null.
    func isNull(at column: Int) -> Bool
    /// Reads an integer column.
    func integer(at column: Int) throws(StorageError) -> Int64
    /// Reads a floating point or integer column.
    func real(at column: Int) throws(StorageError) -> Double
    /// Reads a text column.
    func text(at column: Int) throws(StorageError) -> String
    /// Reads a blob column, or the UTF-8 of a text column.
    func blob(at column: Int) throws(StorageError) -> [UInt8]
    /// Reads whatever the column holds.
    func value(at column: Int) -> DatabaseValue
}

extension Row {
    /// Reads a column as the type that the context asks for, optional for columns that may be null.
    package subscript<Value: DatabaseConvertible>(_ column: Int) -> Value {
        get throws(StorageError) { try Value.decode(from: self, at: column) }
    }
}
