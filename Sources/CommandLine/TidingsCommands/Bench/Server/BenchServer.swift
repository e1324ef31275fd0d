import Foundation

/// `tidings serve` in a process of its own, and how it is reached.
struct BenchServer {
    /// Calls it with the tenant's secret key.
    let client: APIClient
    /// The root of its addresses.
    let url: String
    /// Its keys.
    let access: BenchAccess
    private let metricsClient: APIClient
    private let process: BenchProcess

    /// Starts it on data that is there, and waits until it listens.
    ///
    /// - Throws: `CommandError` if it does not start.
    static func start(
        _ place: BenchPlace, _ access: BenchAccess, apns: APNsBenchServer? = nil, options: [String] = []
    ) async throws -> BenchServer {
        var arguments = ["serve", "--json", "--port", "0", "--log-level", "error", "--drain", "1"] + options
        switch place {
        case .folder(let folder): arguments += ["--data", folder.path]
        case .database(let url): arguments += ["--database", url]
        }
        if let apns {
            let endpoint = "localhost:\(apns.port)"
            arguments += [
                "--apns-production", endpoint, "--apns-sandbox", endpoint, "--apns-ca-file", apns.caFile.path,
            ]
        }
        let process = try BenchProcess(Tool.executable.path, arguments)
        struct Ready: Decodable { var url: String }
        guard let line = await process.firstLine(),
            let ready = try? JSONDecoder().decode(Ready.self, from: Data(line.utf8)), let url = URL(string: ready.url)
        else {
            process.stop()
            throw CommandError(.failed, "The server did not start.", exitCode: .failure)
        }
        return BenchServer(
            client: APIClient(server: url, key: access.tenantKey, tenant: nil), url: ready.url,
            access: access,
            metricsClient: APIClient(server: url, key: access.metricsKey, tenant: nil), process: process)
    }

    /// Ends it at once, as a crash would.
    func stop() { process.stop() }

    /// What the kernel says of it.
    var usage: ProcessUsage { ProcessUsage(process: process.id) }

    /// Sends JSON and reads the `data` of the answer.
    func call<Value: Decodable>(
        _ method: String, _ path: String, _ body: String? = nil, as type: Value.Type = Value.self
    ) async throws -> Value {
        try await client.call(
            APIClient.Request(method: method, path: path, body: body.map { Data($0.utf8) }), as: type)
    }

    /// The samples of its metrics by name and labels, as they are written.
    func metrics() async throws -> [String: Double] {
        let answer = try await metricsClient.answer(APIClient.Request(method: "GET", path: "/metrics"))
        var samples: [String: Double] = [:]
        for line in String(decoding: answer.body, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
            guard let space = line.lastIndex(of: " ") else { continue }
            samples[String(line[..<space])] = Double(line[line.index(after: space)...])
        }
        return samples
    }
}
