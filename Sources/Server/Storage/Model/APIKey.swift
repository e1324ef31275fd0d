package import Foundation
package import PushModel

/// A key that callers authenticate with; the secret itself is not stored.
package struct APIKey: Sendable, Equatable {
    /// What a key can be used for; the raw value begins the secret.
    package enum Kind: String, Sendable, CaseIterable, DatabaseConvertible {
        /// All tenants, for the operator's own backend.
        case workspace = "td_ws_"
        /// One tenant's data.
        case tenant = "td_tn_"
        /// The client routes of one tenant; may be shipped in an app.
        case publishable = "td_pk_"
    }

    /// Its row.
    package let row: Int64
    /// Its id.
    package let id: Identifier
    /// What it can be used for.
    package let kind: Kind
    /// The tenant that it belongs to; nil for a workspace key.
    package let tenant: Int64?
    /// The name that people see.
    package let name: String
    /// The last four characters of the secret.
    package let hint: String
    /// What it allows, such as `messages:send`, `messages:*` or `*`.
    package let scopes: [String]
    /// When it was made.
    package let createdAt: Date
    /// When it stops working.
    package let expiresAt: Date?
    /// When it was revoked.
    package let revokedAt: Date?

    /// Scopes that no wildcard includes: what they open lets its holder pass for anybody's user.
    package static let scopesToName: Set<String> = ["tenants:secrets"]

    /// Whether the key's scopes include one, directly or by a wildcard.
    package func allows(_ scope: String) -> Bool {
        scopes.contains { granted in
            if granted == scope { return true }
            if Self.scopesToName.contains(scope) { return false }
            if granted == "*" { return true }
            guard granted.hasSuffix(":*") else { return false }
            return scope.hasPrefix(granted.dropLast())
        }
    }
}

/// A key as it is to be stored.
package struct NewAPIKey: Sendable {
    /// What it can be used for.
    package var kind: APIKey.Kind
    /// The tenant's row; nil for a workspace key.
    package var tenant: Int64?
    /// The name that people see.
    package var name: String
    /// What it allows.
    package var scopes: [String]
    /// The last four characters of the secret.
    package var hint: String
    /// The SHA-256 of the secret.
    package var hash: [UInt8]
    /// When it stops working.
    package var expiresAt: Date?

    /// Describes a key.
    package init(
        kind: APIKey.Kind, tenant: Int64?, name: String, scopes: [String], hint: String, hash: [UInt8], expiresAt: Date?
    ) {
        self.kind = kind
        self.tenant = tenant
        self.name = name
        self.scopes = scopes
        self.hint = hint
        self.hash = hash
        self.expiresAt = expiresAt
    }
}
