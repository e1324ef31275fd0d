package import Foundation
package import PushModel

/// One isolated customer or environment; it owns everything else.
package struct Tenant: Sendable, Equatable {
    /// Its row.
    package let row: Int64
    /// Its id.
    package let id: Identifier
    /// The name that the `Tidings-Tenant` header carries.
    package let slug: String
    /// The name that people see.
    package let name: String
    /// The key of the HMAC with which the tenant's backend proves who a subscriber is; 32 bytes.
    package let identitySecret: [UInt8]
    /// What it decides for all of its messages and apps.
    package let settings: TenantSettings
    /// When it was made.
    package let createdAt: Date

    /// The slug of the tenant that is meant when nobody names one; it cannot be removed or called otherwise.
    package static let defaultSlug = "default"
    /// How many characters a slug may have.
    package static let slugLengthLimit = 64

    /// Whether it is the tenant that is meant when nobody names one.
    package var isDefault: Bool { slug == Self.defaultSlug }

    /// Whether a text can be a slug: lower-case letters, digits and hyphens.
    package static func isSlug(_ text: String) -> Bool {
        (1...slugLengthLimit).contains(text.utf8.count)
            && text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
    }
}
