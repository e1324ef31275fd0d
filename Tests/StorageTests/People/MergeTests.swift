import Foundation
import PushModel
import Storage
import StorageTestSupport
import TestSupport
import Testing

@Suite(.onBothEngines, .timeLimit(.minutes(2)))
struct MergeTests {
    /// In which order the pasts come to their person.
    enum Order: CaseIterable, Sendable {
        case asMade, reversed, atOnce
    }

    @Test(.rows("B43"), arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func `pasts that are merged in any order, or at the same time, leave the same person`(seed: UInt64) async throws {
        var states: [PersonState] = []
        for order in Order.allCases {
            states.append(
                try await PeopleStage.with { stage in
                    var generator = SeededGenerator(seed: seed)
                    // Half of the time nobody knows the person before.
                    if seed.isMultiple(of: 2) { try await stage.live("ann", &generator) }
                    let pasts = (1...4).map { "anon_\($0)" }
                    for past in pasts { try await stage.live(past, &generator) }
                    try await stage.notify(pasts + (seed.isMultiple(of: 2) ? ["ann"] : []))
                    switch order {
                    case .asMade: for past in pasts { try await stage.identify("ann", past) }
                    case .reversed: for past in pasts.reversed() { try await stage.identify("ann", past) }
                    case .atOnce:
                        try await withThrowingTaskGroup(of: Void.self) { group in
                            for past in pasts + pasts { group.addTask { try await stage.identify("ann", past) } }
                            try await group.waitForAll()
                        }
                    }
                    for past in pasts {
                        let found = try await stage.tenant.subscriber(externalID: past)
                        #expect(found?.externalID == "ann")
                    }
                    let people = try await stage.tenant.subscribers(before: nil, limit: 100).items
                    #expect(people.map(\.externalID) == ["ann"])
                    return try await stage.state(of: "ann")
                })
        }
        #expect(states[0].events.count > 4 && states[0].devices.count >= 4 && states[0].history == ["hello"])
        #expect(states.allSatisfy { $0 == states[0] }, "\(states)")
    }

    @Test(.rows("B43")) func `what was set for the person stays, and of two pasts the newer value counts`() async throws
    {
        try await PeopleStage.with { stage in
            func set(_ who: String, _ attributes: JSONObject, timeZone: String? = nil, second: Double) async throws {
                var change = SubscriberChange()
                change.attributes = attributes
                if let timeZone { change.timeZone = .some(timeZone) }
                _ = try await stage.tenant.changeSubscriber(
                    externalID: who, change, now: stage.start.addingTimeInterval(second))
            }
            try await set("anon_1", ["a": "old", "b": "new", "c": 1], timeZone: "Asia/Tokyo", second: 2)
            try await set("anon_2", ["a": "new", "b": 0], timeZone: "Europe/Oslo", second: 1)
            try await set("anon_2", ["a": "newer"], second: 3)
            try await set("ann", ["c": 0], second: 0)
            try await stage.identify("ann", "anon_1")
            try await stage.identify("ann", "anon_2")
            let person = try #require(await stage.tenant.subscriber(externalID: "ann"))
            let attributes = try JSONValue(parsing: person.attributes)
            #expect(attributes["a"] == "newer" && attributes["b"] == "new" && attributes["c"] == 0)
            #expect(person.timeZone == "Asia/Tokyo")
            // What the person sets afterwards is theirs, and no later past changes it.
            try await set("ann", ["a": "mine"], second: 4)
            try await set("anon_3", ["a": "newest"], second: 5)
            try await stage.identify("ann", "anon_3")
            let after = try #require(await stage.tenant.subscriber(externalID: "ann"))
            #expect(try JSONValue(parsing: after.attributes)["a"] == "mine")
        }
    }

    @Test(.rows("B43")) func `no more than a thousand events move, the newest, and none twice`() async throws {
        try await PeopleStage.with { stage in
            func record(_ who: String, _ names: [String], id: String? = nil) async throws {
                let events = names.map {
                    NewEvent(clientID: id, externalID: who, name: $0, occurredAt: stage.start, data: Array("{}".utf8))
                }
                _ = try await stage.tenant.record(events, device: nil, now: stage.start)
            }
            for who in ["ann", "anon_1"] {
                _ = try await stage.tenant.changeSubscriber(externalID: who, SubscriberChange(), now: stage.start)
            }
            try await record("ann", ["mine"], id: "e-1")
            try await record("anon_1", (0..<1_005).map { "e\($0)" })
            try await record("anon_1", ["repeated"], id: "e-1")
            try await stage.identify("ann", "anon_1")
            var names: [String] = []
            var position: Int64?
            repeat {
                let page = try await stage.tenant.events(externalID: "ann", before: position, limit: 100)
                names += page.items.map(\.name)
                position = page.next
            } while position != nil
            #expect(names.count == 1_000 && Set(names).count == 1_000)
            #expect(names.first == "e1004" && names.contains("mine") && !names.contains("e5"))
        }
    }

    @Test(.rows("B43")) func `attributes that would be too many together leave the person's own`() async throws {
        try await PeopleStage.with { stage in
            for (who, name) in [("ann", "a"), ("anon_1", "b")] {
                var change = SubscriberChange()
                change.attributes = [name: .string(String(repeating: "x", count: 40_000))]
                _ = try await stage.tenant.changeSubscriber(externalID: who, change, now: stage.start)
            }
            try await stage.identify("ann", "anon_1")
            let person = try #require(await stage.tenant.subscriber(externalID: "ann"))
            #expect(try JSONValue(parsing: person.attributes).object?.keys == ["a"])
        }
    }
}
