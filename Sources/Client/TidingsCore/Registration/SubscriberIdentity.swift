/// The person that this install speaks for: a user id of the app's backend, or an anonymous id of ours.
package struct SubscriberIdentity: Codable, Sendable, Hashable {
    /// The value of the `Tidings-Subscriber` header.
    package let id: String
    /// Hex HMAC-SHA256 of the id under the identity secret, if the backend supplied one.
    package let hash: String?

    /// Creates an identity.
    package init(id: String, hash: String? = nil) {
        self.id = id
        self.hash = hash
    }

    /// Whether nobody was identified yet.
    package var isAnonymous: Bool { id.hasPrefix(Self.anonymousPrefix) }

    /// The prefix that marks ids made on the device.
    package static let anonymousPrefix = "anon_"

    /// Makes a fresh anonymous identity: the prefix and 21 random characters.
    package static func anonymous(
        using generator: inout some RandomNumberGenerator
    ) -> SubscriberIdentity {
        let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        let characters = (0..<21).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] }
        return SubscriberIdentity(id: anonymousPrefix + String(characters))
    }
}
