import Delivery
import Foundation
import PushModel
import Storage
import Timekeeping
import WebServer

@testable import API

/// The body of a request to any route that takes one, given to the whole API over a database in a temporary folder.
///
/// The first byte chooses the route, the rest is the body. `make fuzz` builds this with libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRequestBody(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 1 else { return 0 }
    let operation = Stage.operations[Int(start[0]) % Stage.operations.count]
    let body = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    let answer = Stage.shared.answer(
        operation.method, operation.path, isClient: operation.access == .client, body)
    guard let envelope = try? JSONValue(parsing: answer.body) else {
        preconditionFailure("\(operation.id): the answer is no JSON")
    }
    if (200..<300).contains(answer.status) {
        precondition(operation.success.contains { $0.status == answer.status }, "\(operation.id): \(answer.status)")
        precondition(envelope["success"] == true, "\(operation.id): a success without saying so")
    } else {
        let code = envelope["error"]?["code"]?.string
        let known = operation.allErrors.first { $0.name == code }
        precondition(
            known?.status == answer.status, "\(operation.id): \(answer.status) \(code ?? "") is not documented")
        precondition(answer.status < 500, "\(operation.id): \(answer.status)")
    }
    return 0
}

/// The API of a tenant that has one of each thing.
private final class Stage: Sendable {
    static let operations = Operations.all.filter { $0.body != nil }
    static let shared = Stage()

    struct Answer: Sendable {
        let status: Int
        let body: [UInt8]
    }

    private let router: Router
    private let keys: (secret: String, publishable: String)
    private let ids: [String: String]

    private init() {
        let made = Self.wait {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
                "tidings-fuzz-\(UUID().uuidString)")
            var settings = SQLiteConfiguration()
            settings.durability = .process
            let database = try await SQLiteDatabase.open(folder: folder, settings)
            // The file is open: without its name it is gone with the process.
            defer { try? FileManager.default.removeItem(at: folder) }
            return try await Self.make(database)
        }
        (router, keys, ids) = (made.router, made.keys, made.ids)
    }

    private struct Made: Sendable {
        let router: Router
        let keys: (secret: String, publishable: String)
        let ids: [String: String]
    }

    private static func make(_ database: SQLiteDatabase) async throws -> Made {
        let time = SystemTime()
        try await database.migrate(Schema.sqlite, now: time.now)
        let system = SystemHandle(database: database)
        let tenant = try await system.makeTenant(slug: "default", name: "D", identitySecret: [7], now: time.now)
        let handle = system.handle(for: tenant)
        let (app, _) = try await handle.makeApp(bundleID: "com.example.app", name: "App", now: time.now)
        let registered = try await handle.register(
            DeviceRegistration(
                externalID: "user-1", isVerified: true, remembersVerification: false, installID: "install-1",
                bundleID: "com.example.app", token: "00fc13adff785122", environment: .production, description: nil,
                encryption: nil), now: time.now)
        guard case .registered(let device, _) = registered else { preconditionFailure("no device") }
        var keys: [String] = []
        for kind in [APIKey.Kind.tenant, .publishable] {
            let secret = try KeySecret(kind)
            _ = try await system.makeKey(
                NewAPIKey(
                    kind: kind, tenant: tenant.row, name: "fuzz", scopes: ["*"], hint: secret.hint, hash: secret.hash,
                    expiresAt: nil), now: time.now)
            keys.append(secret.text)
        }
        let api = API(
            storage: system, acceptance: MessageAcceptance {}, time: time, log: .none, isReady: { true })
        return Made(
            router: api.router, keys: (keys[0], keys[1]),
            ids: ["apps": app.id.description, "devices": device.id.description])
    }

    func answer(_ method: String, _ pattern: String, isClient: Bool, _ body: [UInt8]) -> Answer {
        var parts: [String] = []
        for part in pattern.split(separator: "/").map(String.init) {
            switch part {
            case "{id}": parts.append(ids[parts.last ?? ""] ?? "x")
            case "{externalId}": parts.append("user-1")
            default: parts.append(part.hasPrefix("{") ? "news" : part)
            }
        }
        let path = "/" + parts.joined(separator: "/")
        guard case .found(let handler, let parameters) = router.match(method, path) else {
            preconditionFailure("no route for \(method) \(pattern)")
        }
        let request = HTTPRequest(
            method: method, path: path,
            headers: [
                "Authorization": "Bearer \(isClient ? keys.publishable : keys.secret)",
                "Tidings-Subscriber": "user-1", "Tidings-Device": ids["devices"] ?? "",
            ], body: body, pathParameters: parameters)
        return Self.wait {
            let response = try await handler(request)
            guard case .bytes(let bytes) = response.body else { preconditionFailure("no body") }
            return Answer(status: response.status, body: bytes)
        }
    }

    /// Runs something to its end on the calling thread, which libFuzzer owns.
    private static func wait<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) -> Value {
        let isDone = DispatchSemaphore(value: 0)
        let box = Box<Value>()
        Task {
            do { box.value = try await body() } catch { preconditionFailure("\(error)") }
            isDone.signal()
        }
        isDone.wait()
        guard let value = box.value else { preconditionFailure("nothing came back") }
        return value
    }

    /// Written before the semaphore is signalled and read after it was waited for.
    private final class Box<Value>: @unchecked Sendable {
        var value: Value?
    }
}
