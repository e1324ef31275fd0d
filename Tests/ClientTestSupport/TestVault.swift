import Foundation
import Locking
package import TidingsCore

/// A Keychain of one test.
package final class TestVault: Sendable {
    private struct State {
        var content: Data?
        var isShut = false
    }

    private let state = Locked(State())

    package init() {}

    /// The vault as the client takes it.
    package var vault: KeyVault {
        KeyVault(
            read: { [self] in
                state.withLock { $0.isShut ? .unavailable : $0.content.map { .found($0) } ?? .absent }
            },
            write: { [self] content in
                let isShut = state.withLock { state in
                    if !state.isShut { state.content = content }
                    return state.isShut
                }
                if isShut { throw TidingsError(.storage, detail: "the vault is shut") }
            })
    }

    /// Makes the vault unreadable, as before the first unlock.
    package func setShut(_ isShut: Bool) { state.withLock { $0.isShut = isShut } }

    /// Takes everything out, as a restore to another phone does.
    package func empty() { state.withLock { $0.content = nil } }
}
