package import PushCrypto

/// Keeps what must not be read in a copy of the database: sealed if there is a master key, else as it is.
package struct Secrets: Sendable {
    /// The master key with the earlier ones.
    let keys: MasterKeys?

    /// Uses master keys, or none.
    package init(keys: MasterKeys?) { self.keys = keys }

    /// A secret as it is stored.
    ///
    /// - Parameters:
    ///   - secret: The secret.
    ///   - owner: Whose it is; it opens for nobody else.
    /// - Returns: What to store.
    /// - Throws: `CryptoError` if the cryptographic library fails.
    func kept(_ secret: [UInt8], of owner: Owner) throws -> [UInt8] {
        guard let keys else { return secret }
        return Array(try keys.seal(secret, for: owner.context).utf8)
    }

    /// A secret from what is stored.
    ///
    /// - Throws: `master_key_missing` if it was sealed with a key that is not here, `corrupt` if it does not open.
    func opened(_ stored: [UInt8], of owner: Owner) throws(StorageError) -> [UInt8] {
        let text = String(decoding: stored, as: UTF8.self)
        guard let id = MasterKeys.keyID(of: text) else { return stored }
        guard let keys, keys.contains(id) else { throw Self.missing(id) }
        guard let secret = try? keys.open(text, for: owner.context) else {
            throw StorageError(.corrupt, detail: "A secret in the database is damaged or was moved. Restore a backup.")
        }
        return secret
    }

    /// Whose secret one is.
    enum Owner {
        /// The APNs key of an app's row in an environment.
        case credential(app: Int64, PushEnvironment)
        /// The identity secret of the tenant with a public id.
        case tenant(String)
        /// The provider token made with the key of an id.
        case providerToken(String)

        var context: String {
            switch self {
            case .credential(let app, let environment): "credential.\(app).\(environment.rawValue)"
            case .tenant(let id): "tenant.\(id)"
            case .providerToken(let keyID): "provider_token.\(keyID)"
            }
        }
    }

    static func missing(_ id: String) -> StorageError {
        StorageError(
            .masterKeyMissing,
            detail: """
                The database holds secrets that the master key \(id) sealed. Give that key in TIDINGS_MASTER_KEY or \
                TIDINGS_MASTER_KEY_FILE; behind the present one, if there is one.
                """)
    }
}
