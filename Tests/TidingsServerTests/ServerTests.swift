import API
import Delivery
import Foundation
import PushModel
import Storage
import TestSupport
import Testing
import TidingsServer
import Timekeeping

@Suite(.timeLimit(.minutes(1)))
struct ServerTests {
    /// A configuration on a fresh folder whose APNs nobody can reach.
    private static func with(
        _ body: (ServerConfiguration) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(
            try ServerConfiguration(values: [
                "data": folder.path, "port": "0", "drain": "1", "apns-production": "127.0.0.1:1",
                "apns-sandbox": "127.0.0.1:1",
            ]))
    }

    @Test func `what was accepted before a stop is there after the next start`() async throws {
        try await Self.with { configuration in
            let time = SystemTime()
            let tenant = try await Administration.on(dataDirectory: configuration.dataDirectory, time: time) {
                try await $0.bootstrapDevelopment(bundleID: "com.example.app")
            }
            var id = ""
            for round in 1...2 {
                let server = Server(configuration: configuration, time: time, log: .none)
                let url = "http://127.0.0.1:\(try await server.start())"
                let call = Caller(url: url, key: tenant.secretKey)
                if round == 1 {
                    let device = try await call(
                        "POST", "/v1/devices",
                        ["externalId": "ann", "bundleId": "com.example.app", "token": "ab12", "environment": "sandbox"])
                    #expect(device.status == 201)
                    let sent = try await call("POST", "/v1/messages", ["to": "ann", "title": "x"])
                    #expect(sent.status == 202)
                    id = sent.data["id"]?.string ?? ""
                } else {
                    let message = try await call("GET", "/v1/messages/\(id)")
                    #expect(message.status == 200)
                    #expect(message.data["id"]?.string == id)
                }
                await server.stop()
                await #expect(throws: (any Error).self) { try await call("GET", "/healthz") }
            }
        }
    }

    @Test func `metrics count requests and deliveries, and open to workspace keys only`() async throws {
        try await Self.with { configuration in
            let time = SystemTime()
            let (tenant, workspace) = try await Administration.on(
                dataDirectory: configuration.dataDirectory, time: time
            ) {
                let tenant = try await $0.bootstrapDevelopment(bundleID: "com.example.app")
                return (tenant, try await $0.issueKey(.workspace, tenant: nil, name: "metrics").secret)
            }
            let server = Server(configuration: configuration, time: time, log: .none)
            let url = "http://127.0.0.1:\(try await server.start())"
            let call = Caller(url: url, key: tenant.secretKey)
            _ = try await call("PUT", "/v1/subscribers/ann")
            _ = try await call("POST", "/v1/messages", ["to": "ann", "title": "x"])
            #expect(try await call("GET", "/metrics").status == 403)
            let page = try await Caller(url: url, key: workspace).text("/metrics")
            let lines = page.split(separator: "\n").map(String.init)
            for line in [
                #"tidings_http_requests_total{method="PUT",route="/v1/subscribers/{externalId}",status="201"} 1"#,
                #"tidings_http_requests_total{method="GET",route="/metrics",status="403"} 1"#,
                #"tidings_http_request_duration_seconds_count{method="POST",route="/v1/messages"} 1"#,
            ] {
                #expect(lines.contains(line), "\(page)")
            }
            for name in ["tidings_storage_commits_total", "tidings_delivery_delay_seconds", "process_open_fds"] {
                #expect(lines.contains { $0.hasPrefix("\(name) ") }, "\(name)")
            }
            let guide = try String(contentsOf: Self.root.appending(path: "Documentation/Metrics.md"), encoding: .utf8)
            for line in lines where line.hasPrefix("# TYPE ") {
                let name = line.split(separator: " ")[2]
                #expect(guide.contains("`\(name)`"), "Documentation/Metrics.md does not explain \(name)")
            }
            await server.stop()
        }
    }

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test func `a second server on the folder is refused with a sentence`() async throws {
        try await Self.with { configuration in
            let first = Server(configuration: configuration, time: SystemTime(), log: .none)
            _ = try await first.start()
            let second = Server(configuration: configuration, time: SystemTime(), log: .none)
            let error = await #expect(throws: StorageError.self) { try await second.start() }
            #expect(error?.code == .inUse)
            await first.stop()
            _ = try await second.start()
            await second.stop()
        }
    }

    @Test func `a port that is taken is refused and the folder given up`() async throws {
        try await Self.with { configuration in
            let first = Server(configuration: configuration, time: SystemTime(), log: .none)
            let port = try await first.start()
            try await Self.with { other in
                var taken = other
                taken.port = port
                let second = Server(configuration: taken, time: SystemTime(), log: .none)
                await #expect(throws: (any Error).self) { try await second.start() }
                _ = try await Administration.on(dataDirectory: taken.dataDirectory, time: SystemTime()) {
                    try await $0.tenants()
                }
            }
            await first.stop()
        }
    }

    @Test(.rows("B2")) func `keys are made and revoked on the folder, beside a server or without one`() async throws {
        try await Self.with { configuration in
            let server = Server(configuration: configuration, time: SystemTime(), log: .none)
            let url = "http://127.0.0.1:\(try await server.start())"
            let administration = try #require(server.administration)
            let tenant = try await administration.tenant(slug: "default")
            #expect(try await administration.tenant(slug: "default") == tenant)
            let issued = try await administration.issueKey(.tenant, tenant: tenant, name: "ci", scopes: ["apps:read"])
            #expect(issued.secret.hasPrefix("td_tn_"))
            let call = Caller(url: url, key: issued.secret)
            #expect(try await call("GET", "/v1/apps").status == 200)
            #expect(try await call("POST", "/v1/apps", ["bundleId": "a"]).status == 403)
            #expect(try await administration.revokeKey(id: issued.key.id.description))
            #expect(try await administration.revokeKey(id: issued.key.id.description) == false)
            #expect(try await administration.revokeKey(id: "nonsense") == false)
            await server.stop()
            #expect(server.administration == nil)
        }
    }
}
