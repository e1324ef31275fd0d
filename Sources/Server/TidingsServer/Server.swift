internal import API
internal import APNs
package import Delivery
internal import Foundation
internal import Locking
internal import Metrics
internal import PushCrypto
internal import Storage
package import Timekeeping
internal import WebServer

/// The running server: storage, delivery and API, put together.
package final class Server: Sendable {
    /// What it was started with.
    package let configuration: ServerConfiguration
    private let time: any TimeSource
    private let log: Log
    private let parts = Locked<Parts?>(nil)

    private struct Parts: Sendable {
        let database: any Database
        let masterKeys: MasterKeys?
        let senders: APNsSenders
        let engine: DeliveryEngine
        let calls: CallKeeper
        let delivery: Task<Void, Never>
        let api: API
        let web: WebServer
    }

    /// Prepares a server; nothing is opened before `start`.
    package convenience init(configuration: ServerConfiguration, time: any TimeSource) {
        self.init(configuration: configuration, time: time, log: .standardError(configuration.logLevel, time: time))
    }

    /// Prepares a server that logs elsewhere.
    package init(configuration: ServerConfiguration, time: any TimeSource, log: Log) {
        self.configuration = configuration
        self.time = time
        self.log = log
    }

    /// Opens the database, listens, and begins to deliver.
    ///
    /// - Returns: The port that it listens on.
    /// - Throws: `StorageError` or `WebServerError`, each with a sentence for the operator.
    package func start() async throws -> Int {
        let opened = try await OpenDatabase.open(
            folder: configuration.dataDirectory, url: configuration.databaseURL, lease: configuration.lease,
            flushDelay: configuration.flushDelay, time: time)
        do {
            return try await start(opened)
        } catch {
            await opened.database.close()
            throw error
        }
    }

    private func start(_ opened: OpenDatabase) async throws -> Int {
        let masterKeys =
            try configuration.masterKeys
            ?? (opened.isShared ? nil : MasterKeyFile.keys(in: configuration.dataDirectory))
        let system = SystemHandle(database: opened.database, masterKeys: masterKeys)
        try await prepareSecrets(system, isSealed: masterKeys != nil)
        // A folder belongs to this process alone, so whoever held the leases is gone; others work on a shared database.
        let resumed = opened.isShared ? 0 : try await system.releaseLeases(now: time.now)
        if resumed > 0 { log.info("Resuming deliveries of an earlier run", ("count", String(resumed))) }
        let senders = APNsSenders(
            production: apns(configuration.apnsProduction), sandbox: apns(configuration.apnsSandbox),
            storage: system, time: time, log: log)
        var delivering = DeliveryEngine.Configuration()
        delivering.lease = configuration.lease
        if opened.isShared { delivering.longestRest = .seconds(5) }
        let engine = DeliveryEngine(
            storage: system, sender: senders.sender, time: time, log: log, configuration: delivering)
        let keeper = RetentionKeeper(storage: system, policy: configuration.retention, time: time, log: log)
        let calls = CallKeeper(
            storage: system, streams: CallStreams(time: time), time: time, log: log,
            longestRest: delivering.longestRest
        ) { engine.wakeUrgently() }
        system.listen {
            engine.lookForWork()
            calls.lookForNews()
        }
        let api = API(
            storage: system, acceptance: MessageAcceptance { engine.wake() }, calls: calls, time: time, log: log,
            requestsPerSecond: configuration.requestsPerSecond,
            apnsHost: { [configuration] environment in
                switch environment {
                case .production: configuration.apnsProduction.host
                case .sandbox: configuration.apnsSandbox.host
                }
            },
            probe: senders.probe,
            isReady: { await system.isReachable() },
            metrics: { page in
                await engine.writeMetrics(to: &page)
                keeper.writeMetrics(to: &page)
                calls.writeMetrics(to: &page)
                page.write(await senders.statistics())
                opened.writeMetrics(to: &page)
                ProcessMetrics.write(to: &page)
            })
        var settings = WebServer.Configuration()
        settings.host = configuration.bindAddress
        settings.port = configuration.port
        settings.bodyByteLimit = configuration.bodyByteLimit
        settings.certificateFile = configuration.certificateFile
        settings.keyFile = configuration.keyFile
        let web = WebServer(settings, router: api.router, fallback: api.fallback)
        let port = try await web.start()
        // The only task without a parent: it is the server's own life, and `stop` waits for its end.
        let delivery = Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await keeper.run() }
                group.addTask { await calls.run() }
                await engine.run()
                group.cancelAll()
            }
        }
        parts.withLock {
            $0 = Parts(
                database: opened.database, masterKeys: masterKeys, senders: senders, engine: engine,
                calls: calls, delivery: delivery, api: api, web: web)
        }
        log.info("Server started", ("port", String(port)), ("data", configuration.placeOfData))
        return port
    }

    /// Refuses to start over secrets that it cannot open, and seals those that lie there in clear.
    private func prepareSecrets(_ system: SystemHandle, isSealed: Bool) async throws {
        let inClear = try await system.checkSecrets()
        if isSealed {
            let count = inClear > 0 ? try await system.sealSecrets(rotates: false) : 0
            if count > 0 { log.info("Secrets sealed with the master key", ("count", String(count))) }
        } else {
            log.error("No master key: APNs keys and identity secrets lie in the database as they are")
        }
    }

    private func apns(_ endpoint: ServerConfiguration.Endpoint) -> APNsConfiguration {
        var apns = APNsConfiguration(host: endpoint.host, port: endpoint.port)
        if let file = configuration.apnsCAFile { apns.trust = .file(file) }
        return apns
    }

    /// What can be done on the running server's database: tenants and keys.
    ///
    /// - Returns: Nil unless the server is started.
    package var administration: Administration? {
        parts.withLock { $0 }.map {
            Administration(database: $0.database, masterKeys: $0.masterKeys, time: time)
        }
    }

    /// Refuses new requests, finishes what is in flight within the drain time, and closes the database.
    package func stop() async {
        let taken = parts.withLock { parts -> Parts? in
            defer { parts = nil }
            return parts
        }
        guard let taken else { return }
        log.info("Server is draining")
        taken.api.drain()
        await taken.web.stop(drain: configuration.drain)
        taken.calls.stop()
        taken.engine.stop()
        await finish(taken)
        await taken.database.close()
        log.info("Server stopped")
    }

    /// Waits for the pushes in flight; those that take longer are ambiguous and go out again after the next start.
    private func finish(_ parts: Parts) async {
        let (time, drain) = (time, configuration.drain)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                // Closing ends every push in flight, and with them the delivery.
                if (try? await time.sleep(for: drain)) != nil { await parts.senders.close() }
            }
            await parts.delivery.value
            group.cancelAll()
        }
        await parts.senders.close()
    }
}
