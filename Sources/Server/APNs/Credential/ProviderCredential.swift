/// A signing key of a team and the provider token made with it.
///
/// Clients for both environments should share one credential: the token is then shared too, as APNs wants it.
public final class ProviderCredential: Sendable {
    /// The team id, 10 characters.
    public let teamID: String
    /// The key id, 10 characters.
    public let keyID: String

    /// Reads the key.
    ///
    /// - Parameters:
    ///   - teamID: The team id, 10 letters and digits.
    ///   - keyID: The key id, 10 letters and digits.
    ///   - privateKeyPEM: The text of the `.p8` file, a secret that no error shows.
    /// - Throws: `invalid_credential`.
    public init(teamID: String, keyID: String, privateKeyPEM: String) throws(APNsError) {
        self.teamID = teamID
        self.keyID = keyID
    }
}
