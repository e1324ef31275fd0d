import APNs
import Delivery
import Foundation
import Locking
import PushModel
import Storage
import StorageTestSupport
import TestSupport
import Testing
import Timekeeping

/// A delivery engine on virtual time over a fresh database, with a sender that answers as the test says.
struct DeliveryFixture: Sendable {
    /// A push as the sender got it, with where and when.
    struct Sent: Sendable {
        let push: PushRequest
        let environment: PushEnvironment
        let at: Date
    }

    let time: VirtualTime
    let system: SystemHandle
    let storage: TenantHandle
    let engine: DeliveryEngine
    let acceptance: MessageAcceptance
    let sent: Locked<[Sent]>

    static let bundleID = "com.example.app"

    var pushes: [Sent] { sent.withLock { $0 } }

    static func with(
        environments: [PushEnvironment] = PushEnvironment.allCases,
        configuration: DeliveryEngine.Configuration = .init(),
        answer: @escaping @Sendable (Sent, _ attempt: Int) async -> PushResult = { sent, _ in
            .accepted(apnsID: sent.push.id, uniqueID: nil)
        },
        _ body: (DeliveryFixture) async throws -> Void
    ) async throws {
        let time = VirtualTime.forTest()
        try await TestDatabase.with(time: time) { test in
            try await with(test.database, time, environments, configuration, answer, body)
        }
    }

    private static func with(
        _ database: any Database, _ time: VirtualTime, _ environments: [PushEnvironment],
        _ configuration: DeliveryEngine.Configuration, _ answer: @escaping @Sendable (Sent, Int) async -> PushResult,
        _ body: (DeliveryFixture) async throws -> Void
    ) async throws {
        try await database.migrate(Schema.sqlite, now: time.now)
        let system = SystemHandle(database: database)
        let sent = Locked<[Sent]>([])
        let sender = PushSender { batch, credential in
            var results: [PushResult] = []
            for push in batch {
                let item = Sent(push: push, environment: credential.environment, at: time.now)
                let count = sent.withLock { sent in
                    sent.append(item)
                    return sent.count { $0.push.id == push.id }
                }
                results.append(await answer(item, count))
            }
            return results
        }
        let engine = DeliveryEngine(
            storage: system, sender: sender, time: time, log: .none, configuration: configuration)
        let tenant = try await system.makeTenant(
            slug: "default", name: "Default", identitySecret: [7], now: time.now)
        let storage = system.handle(for: tenant)
        let (app, _) = try await storage.makeApp(bundleID: bundleID, name: "App", now: time.now)
        _ = try await storage.setCredential(
            app: app, environments: environments, teamID: "TEAM000001", keyID: "KEY0000001", privateKey: "unused",
            now: time.now)
        let fixture = DeliveryFixture(
            time: time, system: system, storage: storage, engine: engine,
            acceptance: MessageAcceptance { engine.wake() }, sent: sent)
        async let run: Void = engine.run()
        let result: Result<Void, any Error>
        do { result = .success(try await body(fixture)) } catch { result = .failure(error) }
        engine.stop()
        await run
        try result.get()
    }

    /// Registers a device of a subscriber; the install is named after the token.
    @discardableResult
    func device(
        _ subscriber: String = "ann", token: String = "ab12", environment: PushEnvironment = .sandbox
    ) async throws -> Device {
        let result = try await storage.register(
            DeviceRegistration(
                externalID: subscriber, isVerified: true, remembersVerification: false,
                installID: "install-\(token)", bundleID: Self.bundleID, token: token, environment: environment,
                description: nil, encryption: nil), now: time.now)
        guard case .registered(let device, _) = result else { throw StorageError(.other, detail: "not registered") }
        return device
    }

    /// Accepts a message.
    func send(_ body: JSONValue = ["to": "ann", "title": "Hello"]) async throws -> Identifier {
        try await acceptance.accept(
            body: body.encoded(), idempotencyKey: nil, storage: storage, now: time.now
        ).id
    }

    /// Does one step of planning, as the engine does.
    func plan() async throws -> PlanProgress {
        try await system.plan(now: time.now, rules: .stored)
    }

    /// Lets the engine do all that can be done now, up to where it sleeps until the next delivery is due.
    func settle() async {
        await time.waitUntilIdle()
        if (try? await system.nextDue(now: time.now)) != nil { await time.waitForSleepers(1) }
    }

    /// Moves time on until messages have nothing pending any more, at most some days.
    func finish(_ ids: [Identifier]) async throws {
        for _ in 0..<500 {
            await settle()
            var isPending = false
            for id in ids where try await message(id).pending > 0 { isPending = true }
            guard isPending else { return }
            await time.advance(by: .seconds(600))
        }
    }

    func message(_ id: Identifier) async throws -> Message { try #require(await storage.message(id)) }

    /// The message's deliveries, oldest first.
    func deliveries(_ id: Identifier) async throws -> [Delivery] {
        let page = try await storage.deliveries(message: id, filter: .all, before: nil, limit: 100)
        return try #require(page).items.reversed()
    }

    /// The only delivery of a message.
    func delivery(_ id: Identifier) async throws -> Delivery {
        let all = try await deliveries(id)
        #expect(all.count == 1)
        return try #require(all.first)
    }
}
