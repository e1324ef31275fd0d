package import Foundation
package import PushModel

/// One bundle id of a tenant.
package struct App: Sendable, Equatable {
    /// Its row.
    package let row: Int64
    /// Its id.
    package let id: Identifier
    /// The bundle id, which is the topic of its pushes.
    package let bundleID: String
    /// The name that people see.
    package let name: String
    /// When it was made.
    package let createdAt: Date
    /// What is decided for all of its pushes.
    package let settings: AppSettings
    /// The credentials it has, without their keys.
    package var credentials: [CredentialSummary] = []
}
