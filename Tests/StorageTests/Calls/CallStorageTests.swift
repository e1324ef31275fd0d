import Foundation
import PushModel
import StorageTestSupport
import TestSupport
import Testing

@testable import Storage

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct CallStorageTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// Numbers that look random and are the same each time.
    private struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 33
        }
    }

    private static func register(_ registration: DeviceRegistration, _ storage: TenantHandle) async throws -> Device {
        guard case .registered(let device, _) = try await storage.register(registration, now: now) else {
            throw StorageError(.other, detail: "not registered")
        }
        return device
    }

    @Test(.rows("P17", "C25")) func `the storage does with a call what the machine says, and rings nobody twice`()
        async throws
    {
        try await TestDatabase.with { test in
            try await test.database.migrate(Schema.sqlite, now: Self.now)
            let system = SystemHandle(database: test.database)
            let tenant = try await system.makeTenant(slug: "a", name: "a", identitySecret: [1], now: Self.now)
            let storage = system.handle(for: tenant)
            _ = try await storage.makeApp(bundleID: "com.example.app", name: "App", now: Self.now)
            var devices: [Device] = []
            for (person, number) in [("ann", 1), ("ann", 2), ("bob", 3)] {
                var registration = DeviceRegistration(
                    externalID: person, isVerified: true, remembersVerification: false,
                    installID: "install-\(number)", bundleID: "com.example.app", token: "aa0\(number)",
                    environment: .sandbox, description: nil, encryption: nil)
                registration.voipToken = .set("cc0\(number)")
                devices.append(try await Self.register(registration, storage))
            }
            for seed in 1...12 as ClosedRange<UInt64> {
                try await play(seed, devices, storage)
            }
            let wrong = try await test.database.read { connection in
                try connection.rows(
                    """
                    select m.call_event from deliveries d join messages m on m.id = d.message_id
                    where d.token_kind = 'voip' and m.call_event <> 'ring'
                    """
                ) { try $0[0] as String }
            }
            #expect(wrong == [])
            // However it ended, each device was rung once and no ring is left.
            let rings = try await test.database.read { connection in
                try connection.first(
                    """
                    select count(*), count(distinct m.call_id) from deliveries d join messages m on m.id = d.message_id
                    where d.token_kind = 'voip'
                    """
                ) { row -> (Int, Int) in (try row[0], try row[1]) }
            }
            #expect(rings?.0 == 36 && rings?.1 == 12)
            #expect(try await system.nextCallDeadline() == nil)
        }
    }

    /// Plays eight random steps on the database and on the machine alone.
    private func play(_ seed: UInt64, _ devices: [Device], _ storage: TenantHandle) async throws {
        var dice = Dice(state: seed)
        var now = Self.now
        var notice = CallNotice(
            id: "00000000-0000-4000-8000-0000000000\(seed + 10)", event: .ring, caller: .init(id: "ada", name: "Ada"))
        (notice.sent, notice.ringSeconds) = (now.milliseconds, 30)
        let placed = try await storage.place(
            NewCall(
                notice: notice, externalIDs: ["ann", "bob"], bodyHash: [1], createdAt: now,
                deadline: now.addingTimeInterval(30)))
        guard case .placed(let call) = placed else { throw StorageError(.other, detail: "not placed") }
        var machine = CallMachine(calling: Set(devices.map(\.subscriberRow)))
        var acceptedBy: Set<Int64> = []
        for step in 1...8 {
            let device = devices.randomElement(using: &dice) ?? devices[0]
            let party = CallMachine.Party(person: device.subscriberRow, device: device.row)
            let isLate = step == 7
            if isLate {
                now = now.addingTimeInterval(31)
                _ = machine.apply(.timeOut)
            }
            let isCaller = Int.random(in: 0..<6, using: &dice) == 0
            let act: CallAct =
                isCaller
                ? [.cancel, .end].randomElement(using: &dice) ?? .cancel
                : [.ringing, .accept, .decline, .end].randomElement(using: &dice) ?? .accept
            let deed: CallMachine.Deed =
                switch act {
                case .ringing: .ringing(party)
                case .accept: .accept(party)
                case .decline: .decline(party)
                case .cancel: .cancel
                case .end: .end(isCaller ? nil : party)
                }
            let expected = machine.apply(deed)
            let result = try await storage.act(
                act, by: isCaller ? .caller : .device(device), call: call.id, now: now)
            switch (expected, result) {
            case (.happened(let happening), .done(let call, let event, let told)):
                #expect(event == happening.event && told.isSuperset(of: happening.told), "seed \(seed), step \(step)")
                #expect(call.machine == machine, "seed \(seed), step \(step)")
                if event == .accepted { acceptedBy.insert(device.row) }
            case (.unchanged, .done(let call, nil, _)): #expect(call.machine == machine, "seed \(seed), step \(step)")
            case (.alreadyAccepted, .alreadyAccepted), (.over, .over): break
            default: Issue.record("seed \(seed), step \(step): \(expected) and \(result)")
            }
        }
        #expect(acceptedBy.count <= 1)
        #expect(machine.state != .ringing)
    }

    @Test func `a call of somebody anonymous goes on when they turn out to be a person`() async throws {
        try await TestDatabase.with { test in
            try await test.database.migrate(Schema.sqlite, now: Self.now)
            let system = SystemHandle(database: test.database)
            let tenant = try await system.makeTenant(slug: "a", name: "a", identitySecret: [1], now: Self.now)
            let storage = system.handle(for: tenant)
            _ = try await storage.makeApp(bundleID: "com.example.app", name: "App", now: Self.now)
            for person in ["anon_1", "ann"] {
                _ = try await storage.putSubscriber(
                    externalID: person, attributes: "{}", timeZone: nil, locale: nil, now: Self.now)
            }
            let registration = DeviceRegistration(
                externalID: "anon_1", isVerified: true, remembersVerification: false, installID: "install-1",
                bundleID: "com.example.app", token: "aa01", environment: .sandbox, description: nil, encryption: nil)
            let old = try await Self.register(registration, storage)
            let notice = CallNotice(
                id: "00000000-0000-4000-8000-000000000001", event: .ring, caller: .init(id: "ada", name: "Ada"))
            _ = try await storage.place(
                NewCall(
                    notice: notice, externalIDs: ["anon_1"], bodyHash: [1], createdAt: Self.now,
                    deadline: Self.now.addingTimeInterval(30)))
            _ = try await storage.identify(
                externalID: "ann", anonymousID: "anon_1", isVerified: true, now: Self.now)
            let device = try #require(try await storage.device(old.id, of: "ann"))
            let feed = try await storage.callFeed(
                of: device.subscriberRow, device: device.row, after: nil, limit: 10, now: Self.now)
            #expect(feed?.notices.map(\.notice.id) == [notice.id])
            guard
                case .done(let call, .accepted, _) = try await storage.act(
                    .accept, by: .device(device), call: notice.id, now: Self.now)
            else { throw StorageError(.other, detail: "not accepted") }
            #expect(call.answeredBy == "ann" && call.answeredDevice == old.id)
        }
    }
}
