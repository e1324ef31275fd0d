internal import Foundation
internal import PushModel

/// Attributes, time zone and locale of a subscriber, with the rules by which those of an anonymous past join them.
///
/// What was set for an identified person is theirs. What an anonymous past left fills in what is missing; of two pasts
/// the newer value counts. So it does not matter in which order pasts are joined.
struct SubscriberTraits: Sendable, Equatable {
    private static let timeZoneName = "$timezone"
    private static let localeName = "$locale"

    private let isAnonymous: Bool
    /// Every name in the order of its first appearance, those included that were removed since.
    private var order: [String] = []
    private var named: Set<String> = []
    private var values: [String: JSONValue] = [:]
    /// Since when a value is known that an anonymous past left; the person's own values have no time.
    private var since: [String: Int] = [:]

    /// Nothing is known yet.
    init(newNamed externalID: String) { isAnonymous = externalID.hasPrefix(Subscriber.anonymousPrefix) }

    init(_ subscriber: Subscriber) {
        isAnonymous = subscriber.isAnonymous
        set(attributes: subscriber.attributes, timeZone: subscriber.timeZone, locale: subscriber.locale)
        for member in (try? JSONValue(parsing: subscriber.anonymousTimes))?.object?.members ?? [] {
            since[member.key] = member.value.int
        }
    }

    /// The attributes as JSON, in the order in which they came.
    var attributes: [UInt8] {
        JSONObject(
            order.compactMap { name in
                guard name != Self.timeZoneName, name != Self.localeName, let value = values[name] else { return nil }
                return JSONObject.Member(name, value)
            }
        ).encoded()
    }
    var timeZone: String? { values[Self.timeZoneName]?.string }
    var locale: String? { values[Self.localeName]?.string }

    /// The times as JSON, as they are stored.
    var times: String {
        JSONObject(since.sorted { $0.key < $1.key }.map { JSONObject.Member($0.key, .int($0.value)) }).description
    }

    /// Sets some values and leaves the others.
    mutating func apply(_ change: SubscriberChange, at now: Date) {
        for member in change.attributes?.members ?? [] {
            put(member.key, member.value.isNull ? Optional.none : member.value, at: now)
        }
        if let timeZone = change.timeZone { put(Self.timeZoneName, timeZone.map { .string($0) }, at: now) }
        if let locale = change.locale { put(Self.localeName, locale.map { .string($0) }, at: now) }
    }

    /// Sets all values; what is not named is gone.
    mutating func replace(attributes: String, timeZone: String?, locale: String?, at now: Date) {
        let old = self
        (order, named, values, since) = ([], [], [:], [:])
        set(attributes: attributes, timeZone: timeZone, locale: locale)
        guard isAnonymous else { return }
        for (name, value) in values {
            since[name] = value == old.values[name] ? old.since[name] : Self.milliseconds(now)
        }
    }

    /// Takes over what an anonymous past knew.
    mutating func absorb(_ past: SubscriberTraits) {
        for name in past.order {
            guard let value = past.values[name] else { continue }
            let time = past.since[name] ?? 0
            if let own = values[name] {
                // The text decides between values of the same millisecond, so that both orders end alike.
                guard let ownTime = since[name], (ownTime, own.description) < (time, value.description) else {
                    continue
                }
            } else {
                add(name)
            }
            values[name] = value
            since[name] = time
        }
    }

    private mutating func put(_ name: String, _ value: JSONValue?, at now: Date) {
        if isAnonymous, values[name] == value { return }
        if value != nil { add(name) }
        values[name] = value
        since[name] = isAnonymous && value != nil ? Self.milliseconds(now) : nil
    }

    private mutating func set(attributes: String, timeZone: String?, locale: String?) {
        let object = (try? JSONValue(parsing: attributes))?.object ?? JSONObject()
        for member in object.members {
            values[member.key] = member.value
            add(member.key)
        }
        for (name, text) in [(Self.timeZoneName, timeZone), (Self.localeName, locale)] {
            guard let text else { continue }
            values[name] = .string(text)
            add(name)
        }
    }

    private mutating func add(_ name: String) {
        if named.insert(name).inserted { order.append(name) }
    }

    private static func milliseconds(_ date: Date) -> Int { Int((date.timeIntervalSince1970 * 1000).rounded()) }
}
