package import Foundation
package import PushCrypto

/// The key pairs of this install: the one that the server encrypts for, and old ones for messages on their way.
package struct KeyRing: Codable, Sendable {
    /// A key pair with its name and its time.
    package struct Entry: Codable, Sendable {
        /// The name by which a message says which pair it was sealed for.
        package var id: String
        /// The pair, serialised.
        package var keys: Data
        /// When the server confirmed a newer pair; nil for the newest.
        package var retiredAt: Date?
        /// When it was made; nil for pairs of early versions.
        package var madeAt: Date?
    }

    /// How long an old pair opens messages, in seconds: 30 days after the server confirmed the new one.
    package static let retirement: TimeInterval = 30 * 86_400

    /// How long a pair is the newest before another takes its place, in seconds: 90 days.
    package static let lifetime: TimeInterval = 90 * 86_400

    /// The pairs, newest first.
    package private(set) var entries: [Entry]
    /// The install that the ring was made for.
    package let installID: String

    /// Makes a ring with one fresh pair.
    package init(installID: String, now: Date? = nil) throws {
        self.installID = installID
        entries = []
        try rotate(now: now)
    }

    /// Whether the newest pair may be followed by another: not while the server still has an older one.
    package var isSettled: Bool { entries.dropFirst().allSatisfy { $0.retiredAt != nil } }

    /// Whether the newest pair has been in use for so long that another should take its place.
    package func isWorn(now: Date) -> Bool {
        guard let newest = entries.first else { return false }
        return newest.madeAt.map { now.timeIntervalSince($0) > Self.lifetime } ?? true
    }

    /// Adds a fresh pair; the old one goes on working until the server has the new one.
    package mutating func rotate(now: Date? = nil) throws {
        let keys = try PayloadKeys.generate()
        let id = String(StableDigest.hex(of: keys.publicKey).prefix(16))
        entries.insert(Entry(id: id, keys: Data(keys.serialized()), madeAt: now), at: 0)
    }

    /// The server encrypts for a pair from now on: older ones retire.
    package mutating func confirm(id: String, now: Date) {
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
        for older in entries.indices.dropFirst(index + 1) where entries[older].retiredAt == nil {
            entries[older].retiredAt = now
        }
        entries.removeAll { entry in entry.retiredAt.map { now.timeIntervalSince($0) > Self.retirement } ?? false }
    }

    /// The pair with a name, or the newest for a message that names none.
    package func keys(id: String?) -> PayloadKeys? {
        let entry = id.map { id in entries.first { $0.id == id } } ?? entries.first
        return entry.flatMap { try? PayloadKeys(serialized: [UInt8]($0.keys)) }
    }

    /// What the server has to know of the newest pair.
    package var registration: DeviceRegistration.Encryption? {
        guard let newest = entries.first, let keys = keys(id: newest.id) else { return nil }
        return DeviceRegistration.Encryption(
            keyId: newest.id, publicKey: Base64URL.encode(keys.publicKey), auth: Base64URL.encode(keys.authSecret))
    }

    /// Reads a ring out of a vault; nil if there is none or it is shut.
    package static func read(from vault: KeyVault) -> KeyRing? {
        guard case .found(let content) = vault.read() else { return nil }
        return try? JSONDecoder().decode(KeyRing.self, from: content)
    }

    /// Puts the ring into a vault that has none; false if it has one after all.
    package func create(in vault: KeyVault) throws -> Bool {
        try vault.create(JSONEncoder().encode(self))
    }

    /// Puts the ring into a vault.
    package func write(to vault: KeyVault) throws {
        try vault.write(JSONEncoder().encode(self))
    }
}
