import EventLoop
import Foundation
import HTTP2
import WebServer

/// The three open ports of a running simulator with what they stand on.
struct Ports: Sendable {
    /// Where they are.
    let endpoints: APNsSimulator.Endpoints
    private let loops: [EventLoop]
    private let servers: [HTTP2Server]
    private let control: WebServer
    private let certificate: CertificateFile

    /// Opens all ports, or none.
    init(_ simulator: APNsSimulator) async throws {
        let configuration = simulator.configuration
        let authority = try CertificateAuthority(name: "Tidings simulated APNs")
        let identity = try authority.issue(for: Self.names(of: configuration.host))
        certificate = try CertificateFile(pem: authority.certificatePEM, directory: configuration.dataDirectory)
        var limits = HTTP2Limits()
        limits.maxConcurrentStreams = 1
        var loops: [EventLoop] = []
        var servers: [HTTP2Server] = []
        do {
            for number in 0..<max(1, configuration.threads) {
                loops.append(try EventLoop(name: "apns-sim-\(number)"))
            }
            var ports: [Int] = []
            for (environment, port) in [
                (APNsSimulator.Environment.production, configuration.productionPort),
                (.sandbox, configuration.sandboxPort),
            ] {
                let server = try HTTP2Server(
                    loops: loops, identity: identity, limits: limits, requiresALPN: false,
                    handler: PushPort(environment, core: simulator.core).handler)
                ports.append(try await server.start(host: configuration.host, port: port))
                servers.append(server)
            }
            control = WebServer(
                Self.controlSettings(configuration), router: ControlAPI(simulator: simulator).router,
                fallback: ControlAPI.fallback)
            let controlPort = try await control.start()
            let host = configuration.host == "127.0.0.1" ? "localhost" : Self.bracketed(configuration.host)
            endpoints = APNsSimulator.Endpoints(
                productionURL: "https://\(host):\(ports[0])", sandboxURL: "https://\(host):\(ports[1])",
                controlURL: "http://\(Self.bracketed(configuration.host)):\(controlPort)", caFile: certificate.path)
            self.loops = loops
            self.servers = servers
        } catch {
            for server in servers { await server.stop() }
            for loop in loops { loop.shutdown() }
            certificate.remove()
            throw SimulatorError(.cannotListen, detail: "\(error)", underlying: error)
        }
    }

    /// Closes all ports.
    func close() async {
        await control.stop(drain: .zero)
        for server in servers { await server.stop() }
        for loop in loops { loop.shutdown() }
        certificate.remove()
    }

    private static func names(of host: String) -> [String] {
        let usual = ["localhost", "127.0.0.1", "::1"]
        return usual.contains(host) || host == "0.0.0.0" || host == "::" ? usual : usual + [host]
    }

    private static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

    private static func controlSettings(_ configuration: APNsSimulator.Configuration) -> WebServer.Configuration {
        var settings = WebServer.Configuration()
        settings.host = configuration.host
        settings.port = configuration.controlPort
        settings.loopCount = 1
        settings.idleTimeout = .seconds(2 * ControlAPI.longestWait)
        return settings
    }
}

/// `ca.pem` in a folder that was given, or in a temporary one.
private struct CertificateFile {
    let path: String
    private let temporary: URL?

    init(pem: String, directory: URL?) throws(SimulatorError) {
        let files = FileManager.default
        let folder =
            directory ?? files.temporaryDirectory.appendingPathComponent("tidings-apns-\(CanonicalUUID.random())")
        let file = folder.appendingPathComponent("ca.pem")
        do {
            try files.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(pem.utf8).write(to: file, options: .atomic)
        } catch {
            throw SimulatorError(.cannotWrite, detail: file.path, underlying: error)
        }
        path = file.path
        temporary = directory == nil ? folder : nil
    }

    func remove() {
        if let temporary { try? FileManager.default.removeItem(at: temporary) }
    }
}
