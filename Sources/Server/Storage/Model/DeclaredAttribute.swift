package import Foundation

/// An attribute that a tenant declared, so that conditions on it need not read the JSON of every subscriber.
package struct DeclaredAttribute: Sendable, Equatable {
    /// What its values are; others are no mistake, and are found in the JSON.
    package enum Kind: String, Sendable, CaseIterable, DatabaseConvertible {
        case text, number, boolean
    }

    /// How many attributes of texts a tenant may declare, and how many of numbers and booleans together.
    package static let limit = 10

    /// The name behind `attributes.`: a key, or two with a dot between them.
    package let name: String
    /// What its values are.
    package let kind: Kind
    /// Whether conditions use it: subscribers from before the declaration are gone through in the background.
    package let isReady: Bool
    /// When it was declared.
    package let createdAt: Date
}

/// What became of a declaration.
package enum DeclarationResult: Sendable, Equatable {
    /// It holds; it did before if it is not new.
    case declared(DeclaredAttribute, isNew: Bool)
    /// The attribute is declared with another kind.
    case otherKind
    /// The tenant has declared as many as it may.
    case tooMany
}

/// The columns that hold attributes of a tenant, as far as they can be used.
package struct AttributeColumns: Sendable {
    /// A column of `subscribers`, null where the attribute is of another kind.
    package struct Column: Sendable {
        /// Its name.
        package let name: String
        /// The kind of value that it holds.
        package let kind: DeclaredAttribute.Kind
    }

    private let columns: [[String]: Column]

    /// No columns: everything is read from the JSON.
    package static let none = AttributeColumns(columns: [:])

    private init(columns: [[String]: Column]) { self.columns = columns }

    /// Reads which columns a tenant's conditions may use at this moment.
    package init(tenant: Int64, _ connection: any ReadConnection) throws {
        let found = try connection.rows(
            "select outer_key, inner_key, slot, kind from declared_attributes where tenant_id = ?1 and is_filled = 1",
            tenant
        ) { (row) -> ([String], Column) in
            let inner: String? = try row[1]
            return ([try row[0]] + (inner.map { [$0] } ?? []), Column(name: try row[2], kind: try row[3]))
        }
        columns = Dictionary(found) { first, _ in first }
    }

    /// The column of an attribute by the keys that lead to it.
    package subscript(keys: [String]) -> Column? { columns[keys] }
}
