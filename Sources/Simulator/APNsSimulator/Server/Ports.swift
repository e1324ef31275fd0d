import EventLoop
import Foundation
import HTTP2
import Locking
import PushModel
import WebServer

/// The open ports of a running simulator with what they stand on.
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
            let core = simulator.core
            var ports: [Service: Int] = [:]
            var open: [OpenServer] = []
            for (service, port) in Self.services(configuration) {
                let handler = PushPort(service.environment, isManagement: service.isManagement, core: core).handler
                let server = try HTTP2Server(
                    loops: loops, identity: identity, limits: limits, requiresALPN: false,
                    clientAuthorityPEM: authority.certificatePEM, handler: handler)
                ports[service] = try await server.start(host: configuration.host, port: port)
                servers.append(server)
                open.append(
                    OpenServer(
                        environment: service.environment, isManagement: service.isManagement, server: server))
            }
            core.servers.withLock { [open] in $0 = open }
            core.authority.withLock { $0 = authority }
            control = WebServer(
                Self.controlSettings(configuration), router: ControlAPI(simulator: simulator).router,
                fallback: ControlAPI.fallback)
            let controlPort = try await control.start()
            let host = configuration.host == "127.0.0.1" ? "localhost" : Self.bracketed(configuration.host)
            func url(_ service: Service) -> String? { ports[service].map { "https://\(host):\($0)" } }
            endpoints = APNsSimulator.Endpoints(
                productionURL: url(Service(.production)) ?? "", sandboxURL: url(Service(.sandbox)) ?? "",
                productionChannelsURL: url(Service(.production, isManagement: true)) ?? "",
                sandboxChannelsURL: url(Service(.sandbox, isManagement: true)) ?? "",
                productionAlternativeURL: url(Service(.production, isAlternative: true)),
                sandboxAlternativeURL: url(Service(.sandbox, isAlternative: true)),
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

    /// What a port stands for.
    private struct Service: Hashable {
        var environment: APNsSimulator.Environment
        var isManagement: Bool
        var isAlternative: Bool

        init(_ environment: APNsSimulator.Environment, isManagement: Bool = false, isAlternative: Bool = false) {
            self.environment = environment
            self.isManagement = isManagement
            self.isAlternative = isAlternative
        }
    }

    private static func services(_ configuration: APNsSimulator.Configuration) -> [(Service, Int)] {
        let all: [(Service, Int?)] = [
            (Service(.production), configuration.productionPort), (Service(.sandbox), configuration.sandboxPort),
            (Service(.production, isManagement: true), configuration.productionChannelsPort),
            (Service(.sandbox, isManagement: true), configuration.sandboxChannelsPort),
            (Service(.production, isAlternative: true), configuration.productionAlternativePort),
            (Service(.sandbox, isAlternative: true), configuration.sandboxAlternativePort),
        ]
        return all.compactMap { service, port in port.map { (service, $0) } }
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
