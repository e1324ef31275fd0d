package import APNs
internal import Locking
internal import PushCrypto
package import Storage
package import Timekeeping

/// A client of APNs for each signing key and environment, made when it is first needed and kept.
///
/// Both environments share a key's provider token, as APNs wants it.
package final class APNsSenders: Sendable {
    private struct Key: Hashable {
        let teamID: String
        let keyID: String
        let secretHash: [UInt8]
    }
    private struct Route: Hashable {
        let key: Key
        let environment: PushEnvironment
    }
    private struct State {
        var credentials: [Key: ProviderCredential] = [:]
        var clients: [Route: APNsClient] = [:]
        var isClosed = false
    }

    private let production: APNsConfiguration
    private let sandbox: APNsConfiguration
    private let time: any TimeSource
    private let log: Log
    private let state = Locked(State())

    /// Prepares clients for the two environments.
    package init(production: APNsConfiguration, sandbox: APNsConfiguration, time: any TimeSource, log: Log) {
        self.production = production
        self.sandbox = sandbox
        self.time = time
        self.log = log
    }

    /// The sender over these clients.
    package var sender: PushSender {
        PushSender { batch, credential in
            do throws(APNsError) {
                return try await self.client(for: credential).send(batch)
            } catch {
                self.log.error("APNs credential not usable", ("key", credential.keyID), ("cause", "\(error)"))
                let reason: RejectionReason =
                    error.code == .invalidCredential ? .invalidProviderToken : .internalServerError
                let rejection = Rejection(
                    status: error.code == .invalidCredential ? 403 : 500, reason: reason, isLocal: true,
                    detail: "\(error)")
                return batch.map { _ in .rejected(rejection) }
            }
        }
    }

    /// What each client has done, with its environment.
    package func statistics() async -> [(environment: PushEnvironment, statistics: APNsStatistics)] {
        let clients = state.withLock { $0.clients }
        var statistics: [(environment: PushEnvironment, statistics: APNsStatistics)] = []
        for (route, client) in clients { statistics.append((route.environment, await client.statistics())) }
        return statistics
    }

    /// Ends all connections.
    package func close() async {
        let clients = state.withLock { state -> [APNsClient] in
            state.isClosed = true
            defer { state.clients.removeAll() }
            return Array(state.clients.values)
        }
        for client in clients { await client.close() }
    }

    private func client(for credential: PushCredential) throws(APNsError) -> APNsClient {
        let key = Key(
            teamID: credential.teamID, keyID: credential.keyID, secretHash: SHA256.hash(credential.privateKey))
        let route = Route(key: key, environment: credential.environment)
        let (configuration, time) = (credential.environment == .production ? production : sandbox, time)
        return try state.withLock { state throws(APNsError) -> APNsClient in
            guard !state.isClosed else { throw APNsError(.closed, detail: "the server is stopping") }
            if let client = state.clients[route] { return client }
            let signer: ProviderCredential
            if let known = state.credentials[key] {
                signer = known
            } else {
                signer = try ProviderCredential(
                    teamID: credential.teamID, keyID: credential.keyID, privateKeyPEM: credential.privateKey)
                state.credentials[key] = signer
            }
            let client = try APNsClient(configuration: configuration, credential: signer, time: time)
            state.clients[route] = client
            return client
        }
    }
}
