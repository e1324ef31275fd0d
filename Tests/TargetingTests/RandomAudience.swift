import Foundation
import PushModel
import Targeting
import TestSupport

/// People and expressions made of few names and values, so that expressions often hold, and of values that databases take
/// for others: capitals, letters in two spellings, numbers in several, lists, texts that look like numbers or JSON.
struct RandomAudience {
    var generator: SeededGenerator
    let now = Date(timeIntervalSince1970: 1_800_000_000)

    static let texts = [
        "", "pro", "Pro", "free", "é", "e\u{301}", "É", "10", "9", "null", "true", "{}", "[\"pro\"]", "a'b", "%", "_",
        "ΣΑΣ",
        "ς", "İstanbul", "straße", "emoji 🪁", "Z", "a",
    ]
    static let numbers = ["0", "-0", "1", "1.0", "10e-1", "9", "10", "9007199254740993", "-2.5", "1e300", "0.1"]
    static let keys = ["plan", "age", "tags", "é", "a b", "0"]
    static let events = ["order.placed", "app.opened"]

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &generator)]
    }

    private mutating func scalar() -> JSONValue {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: .null
        case 1: .bool(chance(50))
        case 2...4: .number(JSONNumber(pick(Self.numbers)) ?? JSONNumber(0))
        default: .string(pick(Self.texts))
        }
    }

    private mutating func value(depth: Int) -> JSONValue {
        if depth < 3, chance(20) { return .object(attributes(depth: depth + 1)) }
        if chance(20) { return .array((0..<Int.random(in: 0...3, using: &generator)).map { _ in scalar() }) }
        return scalar()
    }

    private mutating func attributes(depth: Int = 0) -> JSONObject {
        var object = JSONObject()
        for key in Self.keys where chance(60) { object[key] = value(depth: depth) }
        return object
    }

    mutating func subscriber(_ number: Int) -> SubscriberFacts {
        var facts = SubscriberFacts(externalID: chance(20) ? pick(Self.texts) + "\(number)" : "user-\(number)")
        facts.attributes = attributes()
        facts.timeZone = chance(50) ? pick(["Europe/Berlin", "Asia/Tokyo"]) : nil
        facts.locale = chance(50) ? pick(["de", "de-AT", "ja"]) : nil
        facts.isVerified = chance(40)
        for name in Self.events {
            let count = Int.random(in: 0...4, using: &generator)
            facts.events[name] = (0..<count).map { _ in
                now.addingTimeInterval(-Double(pick([0, 60, 3_600, 86_400, 172_800])))
            }
        }
        facts.lastSeenAt = chance(70) ? now.addingTimeInterval(-Double(pick([0, 3_600, 86_400, 604_800]))) : nil
        facts.isReachable = facts.lastSeenAt != nil && chance(60)
        return facts
    }

    mutating func expression(depth: Int = 1) -> JSONValue {
        if depth < 4, chance(60 - depth * 12) {
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: return ["not": expression(depth: depth + 1)]
            case let form:
                let parts = (0..<Int.random(in: 1...4, using: &generator)).map { _ in expression(depth: depth + 1) }
                return [form == 1 ? "all" : "any": .array(parts)]
            }
        }
        return leaf()
    }

    private mutating func leaf() -> JSONValue {
        let spans: [JSONValue] = ["1m", "60m", "24h", "2d"]
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: return ["channel": "push"]
        case 1: return ["lastSeen": [pick(["within", "olderThan"]): pick(spans)]]
        case 2:
            return chance(50)
                ? ["never": .string(pick(Self.events))]
                : ["never": .string(pick(Self.events)), "within": pick(spans)]
        case 3:
            var count: JSONObject = ["count": .string(pick(Self.events))]
            count[pick(Relation.allCases).rawValue] = .int(Int.random(in: 0...4, using: &generator))
            if chance(50) { count["within"] = pick(spans) }
            return .object(count)
        default: return comparison()
        }
    }

    private mutating func comparison() -> JSONValue {
        let reference =
            chance(25)
            ? pick(["subscriber.externalId", "subscriber.timezone", "subscriber.locale", "subscriber.verified"])
            : "attributes." + pick(Self.keys) + (chance(15) ? "." + pick(Self.keys) : "")
        var object: JSONObject = ["ref": .string(reference)]
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: object[pick(["eq", "neq"])] = scalar()
        case 1:
            object[pick(["gt", "gte", "lt", "lte"])] =
                chance(50) ? .string(pick(Self.texts)) : .number(JSONNumber(pick(Self.numbers)) ?? JSONNumber(0))
        case 2: object["in"] = .array((0..<Int.random(in: 1...5, using: &generator)).map { _ in scalar() })
        case 3: object["contains"] = .string(pick(Self.texts.filter { !$0.isEmpty }))
        default: object["exists"] = .bool(chance(50))
        }
        return .object(object)
    }
}
