package import Foundation

/// Where the secret keys of this install are kept: the shared Keychain group, as two functions.
package struct KeyVault: Sendable {
    /// What looking into the vault can come to.
    package enum Reading: Sendable, Equatable {
        /// The stored bytes.
        case found(Data)
        /// Nothing was ever stored, or the app came to this phone from a backup of another.
        case absent
        /// The vault is shut, as before the first unlock; nothing may be concluded and nothing written.
        case unavailable
    }

    /// Looks into the vault.
    package var read: @Sendable () -> Reading
    /// Replaces what is stored.
    package var write: @Sendable (Data) throws -> Void

    /// Stores what was not there; false, and nothing is replaced, if there is something after all.
    package var create: @Sendable (Data) throws -> Bool

    /// Creates a vault from its functions.
    package init(
        read: @escaping @Sendable () -> Reading, write: @escaping @Sendable (Data) throws -> Void,
        create: (@Sendable (Data) throws -> Bool)? = nil
    ) {
        self.read = read
        self.write = write
        self.create =
            create ?? { content in
                guard read() == .absent else { return false }
                try write(content)
                return true
            }
    }
}
