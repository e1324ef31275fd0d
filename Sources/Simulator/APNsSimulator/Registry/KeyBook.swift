import Locking
package import PushCrypto
import Synchronization

/// The signing keys and apps that the simulated developer accounts have, and the provider tokens found right.
package final class KeyBook: Sendable {
    private let acceptsAnyKey: Bool
    private let state = Locked(State())
    private let currentVersion = Atomic(0)
    private let apps = Atomic(0)

    private struct State {
        var keys: [String: (key: APNsSimulator.ProviderKey, verifying: ES256.PublicKey)] = [:]
        var apps: [String: App] = [:]
        var verified: [String: (token: ProviderToken, key: APNsSimulator.ProviderKey?)] = [:]
    }

    /// An app as the developer account knows it.
    private struct App {
        var teamID: String
        var generation: Int
    }

    /// Creates an empty book.
    package init(acceptsAnyKey: Bool) { self.acceptsAnyKey = acceptsAnyKey }

    /// Grows with every change of the keys; what a connection found right before has to be looked up again.
    package var version: Int { currentVersion.load(ordering: .acquiring) }

    /// Grows with every app that is registered.
    package var appGeneration: Int { apps.load(ordering: .acquiring) }

    /// Adds a key or replaces the one with its id.
    ///
    /// - Throws: `invalid_value` when an id has a wrong form or the PEM is no P-256 public key, `limit_reached` when the
    ///   team has as many keys as it may have.
    package func add(_ key: APNsSimulator.ProviderKey) throws(SimulatorError) {
        for (name, value) in [("team id", key.teamID), ("key id", key.keyID)] where !Authorization.isID(value) {
            throw SimulatorError(
                .invalidValue, detail: "The \(name) has to be ten letters or digits, found \(value.utf8.count) bytes.")
        }
        let verifying: ES256.PublicKey
        do {
            verifying = try ES256.PublicKey(pem: key.publicKeyPEM)
        } catch {
            throw SimulatorError(
                .invalidValue, detail: "The public key has to be a P-256 key in PEM (BEGIN PUBLIC KEY).",
                underlying: error)
        }
        let fits = state.withLock { state in
            let others = state.keys.values.map(\.key).filter { $0.teamID == key.teamID && $0.keyID != key.keyID }
            guard KeyLimits.allow(key, beside: others) else { return false }
            state.keys[key.keyID] = (key, verifying)
            state.verified = [:]
            currentVersion.add(1, ordering: .releasing)
            return true
        }
        guard fits else {
            throw SimulatorError(
                .limitReached,
                detail: "A team may have \(KeyLimits.teamKeys) keys for all its topics in each environment, and "
                    + "\(KeyLimits.topicKeys) for certain ones with \(KeyLimits.topics) topics at most. Revoke one first."
            )
        }
    }

    /// Removes a key, as if it had been revoked; false when there was none.
    package func removeKey(_ keyID: String) -> Bool {
        state.withLock {
            $0.verified = [:]
            currentVersion.add(1, ordering: .releasing)
            return $0.keys.removeValue(forKey: keyID) != nil
        }
    }

    /// Registers an app of a team; from then on only that team may push to it.
    ///
    /// Again for the same team changes nothing: open connections go on.
    package func addApp(_ bundleID: String, teamID: String) {
        state.withLock {
            guard $0.apps[bundleID]?.teamID != teamID else { return }
            let generation = apps.add(1, ordering: .acquiringAndReleasing).newValue
            $0.apps[bundleID] = App(teamID: teamID, generation: generation)
        }
    }

    /// Checks that a sender may push to an app: of its team, and known when its connection began.
    ///
    /// An app that was never registered here is anyone's.
    package func checkApp(_ bundleID: String, for sender: ConnectionState.Sender) throws(APNsSimulator.Refusal) {
        guard appGeneration > 0 else { return }
        let isAllowed = state.withLock { state in
            guard let app = state.apps[bundleID] else { return true }
            return app.teamID == sender.teamID && app.generation <= sender.appGeneration
        }
        guard isAllowed else { throw APNsSimulator.Refusal(.topicDisallowed) }
    }

    /// Reads and verifies a provider token; the result is kept, so that each token costs one verification.
    package func verify(
        _ authorization: String
    ) throws(APNsSimulator.Refusal) -> (token: ProviderToken, key: APNsSimulator.ProviderKey?, version: Int) {
        // Read first: a key that changes meanwhile makes the result outdated, not the other way round.
        let version = version
        if let verified = state.withLock({ $0.verified[authorization] }) {
            return (verified.token, verified.key, version)
        }
        guard let read = Authorization(authorization) else { throw APNsSimulator.Refusal(.invalidProviderToken) }
        let token = read.token
        let known = state.withLock { $0.keys[token.keyID] }
        if let known {
            guard known.key.teamID == token.teamID, token.isSigned(by: known.verifying) else {
                throw APNsSimulator.Refusal(.invalidProviderToken)
            }
        } else {
            guard acceptsAnyKey, read.hasSignatureShape else { throw APNsSimulator.Refusal(.invalidProviderToken) }
        }
        state.withLock {
            guard currentVersion.load(ordering: .acquiring) == version else { return }
            if $0.verified.count >= 1000 { $0.verified = [:] }
            $0.verified[authorization] = (token, known?.key)
        }
        return (token, known?.key, version)
    }
}
