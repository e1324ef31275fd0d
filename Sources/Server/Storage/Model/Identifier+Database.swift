package import PushModel

extension Identifier: DatabaseConvertible {
    /// Binds the id as text.
    package func bind(to statement: any PreparedStatement, at index: Int) throws(StorageError) {
        try statement.bind(text: description, at: index)
    }

    /// Reads an id of any kind.
    package static func decode(from row: any Row, at column: Int) throws(StorageError) -> Identifier {
        guard let id = Identifier(stored: try row.text(at: column)) else {
            throw StorageError(.wrongType, detail: "Column \(column) holds no public id.")
        }
        return id
    }
}
