import Foundation

/// A server that takes pushes, in a process of its own.
struct APNsBenchServer {
    /// Which server it is.
    enum Kind: String, CaseIterable {
        /// nghttpd of nghttp2: the least that an HTTP/2 server can do.
        case nghttpd
        /// `tidings apns-simulator`, which checks every push.
        case simulator
    }

    /// Requests that both servers let a client have under way on a connection.
    static let streamCount = 1000

    /// Which server it is.
    let kind: Kind
    /// Where it listens on the loopback address.
    let port: Int
    /// The authority that its certificate is checked against.
    let caFile: URL
    /// The control API of the simulated APNs.
    let control: SimulatorControl?
    private let process: BenchProcess

    /// Describes a server that runs.
    init(kind: Kind, port: Int, caFile: URL, control: SimulatorControl? = nil, process: BenchProcess) {
        self.kind = kind
        self.port = port
        self.caFile = caFile
        self.control = control
        self.process = process
    }

    /// Starts a server that accepts the device tokens 0 to `tokenCount` - 1, and waits until it listens.
    static func start(
        _ kind: Kind, tokenCount: Int, folder: URL, token: @escaping (Int) -> String = BenchPushes.token
    ) async throws -> APNsBenchServer {
        switch kind {
        case .nghttpd: try await startNghttpd(tokenCount, folder)
        case .simulator: try await startSimulator(tokenCount, folder, token)
        }
    }

    /// Ends the process.
    func stop() { process.stop() }

    /// User and system time that the server has used so far, in seconds; counted in hundredths.
    var processorSeconds: Double { ProcessorTime.seconds(ofProcess: process.id) }

    private static func startSimulator(
        _ tokenCount: Int, _ folder: URL, _ token: (Int) -> String
    ) async throws -> APNsBenchServer {
        let process = try BenchProcess(
            Tool.executable.path, ["apns-simulator", "--accept-any-key", "--json", "--data", folder.path])
        struct Ready: Decodable {
            var apnsURL: String
            var controlURL: String
            var caFile: String
        }
        do {
            guard let line = await process.firstLine(),
                let ready = try? JSONDecoder().decode(Ready.self, from: Data(line.utf8)),
                let port = URL(string: ready.apnsURL)?.port,
                let controlPort = URL(string: ready.controlURL)?.port
            else { throw CommandError(.failed, "The simulated APNs did not start.", exitCode: .failure) }
            let control = try SimulatorControl(port: controlPort)
            try control.registerTokens(tokenCount, token: token)
            return APNsBenchServer(
                kind: .simulator, port: port, caFile: URL(fileURLWithPath: ready.caFile), control: control,
                process: process)
        } catch {
            process.stop()
            throw error
        }
    }
}
