import APNs
import API
import Delivery
import Foundation
import Locking
import PushModel
import Storage
import TestSupport
import Testing
import Timekeeping
import WebServer

/// What callers see when the server itself cannot.
@Suite(.timeLimit(.minutes(1)))
struct FaultTests {
    @Test func `without storage the answer is 503, readiness says no, and the log has no secret`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let time = SystemTime()
        let database = try await SQLiteDatabase.open(folder: folder)
        try await database.migrate(Schema.sqlite, now: time.now)
        let system = SystemHandle(database: database)
        let tenant = try await system.makeTenant(slug: "default", name: "", identitySecret: [1], now: time.now)
        let key = try await system.makeKey(.tenant, tenant, scopes: ["*"])
        let lines = Locked<[String]>([])
        let api = API(
            storage: system, acceptance: MessageAcceptance {}, time: time,
            log: Log { level, message, data in
                let text = data.map { "\($0.0)=\($0.1)" }.joined(separator: " ")
                lines.withLock { $0.append("\(level) \(message) \(text)") }
            },
            probe: CredentialProbe {
                CredentialProbe.finding(.ambiguous(.init(.closed, detail: "")), $0.environment, $1)
            },
            isReady: { await system.isReachable() })
        let web = WebServer(.init(), router: api.router, fallback: api.fallback)
        let port = try await web.start()
        #expect(try await HTTPExchange.send("GET", "/readyz", port: port).status == 200)
        let authorization = [("Authorization", "Bearer \(key)")]
        #expect(try await HTTPExchange.send("GET", "/v1/apps", port: port, headers: authorization).status == 200)
        await database.close()
        #expect(try await HTTPExchange.send("GET", "/readyz", port: port).status == 503)
        let answer = try await HTTPExchange.send(
            "POST", "/v1/messages", port: port, headers: authorization,
            body: Array(#"{"to":"ann","title":"the-secret-text"}"#.utf8))
        #expect(answer.status == 503 && answer.code == "storage_unavailable")
        #expect(answer.headers["retry-after"] != nil)
        let log = lines.withLock { $0.joined(separator: "\n") }
        #expect(log.contains("error Request failed"))
        #expect(log.contains(answer.headers["request-id"] ?? "none"))
        #expect(!log.contains(key) && !log.contains("the-secret-text"))
        await web.stop(drain: .zero)
    }
}
