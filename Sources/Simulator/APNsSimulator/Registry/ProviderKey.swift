extension APNsSimulator {
    /// A signing key as Apple's developer account knows it.
    public struct ProviderKey: Sendable {
        /// The team, 10 letters or digits.
        public var teamID: String
        /// The id of the key, 10 letters or digits.
        public var keyID: String
        /// The public half in PEM (`-----BEGIN PUBLIC KEY-----`).
        public var publicKeyPEM: String
        /// The bundle ids of a topic-specific key; nil for a key of the whole team.
        public var bundleIDs: Set<String>?
        /// The services that the key is for.
        public var environments: Set<Environment>

        /// Creates a key.
        ///
        /// - Parameters:
        ///   - teamID: The team, 10 letters or digits.
        ///   - keyID: The id of the key, 10 letters or digits.
        ///   - publicKeyPEM: The public half in PEM.
        ///   - bundleIDs: The bundle ids of a topic-specific key; by default the key is for the whole team.
        ///   - environments: The services that the key is for; by default both.
        public init(
            teamID: String, keyID: String, publicKeyPEM: String, bundleIDs: Set<String>? = nil,
            environments: Set<Environment> = [.production, .sandbox]
        ) {
            self.teamID = teamID
            self.keyID = keyID
            self.publicKeyPEM = publicKeyPEM
            self.bundleIDs = bundleIDs
            self.environments = environments
        }
    }
}
