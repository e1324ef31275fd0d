package import Foundation

/// A Swift type that can be bound to a statement and read from a column.
package protocol DatabaseConvertible: Sendable {
    /// Binds the value to the placeholder with this number, counted from 1.
    func bind(to statement: any PreparedStatement, at index: Int) throws(StorageError)

    /// Reads a column, counted from 0.
    ///
    /// - Throws: `wrong_type` if the column holds something else or null.
    static func decode(from row: any Row, at column: Int) throws(StorageError) -> Self
}

extension Int64: DatabaseConvertible {
    /// Binds the number.
    package func bind(to statement: any PreparedStatement, at index: Int) throws(StorageError) {
        try statement.bind(integer: self, at: index)
    }

    /// Reads the number.
    package static func decode(from row: any Row, at column: Int) throws(StorageError) -> Int64 {
        try row.integer(at: column)
    }
}

extension Int: DatabaseConvertible {
    /// Binds the number.
    package func bind(to statement: any PreparedStatement, at index: Int) throws(StorageError) {
        try statement.bind(integer: Int64(self), at: index)
    }

    /// Reads the number.
    package static func decode(from row: any Row, at column: Int) throws(StorageError) -> Int {
        Int(truncatingIfNeeded: try row.integer(at: column))
    }
}

extension Bool: DatabaseConvertible {
    /// Binds 1 or 0.
    package func bind(to statement: any PreparedStatement, at index: Int) throws(StorageError) {
        try statement.bind(integer: self ? 1 : 0, at: index)
    }

    /// Reads an integer; all but 0 is true.
    package static func decode(from row: any Row, at column: Int) throws(StorageError) -> Bool {
        try row.integer(at: column) != 0
    }
}

extension Double: DatabaseConvertible {
    /// Binds the number.
    package func bind(to statement: any PreparedStatement, at index: Int) throws(StorageError) {
        try statement.bind(real: self, at: index)
    }

    /// Reads the number; an integer column counts too.
    package static func decode(from row: any Row, at column: Int) throws(StorageError) -> Double {
        try row.real(at: column)
    }
}

extension String: DatabaseConvertible {
    /// Binds the text; `unstorable_text` if U+0000 is in it, which PostgreSQL cannot store.
    package func bind(to statement: any PreparedStatement, at index: Int) throws(StorageError) {
        guard !utf8.contains(0) else {
            throw StorageError(.unstorableText, detail: "Text cannot hold the character U+0000.")
        }
        try statement.bind(text: self, at: index)
    }

    /// Reads the text.
    package static func decode(from row: any Row, at column: Int) throws(StorageError) -> String {
        try row.text(at: column)
    }
}

extension [UInt8]: DatabaseConvertible {
    /// Binds the bytes.
    package func bind(to statement: any PreparedStatement, at index: Int) throws(StorageError) {
        try statement.bind(blob: self, at: index)
    }

    /// Reads the bytes; a text column gives its UTF-8.
    package static func decode(from row: any Row, at column: Int) throws(StorageError) -> [UInt8] {
        try row.blob(at: column)
    }
}

extension Date: DatabaseConvertible {
    /// Binds whole milliseconds since 1970.
    package func bind(to statement: any PreparedStatement, at index: Int) throws(StorageError) {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        guard let number = Int64(exactly: milliseconds) else {
            throw StorageError(.wrongType, detail: "A date lies outside of what the database can store.")
        }
        try statement.bind(integer: number, at: index)
    }

    /// Reads milliseconds since 1970.
    package static func decode(from row: any Row, at column: Int) throws(StorageError) -> Date {
        Date(timeIntervalSince1970: Double(try row.integer(at: column)) / 1000)
    }
}

extension Optional: DatabaseConvertible where Wrapped: DatabaseConvertible {
    /// Binds the value, or null.
    package func bind(to statement: any PreparedStatement, at index: Int) throws(StorageError) {
        if let self { try self.bind(to: statement, at: index) } else { try statement.bindNull(at: index) }
    }

    /// Reads the value, or nil for null.
    package static func decode(from row: any Row, at column: Int) throws(StorageError) -> Wrapped? {
        row.isNull(at: column) ? nil : try Wrapped.decode(from: row, at: column)
    }
}

extension DatabaseValue: DatabaseConvertible {
    /// Binds the value by its case.
    package func bind(to statement: any PreparedStatement, at index: Int) throws(StorageError) {
        switch self {
        case .null: try statement.bindNull(at: index)
        case .integer(let value): try statement.bind(integer: value, at: index)
        case .real(let value): try statement.bind(real: value, at: index)
        case .text(let value): try statement.bind(text: value, at: index)
        case .blob(let value): try statement.bind(blob: value, at: index)
        }
    }

    /// Reads whatever the column holds.
    package static func decode(from row: any Row, at column: Int) throws(StorageError) -> DatabaseValue {
        row.value(at: column)
    }
}

extension DatabaseConvertible where Self: RawRepresentable, RawValue: DatabaseConvertible {
    /// Binds the raw value.
    package func bind(to statement: any PreparedStatement, at index: Int) throws(StorageError) {
        try rawValue.bind(to: statement, at: index)
    }

    /// Reads a raw value that the type knows.
    package static func decode(from row: any Row, at column: Int) throws(StorageError) -> Self {
        guard let value = Self(rawValue: try RawValue.decode(from: row, at: column)) else {
            throw StorageError(.wrongType, detail: "Column \(column) holds no known \(Self.self).")
        }
        return value
    }
}
