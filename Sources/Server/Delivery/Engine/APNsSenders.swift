package import APNs
internal import Locking
internal import PushCrypto
package import Storage
package import Timekeeping

/// A client of APNs for each credential and environment, made when it is first needed and kept.
///
/// Both environments share a key's provider token, as APNs wants it, and so do all servers on the database.
package final class APNsSenders: Sendable {
    /// What tells credentials apart, without their secrets.
    private enum Key: Hashable {
        case token(ProviderTokenKey)
        case certificate([UInt8])
    }
    private struct Route: Hashable {
        let key: Key
        let environment: PushEnvironment
    }
    private struct State {
        var signers: [ProviderTokenKey: ProviderCredential] = [:]
        var clients: [Route: APNsClient] = [:]
        var isClosed = false
    }

    private let production: APNsConfiguration
    private let sandbox: APNsConfiguration
    private let tokens: ProviderTokens
    let time: any TimeSource
    private let log: Log
    private let state = Locked(State())

    /// Prepares clients for the two environments.
    ///
    /// - Parameters:
    ///   - production: Where production pushes go.
    ///   - sandbox: Where sandbox pushes go.
    ///   - storage: Where servers share provider tokens; nil shares none.
    ///   - time: The clock.
    ///   - log: Where faults are told.
    package init(
        production: APNsConfiguration, sandbox: APNsConfiguration, storage: SystemHandle? = nil, time: any TimeSource,
        log: Log
    ) {
        self.production = production
        self.sandbox = sandbox
        self.time = time
        self.log = log
        tokens = ProviderTokens(storage: storage, time: time, log: log)
    }

    /// The sender over these clients.
    package var sender: PushSender {
        PushSender { batch, credential in
            do throws(APNsError) {
                return try await self.send(batch, credential)
            } catch {
                self.log.error("APNs credential not usable", ("app", String(credential.app)), ("cause", "\(error)"))
                let reason: RejectionReason =
                    error.code == .invalidCredential ? .invalidProviderToken : .internalServerError
                let rejection = Rejection(
                    status: error.code == .invalidCredential ? 403 : 500, reason: reason, isLocal: true,
                    detail: "\(error)")
                return batch.map { _ in .rejected(rejection) }
            }
        }
    }

    private func send(_ batch: [PushRequest], _ credential: PushCredential) async throws(APNsError) -> [PushResult] {
        let (client, signer) = try client(for: credential)
        guard let signer else { return await client.send(batch) }
        await tokens.prepare(signer.credential, signer.key)
        var results = await client.send(batch)
        // Another server may have made a token since; with the same one a repeat would be refused again.
        let expired = results.indices.filter { results[$0].isExpiredToken }
        if !expired.isEmpty, await tokens.prepare(signer.credential, signer.key) {
            let again = await client.send(expired.map { batch[$0] })
            for (index, result) in zip(expired, again) { results[index] = result }
        }
        return results
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

    /// How a credential proves itself, with a provider token that is fresh.
    func authentication(_ proof: PushProof) async throws(APNsError) -> Authentication {
        let (authentication, key) = try prepared(proof)
        if case .token(let signer) = authentication, case .token(let name) = key { await tokens.prepare(signer, name) }
        return authentication
    }

    /// Where pushes of an environment go.
    func configuration(_ environment: PushEnvironment) -> APNsConfiguration {
        environment == .production ? production : sandbox
    }

    private typealias Signer = (credential: ProviderCredential, key: ProviderTokenKey)

    private func client(for credential: PushCredential) throws(APNsError) -> (client: APNsClient, signer: Signer?) {
        let (authentication, key) = try prepared(credential.proof)
        let route = Route(key: key, environment: credential.environment)
        let (configuration, time) = (configuration(credential.environment), time)
        let client = try state.withLock { state throws(APNsError) -> APNsClient in
            guard !state.isClosed else { throw APNsError(.closed, detail: "the server is stopping") }
            if let client = state.clients[route] { return client }
            let client = try APNsClient(configuration: configuration, authentication: authentication, time: time)
            state.clients[route] = client
            return client
        }
        guard case .token(let signer) = authentication, case .token(let name) = key else { return (client, nil) }
        return (client, (signer, name))
    }

    private func prepared(_ proof: PushProof) throws(APNsError) -> (Authentication, Key) {
        switch proof {
        case .token(let teamID, let keyID, let privateKey):
            let name = ProviderTokenKey(teamID: teamID, keyID: keyID, fingerprint: SHA256.hash(privateKey))
            let signer = try state.withLock { state throws(APNsError) -> ProviderCredential in
                if let known = state.signers[name] { return known }
                let signer = try ProviderCredential(teamID: teamID, keyID: keyID, privateKeyPEM: privateKey)
                state.signers[name] = signer
                return signer
            }
            return (.token(signer), .token(name))
        case .certificate(let chain, let privateKey, _):
            let certificate = try CertificateCredential(certificatePEM: chain, privateKeyPEM: privateKey)
            return (.certificate(certificate), .certificate(SHA256.hash(chain + privateKey)))
        }
    }
}

extension PushResult {
    fileprivate var isExpiredToken: Bool {
        if case .rejected(let rejection) = self { rejection.reason == .expiredProviderToken } else { false }
    }
}
