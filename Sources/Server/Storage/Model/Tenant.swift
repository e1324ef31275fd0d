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
}
