import EventLoop
import Foundation
import HTTP2
import Timekeeping
import WebServer

/// A simulated Apple Push Notification service: HTTP/2 over TLS for senders, a control API for everything else.
///
/// It checks what Apple documents (see Documentation/APNsSimulator.md) and hands accepted pushes to the devices that were
/// registered with it, either here or over the control API.
public final class APNsSimulator: Sendable {
    let core: SimulatorCore
    private let running = Locked<Running?>(nil)

    private struct Running: Sendable {
        var loops: [EventLoop]
        var servers: [HTTP2Server]
        var control: WebServer
        var temporaryDirectory: URL?
    }

    /// Prepares a simulator; nothing listens yet.
    public init(_ configuration: Configuration = Configuration()) { core = SimulatorCore(configuration) }

    /// The settings it was made with.
    public var configuration: Configuration { core.configuration }

    /// Makes a certificate authority, opens the ports and answers where they are.
    ///
    /// - Throws: `SimulatorError` when a port is taken, the folder cannot be written, or it runs already.
    public func start() async throws -> Endpoints {
        guard running.withLock({ $0 == nil }) else { throw SimulatorError(.alreadyRunning) }
        let authority = try CertificateAuthority(name: "Tidings simulated APNs")
        let identity = try authority.issue(for: ["localhost", "127.0.0.1", "::1"])
        let (caFile, temporaryDirectory) = try writeCertificate(authority.certificatePEM)
        var limits = HTTP2Limits()
        limits.maxConcurrentStreams = 1
        let loops = try (0..<max(1, configuration.threads)).map { try EventLoop(name: "apns-sim-\($0)") }
        var servers: [HTTP2Server] = []
        var ports: [Int] = []
        for (environment, port) in [
            (Environment.production, configuration.productionPort), (.sandbox, configuration.sandboxPort),
        ] {
            let server = try HTTP2Server(
                loops: loops, identity: identity, limits: limits,
                handler: PushPort(environment, core: core).handler)
            ports.append(try await server.start(host: configuration.host, port: port))
            servers.append(server)
        }
        var settings = WebServer.Configuration()
        settings.host = configuration.host
        settings.port = configuration.controlPort
        settings.loopCount = 1
        settings.idleTimeout = .seconds(2 * ControlAPI.longestWait)
        let control = WebServer(
            settings, router: ControlAPI(simulator: self).router, fallback: ControlAPI.fallback)
        let controlPort = try await control.start()
        let started = Running(
            loops: loops, servers: servers, control: control, temporaryDirectory: temporaryDirectory)
        running.withLock { $0 = started }
        return Endpoints(
            productionURL: "https://localhost:\(ports[0])", sandboxURL: "https://localhost:\(ports[1])",
            controlURL: "http://\(configuration.host):\(controlPort)", caFile: caFile)
    }

    /// Closes the ports and removes the temporary folder; does nothing when it does not run.
    public func stop() async {
        let stopped = running.withLock { state in
            defer { state = nil }
            return state
        }
        guard let stopped else { return }
        await stopped.control.stop(drain: .zero)
        for server in stopped.servers { await server.stop() }
        for loop in stopped.loops { loop.shutdown() }
        if let directory = stopped.temporaryDirectory { try? FileManager.default.removeItem(at: directory) }
    }

    private func writeCertificate(_ pem: String) throws -> (path: String, temporary: URL?) {
        let files = FileManager.default
        let directory =
            configuration.dataDirectory
            ?? files.temporaryDirectory.appendingPathComponent("tidings-apns-\(UUID().uuidString)")
        let file = directory.appendingPathComponent("ca.pem")
        do {
            try files.createDirectory(at: directory, withIntermediateDirectories: true)
            try Data(pem.utf8).write(to: file, options: .atomic)
        } catch {
            throw SimulatorError(.cannotWrite, detail: file.path, underlying: error)
        }
        return (file.path, configuration.dataDirectory == nil ? directory : nil)
    }
}
