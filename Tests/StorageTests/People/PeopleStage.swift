import Foundation
import PushModel
import Storage
import StorageTestSupport
import Testing
import TestSupport

/// A database with one tenant whose people do things before they are merged.
struct PeopleStage: Sendable {
    let system: SystemHandle
    let tenant: TenantHandle
    let start = Date(timeIntervalSince1970: 1_800_000_000)
    static let bundleID = "com.example.app"
    static let topics = ["deals", "news", "sport"]

    static func with<Result>(_ body: (PeopleStage) async throws -> Result) async throws -> Result {
        try await TestDatabase.with { test in
            let now = Date(timeIntervalSince1970: 1_800_000_000)
            try await test.database.migrate(Schema.sqlite, now: now)
            let system = SystemHandle(database: test.database)
            let tenant = try await system.makeTenant(slug: "default", name: "Default", identitySecret: [7], now: now)
            let stage = PeopleStage(system: system, tenant: system.handle(for: tenant))
            _ = try await stage.tenant.makeApp(bundleID: Self.bundleID, name: "App", now: now)
            for slug in Self.topics {
                _ = try await stage.tenant.makeTopic(slug: slug, TopicContent(name: slug), now: now)
            }
            return try await body(stage)
        }
    }

    /// Gives a subscriber a device, choices, attributes and events, some at the same moment as another's.
    func live(_ who: String, _ generator: inout SeededGenerator) async throws {
        _ = try await tenant.register(
            DeviceRegistration(
                externalID: who, isVerified: false, remembersVerification: false, installID: "install-\(who)",
                bundleID: Self.bundleID,
                token: who,
                environment: .sandbox, description: nil, encryption: nil),
            now: start.addingTimeInterval(Double(generator.next(below: 3))))
        for _ in 0..<4 {
            let now = start.addingTimeInterval(Double(generator.next(below: 4)))
            let topic = Self.topics[generator.next(below: Self.topics.count)]
            let isOn = generator.next(below: 2) == 0
            _ = try await tenant.setPreferences(
                externalID: who, [(topic, .all(isOn))], makesSubscriber: true, now: now)
            var change = SubscriberChange()
            let name = ["a", "b", "c"][generator.next(below: 3)]
            change.attributes = [name: .int(generator.next(below: 9))]
            if generator.next(below: 3) == 0 {
                change.timeZone = .some(["Asia/Tokyo", "Europe/Oslo"][generator.next(below: 2)])
            }
            _ = try await tenant.changeSubscriber(externalID: who, change, now: now)
            let event = NewEvent(
                clientID: "\(who)-\(generator.next(below: 3))", externalID: who, name: "e", occurredAt: now,
                data: Array("{}".utf8))
            _ = try await tenant.record([event], device: nil, now: now)
        }
    }

    /// Sends one message to all of them and plans it.
    func notify(_ people: [String]) async throws {
        let message = NewMessage(
            id: Identifier(.message, at: start), body: Array("hello".utf8), externalIDs: people, bundleID: nil,
            idempotencyKey: nil, bodyHash: [], createdAt: start, expiresAt: start.addingTimeInterval(86_400))
        #expect(try await tenant.accept(message) == .accepted)
        while try await system.plan(
            now: start, rules: PlanRules(expressions: { _, _ in throw Unread() }, schedules: { _, _ in throw Unread() })
        ).messages > 0 {}
    }

    func identify(_ person: String, _ past: String) async throws {
        let result = try await tenant.identify(
            externalID: person, anonymousID: past, isVerified: false, now: start.addingTimeInterval(100))
        guard case .belongs(let owner, _) = result, owner.externalID == person else {
            Issue.record("\(past): \(result)")
            return
        }
    }

    /// Everything about a person that the order of merges must not change.
    func state(of who: String) async throws -> PersonState {
        let person = try #require(await tenant.subscriber(externalID: who))
        let events = try await tenant.events(externalID: who, before: nil, limit: 100).items
        #expect(events.map(\.sequence).sorted() == Array(1...events.count))
        var attributes: [String: JSONValue] = [:]
        for member in try JSONValue(parsing: person.attributes).object?.members ?? [] {
            attributes[member.key] = member.value
        }
        return PersonState(
            attributes: attributes, timeZone: person.timeZone, createdAt: person.createdAt,
            choices: try await tenant.preferences(externalID: who).map(\.chosen),
            devices: Set(
                try await tenant.devices(externalID: who, before: nil, limit: 100).items.compactMap { $0.token?.token }),
            events: events.compactMap(\.clientID).sorted(),
            history: try await tenant.inbox(subscriber: person.row, device: 0, after: 0, limit: 100).items
                .map { String(decoding: $0.body, as: UTF8.self) })
    }
}

/// What stays of the people who were merged.
struct PersonState: Equatable {
    let attributes: [String: JSONValue]
    let timeZone: String?
    let createdAt: Date
    let choices: [[TopicChannel: Bool]]
    let devices: Set<String>
    let events: [String]
    let history: [String]
}

extension SeededGenerator {
    mutating func next(below limit: Int) -> Int { Int(next() >> 16) % limit }
}

/// The messages of this stage name their people.
private struct Unread: Error {}
