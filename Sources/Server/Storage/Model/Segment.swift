package import Foundation
package import PushModel

/// A saved expression over subscribers; changing the expression makes a new version.
package struct Segment: Sendable, Equatable {
    /// Its row.
    package let row: Int64
    /// Its id.
    package let id: Identifier
    /// The name in URLs and requests; it stays for good.
    package let slug: String
    /// The name that people see.
    package let name: String
    /// How many expressions it has had; messages keep the version that they were accepted for.
    package let version: Int
    /// The expression of this version: JSON text.
    package let expression: String
    /// When it was made.
    package let createdAt: Date
    /// When it last changed.
    package let updatedAt: Date

    /// Slugs that the routes use themselves.
    package static let reservedSlugs: Set<String> = ["new", "preview", "explain"]
}
