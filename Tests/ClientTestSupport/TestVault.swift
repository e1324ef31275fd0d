import Foundation
import Locking
package import TidingsCore

/// A Keychain of one test.
package final class TestVault: Sendable {
    private struct State {
        var content: Data?
        var isShut = false
        var findsNothing = false
    }

    private let state = Locked(State())

    package init() {}

    /// The vault as the client takes it.
    package var vault: KeyVault {
        KeyVault(
            read: { [self] in
                state.withLock { state in
                    if state.isShut { return state.findsNothing ? .absent : .unavailable }
                    return state.content.map { .found($0) } ?? .absent
                }
            },
            write: { [self] content in
                let isShut = state.withLock { state in
                    if !state.isShut { state.content = content }
                    return state.isShut
                }
                if isShut { throw TidingsError(.storage, detail: "the vault is shut") }
            })
    }

    /// Makes the vault unreadable, as before the first unlock, when some phones say that there is no item.
    package func setShut(_ isShut: Bool, findingNothing: Bool = false) {
        state.withLock { state in
            state.isShut = isShut
            state.findsNothing = findingNothing
        }
    }

    /// Takes everything out, as a restore to another phone does.
    package func empty() { state.withLock { $0.content = nil } }
}
