import Foundation
import PushModel
import Testing
import TidingsServer
import Timekeeping

/// A `tidings serve` on SQLite whose system calls are watched by strace.
struct TracedServer {
    let port: Int
    let key: String
    private let tracer: ChildProcess
    private let file: URL

    private struct Ready: Decodable { let url: String }

    /// Starts it with a tenant and a subscriber `ann`; fails where strace is missing or may not trace.
    init(folder: URL, _ settings: [String] = []) async throws {
        let data = folder.appendingPathComponent("data").path
        file = folder.appendingPathComponent("trace")
        let tenant = try await Administration.on(dataDirectory: data, databaseURL: nil, time: SystemTime()) {
            try await $0.bootstrapDevelopment(bundleID: "com.example.sample")
        }
        key = tenant.secretKey
        let server = try Executable.product("tidings")
        tracer = try ChildProcess(
            Executable(url: URL(fileURLWithPath: "/usr/bin/env")),
            [
                "strace", "-f", "-q", "-s", "24", "-e", "trace=\(SyncTrace.calls)", "-o", file.path, server.url.path,
                "serve", "--data", data, "--port", "0", "--json", "--log-level", "error", "--apns-production",
                "127.0.0.1:1", "--apns-sandbox", "127.0.0.1:1",
            ] + settings)
        guard let line = await tracer.out.first(where: { _ in true }) else {
            let words = await tracer.error.reduce(into: "") { $0 += $1 + " " }
            throw Failure(description: "The server did not start under strace: \(words)")
        }
        let ready = try JSONDecoder().decode(Ready.self, from: Data(line.utf8))
        port = try #require(ready.url.split(separator: ":").last.flatMap { Int($0) })
        let api = try #require(KeptConnection(port: port))
        let made = api.send("PUT", "/v1/subscribers/ann", headers: headers, body: Array("{}".utf8))
        try #require(made?.status == 201)
    }

    struct Failure: Error, CustomStringConvertible { let description: String }

    private var headers: [(String, String)] {
        [("Authorization", "Bearer \(key)"), ("Content-Type", "application/json")]
    }

    /// Sends messages on one connection, each after the answer of the last; blocks, and answers how many got a 202.
    ///
    /// They wait for a schedule, so that the server has nothing to write but that they are there.
    func send(_ count: Int) -> Int {
        guard let api = KeptConnection(port: port) else { return 0 }
        let tomorrow = ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: 86_400)).prefix(16)
        let body = Array(#"{"to":"ann","title":"x","schedule":{"at":"\#(tomorrow)"}}"#.utf8)
        return (0..<count).count { _ in
            api.send("POST", "/v1/messages", headers: headers, body: body)?.status == 202
        }
    }

    /// Ends the server in peace and reads what strace saw.
    func stop() async throws -> SyncTrace {
        let children = try String(
            contentsOfFile: "/proc/\(tracer.id)/task/\(tracer.id)/children", encoding: .utf8)
        let server = try #require(children.split(separator: " ").first.flatMap { Int32($0) })
        kill(server, SIGTERM)
        #expect(await tracer.exitStatus() == 0)
        return SyncTrace(try String(contentsOf: file, encoding: .utf8))
    }
}
