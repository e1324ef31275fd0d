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

/// What may be shown of an app's APNs credential.
package struct CredentialSummary: Sendable, Equatable {
    /// Where it is good.
    package let environment: PushEnvironment
    /// The team that the key belongs to; 10 characters.
    package let teamID: String
    /// The id of the key; 10 characters.
    package let keyID: String
    /// When it was set.
    package let createdAt: Date
}

/// An APNs credential with its key, for the sender only.
package struct PushCredential: Sendable, Hashable {
    /// The app's row.
    package let app: Int64
    /// Where it is good.
    package let environment: PushEnvironment
    /// The team that the key belongs to.
    package let teamID: String
    /// The id of the key.
    package let keyID: String
    /// The key in PEM; never logged.
    package let privateKey: String
}
