import API
import APNs
import Delivery
import Foundation
import Locking
import PushCrypto
import PushModel
import Storage
import StorageTestSupport
import TestSupport
import Timekeeping
import WebServer

/// A server of its own for a test: a fresh database, the API on a free port, and a sender that notes
/// what it gets.
struct APIFixture: Sendable {
    let port: Int
    let api: API
    let system: SystemHandle
    let tenant: Tenant
    let secretKey: String
    let publishableKey: String
    let sent: Locked<[PushRequest]>
    /// The database itself, for faults.
    var database: (any Database)?

    /// What the sender got so far.
    var pushes: [PushRequest] { sent.withLock { $0 } }

    /// The tenant's app.
    static let bundleID = "com.example.app"

    static func with<Result>(
        scopes: [String] = ["*"], bodyByteLimit: Int = 100_000, requestsPerSecond: Int = 0,
        time: any TimeSource = SystemTime(),
        answer: @escaping @Sendable (PushRequest) -> PushResult = { .accepted(apnsID: $0.id, uniqueID: nil) },
        probe: @escaping @Sendable (PushCredential) -> PushResult = { _ in
            .rejected(Rejection(status: 400, reason: .badDeviceToken))
        },
        _ body: (APIFixture) async throws -> Result
    ) async throws -> Result {
        try await TestDatabase.with { test in
            try await with(test.database, scopes, bodyByteLimit, requestsPerSecond, time, answer, probe) { fixture in
                var fixture = fixture
                fixture.database = test.database
                return try await body(fixture)
            }
        }
    }

    private static func with<Result>(
        _ database: any Database, _ scopes: [String], _ bodyByteLimit: Int, _ requestsPerSecond: Int,
        _ time: any TimeSource, _ answer: @escaping @Sendable (PushRequest) -> PushResult,
        _ probe: @escaping @Sendable (PushCredential) -> PushResult, _ body: (APIFixture) async throws -> Result
    ) async throws -> Result {
        try await database.migrate(Schema.sqlite, now: time.now)
        let system = SystemHandle(database: database)
        let sent = Locked<[PushRequest]>([])
        let sender = PushSender { batch, _ in
            sent.withLock { $0 += batch }
            return batch.map(answer)
        }
        let engine = DeliveryEngine(storage: system, sender: sender, time: time, log: .none)
        let calls = CallKeeper(
            storage: system, streams: CallStreams(time: time, limit: 4), time: time, log: .none
        ) { engine.wakeUrgently() }
        let api = API(
            storage: system, acceptance: MessageAcceptance { engine.wake() }, calls: calls, time: time, log: .none,
            requestsPerSecond: requestsPerSecond,
            probe: CredentialProbe { CredentialProbe.finding(probe($0), $0.environment, $1) },
            isReady: { await system.isReachable() })
        var configuration = WebServer.Configuration()
        configuration.bodyByteLimit = bodyByteLimit
        configuration.loopCount = 1
        let web = WebServer(configuration, router: api.router, fallback: api.fallback)
        let port = try await web.start()
        async let delivery: Void = engine.run()
        async let calling: Void = calls.run()
        let tenant = try await system.makeTenant(
            slug: "default", name: "Default", identitySecret: [UInt8](repeating: 7, count: 32), now: time.now)
        let handle = system.handle(for: tenant)
        let (app, _) = try await handle.makeApp(bundleID: Self.bundleID, name: "App", now: time.now)
        _ = try await handle.setCredential(
            app: app, environments: PushEnvironment.allCases, teamID: "TEAM000001", keyID: "KEY0000001",
            privateKey: "unused", now: time.now)
        let fixture = APIFixture(
            port: port, api: api, system: system, tenant: tenant,
            secretKey: try await system.makeKey(.tenant, tenant, scopes: scopes),
            publishableKey: try await system.makeKey(.publishable, tenant, scopes: []), sent: sent)
        let result: Swift.Result<Result, any Error>
        do { result = .success(try await body(fixture)) } catch { result = .failure(error) }
        await web.stop(drain: .seconds(1))
        calls.stop()
        engine.stop()
        await calling
        await delivery
        return try result.get()
    }

    /// Sends a request with the tenant's key.
    func call(
        _ method: String, _ path: String, _ json: JSONValue? = nil, key: String? = nil,
        headers: [(String, String)] = []
    ) async throws -> HTTPExchange {
        try await raw(method, path, json.map { $0.encoded() }, key: key, headers: headers)
    }

    /// Sends a request whose body is any bytes.
    func raw(
        _ method: String, _ path: String, _ body: [UInt8]?, key: String? = nil, headers: [(String, String)] = []
    ) async throws -> HTTPExchange {
        try await HTTPExchange.send(
            method, path, port: port, headers: [("Authorization", "Bearer \(key ?? secretKey)")] + headers, body: body)
    }

    /// Sends a request as an app does.
    func client(
        _ method: String, _ path: String, _ json: JSONValue? = nil, subscriber: String = "ann",
        device: String? = nil, identity: String? = nil
    ) async throws -> HTTPExchange {
        var headers = [("Tidings-Subscriber", subscriber)]
        if let device { headers.append(("Tidings-Device", device)) }
        if let identity { headers.append(("Tidings-Identity", identity)) }
        return try await call(method, path, json, key: publishableKey, headers: headers)
    }

    /// The proof that a client is this subscriber.
    func identity(_ subscriber: String) -> String {
        HMACSHA256.code(for: Array(subscriber.utf8), key: tenant.identitySecret)
            .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// A registration with everything that has to be there.
    static func registration(
        install: String = "install-1", token: String? = "ab12cd34", environment: String = "sandbox"
    ) -> JSONValue {
        var object: JSONObject = [
            "installId": .string(install), "bundleId": .string(bundleID), "platform": "ios", "tokenKind": "alert",
            "environment": .string(environment), "permission": "authorized", "locale": "en",
            "timeZone": "Europe/Berlin", "sdkVersion": "1.0.0", "appVersion": "1.0", "osVersion": "18.0",
            "model": "iPhone", "capabilities": ["serviceExtension": true],
        ]
        object["token"] = token.map { .string($0) }
        return .object(object)
    }

    /// Registers a device and returns its id.
    func device(_ subscriber: String = "ann", install: String = "install-1", token: String = "ab12cd34") async throws
        -> String
    {
        let answer = try await client(
            "PUT", "/v1/client/device", Self.registration(install: install, token: token), subscriber: subscriber)
        return answer.data["id"]?.string ?? ""
    }

    /// Waits until a message has no delivery pending, and answers it.
    func completed(_ id: String) async throws -> JSONValue {
        while true {
            let message = try await call("GET", "/v1/messages/\(id)").data
            if message["status"]?.string == "completed" { return message }
        }
    }
}

extension SystemHandle {
    func makeKey(
        _ kind: APIKey.Kind, _ tenant: Tenant?, scopes: [String], expiresAt: Date? = nil
    ) async throws -> String {
        let secret = try KeySecret(kind)
        _ = try await makeKey(
            NewAPIKey(
                kind: kind, tenant: tenant?.row, name: "test", scopes: scopes, hint: secret.hint, hash: secret.hash,
                expiresAt: expiresAt), now: Date())
        return secret.text
    }
}
