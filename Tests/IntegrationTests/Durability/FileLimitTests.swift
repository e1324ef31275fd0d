import Foundation
import PushModel
import StorageTestSupport
import TestSupport
import Testing
import TidingsServer
import Timekeeping

/// A server whose files may not grow (`ulimit -f`): the kernel's answer is a signal that ends a process by default.
@Suite(.on(.sqlite), .timeLimit(.minutes(2))) struct FileLimitTests {
    private struct Ready: Decodable { let url: String }

    @Test func `a file that may not grow is answered like a full disk, and all goes on when it may`() async throws {
        try await ScratchFolder.with { folder in
            let data = folder.url.appendingPathComponent("data").path
            let tenant = try await Administration.on(dataDirectory: data, databaseURL: nil, time: SystemTime()) {
                try await $0.bootstrapDevelopment(bundleID: "com.example.sample")
            }
            let server = try ChildProcess(
                Executable(url: URL(fileURLWithPath: "/bin/sh")),
                [
                    // Blocks of 512 bytes: 4 MiB.
                    "-c", "ulimit -S -f 8192; exec \"$@\"", "sh", try Executable.product("tidings").url.path, "serve",
                    "--data", data, "--port", "0", "--json", "--log-level", "error",
                    "--apns-production", "127.0.0.1:1", "--apns-sandbox", "127.0.0.1:1",
                ])
            let line = try #require(await server.out.first { _ in true })
            let ready = try JSONDecoder().decode(Ready.self, from: Data(line.utf8))
            let port = try #require(ready.url.split(separator: ":").last.flatMap { Int($0) })
            let api = try #require(KeptConnection(port: port))
            let headers = [("Authorization", "Bearer \(tenant.secretKey)"), ("Content-Type", "application/json")]
            try #require(
                api.send("PUT", "/v1/subscribers/ann", headers: headers, body: Array("{}".utf8))?.status == 201)
            let body = Array(#"{"to":"ann","title":"x","body":"\#(String(repeating: "a", count: 3_000))"}"#.utf8)

            var accepted: [String] = []
            var refusal: KeptConnection.Answer?
            while refusal == nil, accepted.count < 5_000 {
                let answer = try #require(api.send("POST", "/v1/messages", headers: headers, body: body))
                if answer.status == 202, let id = try JSONValue(parsing: answer.body)["data"]?["id"]?.string {
                    accepted.append(id)
                } else {
                    refusal = answer
                }
            }
            let refused = try #require(refusal)
            #expect(refused.status == 503 && !accepted.isEmpty)
            #expect(try JSONValue(parsing: refused.body)["error"]?["code"]?.string == "storage_unavailable")
            let last = try #require(accepted.last)
            #expect(api.send("GET", "/v1/messages/\(last)", headers: headers)?.status == 200)

            let relief = try ChildProcess(
                Executable(url: URL(fileURLWithPath: "/usr/bin/prlimit")),
                ["--pid", String(server.id), "--fsize=unlimited"])
            try #require(await relief.exitStatus() == 0)
            let next = try #require(api.send("POST", "/v1/messages", headers: headers, body: body))
            #expect(next.status == 202)
            for id in accepted {
                #expect(api.send("GET", "/v1/messages/\(id)", headers: headers)?.status == 200)
            }
            server.signal(SIGTERM)
            #expect(await server.exitStatus() == 0)
        }
    }
}
