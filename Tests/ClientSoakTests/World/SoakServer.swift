import API
import APNs
import Delivery
import Foundation
import Locking
import PushModel
import Storage
import TidingsCore
import Timekeeping
import WebServer

/// A whole server of its own for a sequence: API, delivery and SQLite as they run in production, without sockets, and on the
/// virtual time of the phone.
final class SoakServer: Sendable {
    /// What apps of the tenant call with.
    let publishableKey: String
    /// The database as the tenant sees it.
    let storage: TenantHandle
    private let secretKey: String
    private let database: SQLiteDatabase
    private let router: Router
    private let engine: DeliveryEngine
    private let calls: CallKeeper
    private let running: Task<Void, Never>
    private let accepted = Locked<[Identifier]>([])

    private init(
        publishableKey: String, secretKey: String, storage: TenantHandle, database: SQLiteDatabase,
        router: Router, engine: DeliveryEngine, calls: CallKeeper
    ) {
        self.publishableKey = publishableKey
        self.secretKey = secretKey
        self.storage = storage
        self.database = database
        self.router = router
        self.engine = engine
        self.calls = calls
        running = Task {
            async let calling: Void = calls.run()
            await engine.run()
            await calling
        }
    }

    /// Starts a server with the phone's app, whose pushes go to Apple.
    static func start(in folder: URL, time: VirtualTime, apple: Apple) async throws -> SoakServer {
        try await start(in: folder, time: time) { batch, storage in await apple.take(batch, of: storage) }
    }

    /// Starts a server with the phone's app, whose pushes are taken one by one.
    static func start(
        in folder: URL, time: VirtualTime, push: @escaping @Sendable (PushRequest) async -> PushResult
    ) async throws -> SoakServer {
        try await start(in: folder, time: time) { batch, _ in
            var results: [PushResult] = []
            for request in batch { results.append(await push(request)) }
            return results
        }
    }

    private static func start(
        in folder: URL, time: VirtualTime,
        apple: @escaping @Sendable ([PushRequest], TenantHandle) async -> [PushResult]
    ) async throws -> SoakServer {
        var settings = SQLiteConfiguration()
        settings.durability = .process
        settings.readerCount = 1
        let database = try await SQLiteDatabase.open(folder: folder, settings, time: time)
        try await database.migrate(Schema.sqlite, now: time.now)
        let system = SystemHandle(database: database)
        let tenant = try await system.makeTenant(
            slug: "default", name: "Default", identitySecret: [7], now: time.now)
        let storage = system.handle(for: tenant)
        let (app, _) = try await storage.makeApp(bundleID: bundleID, name: "App", now: time.now)
        _ = try await storage.setCredential(
            app: app, environments: PushEnvironment.allCases, teamID: "TEAM000001", keyID: "KEY0000001",
            privateKey: "unused", now: time.now)
        let sender = PushSender { batch, _ in await apple(batch, storage) }
        let engine = DeliveryEngine(storage: system, sender: sender, time: time, log: .none)
        let calls = CallKeeper(storage: system, streams: CallStreams(time: time), time: time, log: .none) {
            engine.wakeUrgently()
        }
        let api = API(
            storage: system, acceptance: MessageAcceptance { engine.wake() },
            calls: calls, time: time, log: .none,
            isReady: { true })
        return SoakServer(
            publishableKey: try await makeKey(.publishable, tenant, system, time.now),
            secretKey: try await makeKey(.tenant, tenant, system, time.now), storage: storage, database: database,
            router: api.router, engine: engine, calls: calls)
    }

    private static func makeKey(
        _ kind: APIKey.Kind, _ tenant: Tenant, _ system: SystemHandle, _ now: Date
    ) async throws -> String {
        let secret = try KeySecret(kind)
        _ = try await system.makeKey(
            NewAPIKey(
                kind: kind, tenant: tenant.row, name: "soak", scopes: kind == .publishable ? [] : ["*"],
                hint: secret.hint, hash: secret.hash, expiresAt: nil), now: now)
        return secret.text
    }

    func stop() async {
        engine.stop()
        calls.stop()
        await running.value
        await database.close()
    }

    // MARK: Requests

    /// Answers an app, as after the web server has read the request.
    func answer(_ call: HTTPCall) async throws -> HTTPReply {
        let response = try await answer(Self.request(call))
        guard case .bytes(let body) = response.body else { return HTTPReply(status: response.status) }
        return HTTPReply(
            status: response.status, headers: Dictionary(response.headers, uniquingKeysWith: { $1 }),
            body: Data(body))
    }

    /// Answers an app that listens, piece by piece, for as long as the task is not cancelled.
    func stream(_ call: HTTPCall, _ send: @escaping @Sendable (Data) -> Void) async throws {
        let response = try await answer(Self.request(call))
        guard case .eventStream(let events) = response.body else {
            throw APIFailure.rejected(status: response.status, code: "unknown")
        }
        try await events.produce(
            EventWriter { bytes in
                send(Data(bytes))
                return !Task.isCancelled
            })
    }

    private static func request(_ call: HTTPCall) -> HTTPRequest {
        let address = URLComponents(url: call.url, resolvingAgainstBaseURL: false)
        let query = (address?.queryItems ?? []).map { (name: $0.name, value: $0.value ?? "") }
        return HTTPRequest(
            method: call.method, path: address?.percentEncodedPath ?? "", query: query,
            headers: HTTPHeaders(call.headers), body: [UInt8](call.body ?? Data()))
    }

    /// Asks for a message, as the backend of the app does.
    func send(_ message: JSONObject) async throws {
        let response = try await answer(
            HTTPRequest(
                method: "POST", path: "/v1/messages", headers: ["Authorization": "Bearer \(secretKey)"],
                body: JSONValue.object(message).encoded()))
        guard case .bytes(let body) = response.body, response.status == 202,
            let id = try JSONValue(parsing: body)["data"]?["id"]?.string.flatMap({ Identifier(.message, parsing: $0) })
        else { throw Refusal(status: response.status) }
        accepted.withLock { $0.append(id) }
    }

    /// Asks for something about calls, as the backend of the app does.
    func call(_ method: String, _ path: String, _ body: JSONObject?) async throws -> JSONValue {
        let response = try await answer(
            HTTPRequest(
                method: method, path: path, headers: ["Authorization": "Bearer \(secretKey)"],
                body: body.map { JSONValue.object($0).encoded() } ?? []))
        guard case .bytes(let bytes) = response.body, (200...299).contains(response.status),
            let data = try JSONValue(parsing: bytes)["data"]
        else { throw Refusal(status: response.status) }
        return data
    }

    private struct Refusal: Error {
        let status: Int
    }

    private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard case .found(let handler, let parameters) = router.match(request.method, request.path) else {
            return HTTPResponse(status: 404)
        }
        var request = request
        request.pathParameters = parameters
        return try await handler(request)
    }

    // MARK: What it knows

    /// The messages that it has accepted.
    var messages: [Identifier] { accepted.withLock { $0 } }

    /// Every device that is registered, oldest first.
    func devices() async throws -> [Device] { try await storage.everyDevice() }
}

extension TenantHandle {
    /// Every device that is registered, oldest first.
    func everyDevice() async throws -> [Device] {
        try await devices(externalID: nil, before: nil, limit: 1_000).items.reversed()
    }
}
