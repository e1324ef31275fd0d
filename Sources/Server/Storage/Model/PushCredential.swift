package import Foundation

/// What may be shown of an app's APNs credential.
package struct CredentialSummary: Sendable, Equatable {
    /// `token` for a signing key, `certificate` for a certificate.
    package let kind: String
    /// Where it is good.
    package let environment: PushEnvironment
    /// The team that the key belongs to, 10 characters; nil for a certificate.
    package let teamID: String?
    /// The id of the key, 10 characters; nil for a certificate.
    package let keyID: String?
    /// When the certificate ends; nil for a key.
    package let validUntil: Date?
    /// When it was set.
    package let createdAt: Date
}

/// How an app proves to APNs that it may send.
package enum PushProof: Sendable, Hashable {
    /// By provider tokens that a key signs.
    case token(teamID: String, keyID: String, privateKey: String)
    /// By a certificate, in PEM with those between it and Apple's root, and its key.
    case certificate(chain: String, privateKey: String, validUntil: Date)

    /// The word in the database and in the API.
    package var kind: String {
        switch self {
        case .token: "token"
        case .certificate: "certificate"
        }
    }

    /// The secret part; never logged.
    var privateKey: String {
        switch self {
        case .token(_, _, let key), .certificate(_, let key, _): key
        }
    }
}

/// An APNs credential with its key, for the sender only.
package struct PushCredential: Sendable, Hashable {
    /// The app's row.
    package let app: Int64
    /// Where it is good.
    package let environment: PushEnvironment
    /// The secret.
    package let proof: PushProof

    /// Gathers the parts.
    package init(app: Int64, environment: PushEnvironment, proof: PushProof) {
        self.app = app
        self.environment = environment
        self.proof = proof
    }
}
