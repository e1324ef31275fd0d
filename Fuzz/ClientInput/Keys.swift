import Foundation
import PushCrypto
import TidingsCore

/// What the fuzzed device has in its Keychain: one pair of keys.
enum Keys {
    /// A Keychain with a ring in it.
    static let vault: KeyVault = {
        do {
            let content = try JSONEncoder().encode(ring)
            return KeyVault(read: { .found(content) }, write: { _ in })
        } catch {
            fatalError("the fuzzer cannot write its keys: \(error)")
        }
    }()

    /// A Keychain with nothing in it.
    static let empty = KeyVault(read: { .absent }, write: { _ in })

    /// The name of the pair.
    static let id = ring.entries[0].id

    /// The pair itself.
    static let pair: PayloadKeys = {
        guard let pair = ring.keys(id: nil) else { fatalError("the fuzzer has no keys") }
        return pair
    }()

    private static let ring: KeyRing = {
        do { return try KeyRing(installID: "install") } catch { fatalError("the fuzzer cannot make keys: \(error)") }
    }()
}
