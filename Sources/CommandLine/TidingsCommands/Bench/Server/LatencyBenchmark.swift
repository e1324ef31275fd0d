import Foundation

/// How long a message takes from its 202 to APNs while there is nothing else to do, and what the server holds then.
struct LatencyBenchmark {
    let order: BenchOrder
    /// How many messages are sent, one after the other.
    var rounds = 300

    /// Memory of a server that has just started, and waiting times.
    ///
    /// The end is the moment at which the simulated APNs tells of the push, which is a little after it came.
    func run(_ folder: URL) async throws -> [Figure] {
        order.note("\(rounds) messages, one after the other")
        let place = BenchPlace.folder(folder.appendingPathComponent("idle"))
        let access = try await BenchAudience(count: 1).fill(place)
        let apns = try await APNsBenchServer.start(.simulator, tokenCount: 0, folder: folder)
        defer { apns.stop() }
        guard let control = apns.control else { return [] }
        let device = try control.registerDevice(token: BenchAudience.token(0))
        let server = try await BenchServer.start(place, access, apns: apns)
        defer { server.stop() }
        _ = try await server.client.answer(APIClient.Request(method: "GET", path: "/healthz"))
        try await Task.sleep(for: .seconds(1))
        let idle = server.usage.memory.residentMegabytes
        var times: [Double] = []
        var last = 0
        for number in 0..<rounds {
            try control.askForPushes(device: device, after: last)
            let accepted = try post(server, number)
            let answer = try control.pushes()
            guard answer.count == 1 else {
                throw CommandError(.failed, "A push did not come within ten seconds.", exitCode: .failure)
            }
            last = answer.last
            // The first opens the connection to APNs.
            if number > 0 { times.append((ContinuousClock.now - accepted) / .milliseconds(1)) }
        }
        times.sort()
        return [
            Figure(
                "server.idle.memory", idle, unit: "MB", reference: 40, referenceName: "limit", target: .atMost(1)),
            Figure(
                "server.latency.p50", times[times.count / 2], unit: "ms from 202 to APNs", reference: 3,
                referenceName: "limit", target: .atMost(1)),
            Figure(
                "server.latency.p99", times[times.count * 99 / 100], unit: "ms from 202 to APNs", reference: 10,
                referenceName: "limit", target: .atMost(1)),
        ]
    }

    /// Sends a message on a connection of its own.
    ///
    /// - Returns: When its answer came.
    private func post(_ server: BenchServer, _ number: Int) throws -> ContinuousClock.Instant {
        guard let port = URL(string: server.url)?.port, let connection = Loopback.connect(to: port) else {
            throw CommandError(.failed, "The server does not listen.", exitCode: .failure)
        }
        defer { close(connection) }
        let body = #"{"to":"user-0","title":"Message \#(number)","body":"It waits for nothing."}"#
        let text =
            "POST /v1/messages HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Authorization: Bearer \(server.access.tenantKey)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        var answer = [UInt8](repeating: 0, count: 4096)
        guard Array(text.utf8).withUnsafeBytes({ Loopback.write($0, to: connection) }) else {
            throw CommandError(.failed, "The server hung up.", exitCode: .failure)
        }
        let count = answer.withUnsafeMutableBytes { recv(connection, $0.baseAddress, $0.count, 0) }
        let time = ContinuousClock.now
        guard String(decoding: answer.prefix(max(0, count)), as: UTF8.self).hasPrefix("HTTP/1.1 202") else {
            throw CommandError(.failed, "The server did not accept a message.", exitCode: .failure)
        }
        return time
    }
}
