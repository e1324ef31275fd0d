import CPostgreSQL

/// The answer to one statement, in the binary format, and a cursor over its rows.
final class PostgreSQLResult {
    let pointer: OpaquePointer
    let rowCount: Int
    private let statement: String
    /// The row that the accessors read.
    var index = 0

    /// Takes over a result of libpq.
    init(owning pointer: OpaquePointer, statement: String) {
        self.pointer = pointer
        self.statement = statement
        rowCount = Int(PQntuples(pointer))
    }

    deinit { PQclear(pointer) }

    /// How many rows were written; 0 for a statement that only reads.
    var changeCount: Int {
        if String(cString: PQcmdStatus(pointer)).hasPrefix("SELECT") { return 0 }
        return Int(String(cString: PQcmdTuples(pointer))) ?? 0
    }

    private func bytes(at column: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: PQgetvalue(pointer, Int32(index), Int32(column)),
            count: Int(PQgetlength(pointer, Int32(index), Int32(column))))
    }

    private func kind(at column: Int) -> Kind? {
        isNull(at: column) ? nil : Kind(PQftype(pointer, Int32(column)))
    }

    /// How a type of the server is read.
    private enum Kind: String {
        case integer, real, text, blob, unknown

        init(_ type: Oid) {
            switch type {
            case 16, 20, 21, 23: self = .integer
            case 700, 701: self = .real
            case 18, 19, 25, 114, 705, 1042, 1043: self = .text
            case 17: self = .blob
            default: self = .unknown
            }
        }
    }

    private func wrongType(at column: Int, wanted: String) -> StorageError {
        StorageError(
            .wrongType,
            detail: "Column \(column) holds \(kind(at: column)?.rawValue ?? "null") where \(wanted) was expected.",
            statement: statement)
    }

    /// Big-endian, of whatever width the type has.
    private func number(at column: Int) -> Int64 {
        let bytes = bytes(at: column)
        let negative = bytes.count > 1 && (bytes.first ?? 0) & 0x80 != 0
        return bytes.reduce(negative ? -1 : 0) { $0 << 8 | Int64($1) }
    }

    private func fraction(at column: Int) -> Double {
        let bits = number(at: column)
        return PQgetlength(pointer, Int32(index), Int32(column)) == 4
            ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
            : Double(bitPattern: UInt64(bitPattern: bits))
    }
}

extension PostgreSQLResult: Row {
    var columnCount: Int { Int(PQnfields(pointer)) }

    func isNull(at column: Int) -> Bool { PQgetisnull(pointer, Int32(index), Int32(column)) == 1 }

    func integer(at column: Int) throws(StorageError) -> Int64 {
        guard kind(at: column) == .integer else { throw wrongType(at: column, wanted: "integer") }
        return number(at: column)
    }

    func real(at column: Int) throws(StorageError) -> Double {
        switch kind(at: column) {
        case .real: return fraction(at: column)
        case .integer: return Double(number(at: column))
        default: throw wrongType(at: column, wanted: "number")
        }
    }

    func text(at column: Int) throws(StorageError) -> String {
        guard kind(at: column) == .text else { throw wrongType(at: column, wanted: "text") }
        return String(decoding: bytes(at: column), as: UTF8.self)
    }

    func blob(at column: Int) throws(StorageError) -> [UInt8] {
        let kind = kind(at: column)
        guard kind == .blob || kind == .text else { throw wrongType(at: column, wanted: "blob") }
        return [UInt8](bytes(at: column))
    }

    func value(at column: Int) -> DatabaseValue {
        switch kind(at: column) {
        case .integer: .integer(number(at: column))
        case .real: .real(fraction(at: column))
        case .text: .text(String(decoding: bytes(at: column), as: UTF8.self))
        case .blob, .unknown: .blob([UInt8](bytes(at: column)))
        case nil: .null
        }
    }
}
