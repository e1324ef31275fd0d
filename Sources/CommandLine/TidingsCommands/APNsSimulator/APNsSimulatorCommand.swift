import APNsSimulator
import Foundation
import Timekeeping

extension Command {
    /// `tidings apns-simulator`.
    static let apnsSimulator = Command(
        "apns-simulator", "Run a simulated APNs that any HTTP/2 client can send to.",
        discussion: """
            Listens on ports of the loopback address: the production service and the sandbox, channel management for each,
            and the control API over which keys, devices and faults are registered. Each start makes a new certificate
            authority and writes it to ca.pem in the data folder; clients have to trust that file. Ctrl-C and SIGTERM end it.
            """,
        options: [
            .value("port", "PORT", "Port of the production service; a free one by default."),
            .value("sandbox-port", "PORT", "Port of the sandbox; a free one by default."),
            .value("channels-port", "PORT", "Port of production's channel management; a free one by default."),
            .value("sandbox-channels-port", "PORT", "Port of the sandbox's channel management; a free one by default."),
            .value("alternative-port", "PORT", "A second port of production, like Apple's 2197; none by default."),
            .value("sandbox-alternative-port", "PORT", "A second port of the sandbox; none by default."),
            .value("control-port", "PORT", "Port of the control API; a free one by default."),
            .flag("accept-any-key", "Take well-formed provider tokens of keys that nobody registered."),
            .value("data", "DIR", "Folder for ca.pem; a temporary one by default."),
            .value("script", "FILE", "JSON file with faults and events; read again when it changes."),
            .flag("virtual-time", "A clock of its own that stands still until POST /v1/time moves it."),
            .value("background-budget", "COUNT", "Background pushes per app and hour; 3 by default, 0 for no limit."),
            .value("burst-interval", "SECONDS", "How long priority 5 waits for a device at rest; 900 by default."),
            .value("threads", "COUNT", "Threads that serve the two HTTP/2 ports; 1 by default."),
            .json,
        ],
        examples: [
            Example("tidings apns-simulator --accept-any-key", "Takes pushes of any sender for registered devices."),
            Example("tidings apns-simulator --json --data run", "Prints one line with the URLs when it is ready."),
        ]
    ) { invocation in
        let simulator = APNsSimulator(try configuration(invocation))
        let script = try invocation.value("script").map { try addFaults(of: $0, to: simulator) }
        let endpoints: APNsSimulator.Endpoints
        do {
            endpoints = try await simulator.start()
        } catch {
            throw CommandError(.failed, "\(error)", exitCode: .failure)
        }
        try invocation.output.result(Ready(endpoints), text: Ready(endpoints).text)
        if let path = invocation.value("script"), let script {
            await ScriptWatch(path: path, simulator: simulator, time: SystemTime(), note: invocation.output.note)
                .run(known: script)
        } else {
            await untilCancelled()
        }
        await shielded { await simulator.stop() }
        return .done
    }

    private static func configuration(_ invocation: Invocation) throws -> APNsSimulator.Configuration {
        var configuration = APNsSimulator.Configuration()
        configuration.productionPort = try invocation.integer("port", in: 0...65_535) ?? 0
        configuration.sandboxPort = try invocation.integer("sandbox-port", in: 0...65_535) ?? 0
        let ports = 0...65_535
        configuration.productionChannelsPort = try invocation.integer("channels-port", in: ports) ?? 0
        configuration.sandboxChannelsPort = try invocation.integer("sandbox-channels-port", in: ports) ?? 0
        configuration.productionAlternativePort = try invocation.integer("alternative-port", in: ports)
        configuration.sandboxAlternativePort = try invocation.integer("sandbox-alternative-port", in: ports)
        configuration.controlPort = try invocation.integer("control-port", in: 0...65_535) ?? 0
        if invocation.flag("virtual-time") { configuration.time = VirtualTime(now: SystemTime().now) }
        configuration.acceptsAnyKey = invocation.flag("accept-any-key")
        configuration.threads = try invocation.integer("threads", in: 1...64) ?? 1
        if let count = try invocation.integer("background-budget", in: 0...1_000_000) {
            configuration.backgroundPushesPerHour = count == 0 ? nil : count
        }
        if let seconds = try invocation.integer("burst-interval", in: 1...86_400) {
            configuration.burstInterval = .seconds(seconds)
        }
        configuration.dataDirectory = invocation.value("data").map { URL(fileURLWithPath: $0, isDirectory: true) }
        return configuration
    }

    private static func addFaults(of path: String, to simulator: APNsSimulator) throws -> Data {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandError(.invalidValue, "--script: cannot read \(quoted(path)). Check the path.")
        }
        do {
            try simulator.script(json: data)
            return data
        } catch {
            throw CommandError(.invalidValue, "--script: \(quoted(path)): \(error)")
        }
    }
}

/// What the command prints when the ports are open.
private struct Ready: Encodable {
    let apnsURL: String
    let sandboxURL: String
    let channelsURL: String
    let sandboxChannelsURL: String
    let alternativeURL: String?
    let sandboxAlternativeURL: String?
    let controlURL: String
    let caFile: String

    init(_ endpoints: APNsSimulator.Endpoints) {
        apnsURL = endpoints.productionURL
        sandboxURL = endpoints.sandboxURL
        channelsURL = endpoints.productionChannelsURL
        sandboxChannelsURL = endpoints.sandboxChannelsURL
        alternativeURL = endpoints.productionAlternativeURL
        sandboxAlternativeURL = endpoints.sandboxAlternativeURL
        controlURL = endpoints.controlURL
        caFile = endpoints.caFile
    }

    var text: String {
        """
        Simulated APNs   \(apnsURL)
        sandbox          \(sandboxURL)
        channels         \(channelsURL), sandbox \(sandboxChannelsURL)
        control API      \(controlURL)
        CA for clients   \(caFile)
        """
    }
}
