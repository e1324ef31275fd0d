import Foundation
import HTTP2

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server that takes pushes, in a process of its own.
struct APNsBenchServer {
    /// Which server it is.
    enum Kind: String, CaseIterable {
        /// nghttpd of nghttp2: the least that an HTTP/2 server can do.
        case nghttpd
        /// `tidings apns-simulator`, which checks every push.
        case simulator
    }

    /// The app that pushes are for.
    static let bundleID = "com.example.bench"
    private static let tokenCount = 1000

    /// Which server it is.
    let kind: Kind
    /// Where it listens on the loopback address.
    let port: Int
    /// The authority that its certificate is checked against.
    let caFile: URL
    /// The device tokens that it accepts.
    let tokens: [String]
    /// How many streams it allows at once.
    let streams: Int
    private let process: BenchProcess

    /// Starts a server and waits until it listens.
    static func start(_ kind: Kind, folder: URL) async throws -> APNsBenchServer {
        switch kind {
        case .nghttpd: try await startNghttpd(folder)
        case .simulator: try await startSimulator(folder)
        }
    }

    /// Ends the process.
    func stop() { process.stop() }

    /// nghttpd answers 200 for files that exist, so there is an empty one for each token.
    private static func startNghttpd(_ folder: URL) async throws -> APNsBenchServer {
        let root = folder.appendingPathComponent("root/3/device")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        let tokens = (0..<tokenCount).map { _ in
            (0..<4).map { _ in String(format: "%016lx", UInt64.random(in: .min ... .max)) }.joined()
        }
        for token in tokens { try Data().write(to: root.appendingPathComponent(token)) }
        let authority = try CertificateAuthority()
        let identity = try authority.issue(for: ["localhost", "127.0.0.1"])
        let (ca, chain, key) = (
            folder.appendingPathComponent("ca.pem"), folder.appendingPathComponent("chain.pem"),
            folder.appendingPathComponent("key.pem")
        )
        try authority.certificatePEM.write(to: ca, atomically: true, encoding: .utf8)
        try identity.certificateChainPEM.write(to: chain, atomically: true, encoding: .utf8)
        try identity.privateKeyPEM.write(to: key, atomically: true, encoding: .utf8)
        let port = try freePort()
        let process = try BenchProcess(
            "nghttpd",
            ["-a", "127.0.0.1", "-d", folder.appendingPathComponent("root").path, "\(port)", key.path, chain.path],
            package: "nghttp2-server")
        try await waitUntilListening(port, process)
        return APNsBenchServer(
            kind: .nghttpd, port: port, caFile: ca, tokens: tokens, streams: 100, process: process)
    }

    private static func startSimulator(_ folder: URL) async throws -> APNsBenchServer {
        let tool =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        let process = try BenchProcess(tool, ["apns-simulator", "--accept-any-key", "--json", "--data", folder.path])
        struct Ready: Decodable {
            var apnsURL: String
            var controlURL: String
            var caFile: String
        }
        do {
            guard let line = await process.firstLine(),
                let ready = try? JSONDecoder().decode(Ready.self, from: Data(line.utf8)),
                let port = URL(string: ready.apnsURL)?.port, let control = URL(string: ready.controlURL)
            else { throw CommandError(.failed, "The simulated APNs did not start.", exitCode: .failure) }
            return APNsBenchServer(
                kind: .simulator, port: port, caFile: URL(fileURLWithPath: ready.caFile),
                tokens: try await registerDevices(control), streams: 1000, process: process)
        } catch {
            process.stop()
            throw error
        }
    }

    /// Devices that are offline: APNs keeps one push for each and forgets the rest.
    private static func registerDevices(_ control: URL) async throws -> [String] {
        struct Device: Decodable { var id: String }
        struct Token: Decodable { var token: String }
        var tokens: [String] = []
        for _ in 0..<100 {
            let device: Device = try await call("POST", "v1/devices", [:], control)
            let token: Token = try await call(
                "POST", "v1/devices/\(device.id)/tokens", ["bundleId": bundleID, "environment": "production"], control)
            let _: Device = try await call("PATCH", "v1/devices/\(device.id)", ["online": false], control)
            tokens.append(token.token)
        }
        return tokens
    }

    private static func call<Answer: Decodable>(
        _ method: String, _ path: String, _ body: [String: any Sendable], _ root: URL
    ) async throws -> Answer {
        var request = URLRequest(url: root.appendingPathComponent(path))
        request.httpMethod = method
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONSerialization.data(withJSONObject: body)
        let (data, _) = try await URLSession.shared.data(for: request)
        return try JSONDecoder().decode(Answer.self, from: data)
    }

    /// nghttpd cannot choose a port itself; between this and its start another program may take the port.
    private static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else { throw CommandError(.failed, "There is no free port on 127.0.0.1.", exitCode: .failure) }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    private static func waitUntilListening(_ port: Int, _ process: BenchProcess) async throws {
        for _ in 0..<500 where process.isRunning {
            if isListening(port) { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        process.stop()
        throw CommandError(.failed, "nghttpd does not listen on port \(port).", exitCode: .failure)
    }

    private static func isListening(_ port: Int) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
