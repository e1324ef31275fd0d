package import Foundation
internal import PushModel
internal import Storage

extension AudienceExpression {
    /// Whether the expression holds of a subscriber: what the SQL is held to, and what explains one delivery.
    package func holds(for subscriber: SubscriberFacts, now: Date) -> Bool {
        func isWithin(_ period: Period, _ date: Date) -> Bool {
            date >= now.addingTimeInterval(-Double(period.seconds))
        }
        switch self {
        case .all(let parts): return parts.allSatisfy { $0.holds(for: subscriber, now: now) }
        case .any(let parts): return parts.contains { $0.holds(for: subscriber, now: now) }
        case .not(let part): return !part.holds(for: subscriber, now: now)
        case .comparison(let comparison):
            return comparison.test.holds(for: subscriber.value(comparison.reference) ?? .null)
        case .eventCount(let count):
            let events = subscriber.events[count.name] ?? []
            let counted = count.within.map { period in events.count { isWithin(period, $0) } } ?? events.count
            return count.relation.holds(counted, count.number)
        case .seen(let period): return subscriber.lastSeenAt.map { isWithin(period, $0) } ?? false
        case .reachableByPush: return subscriber.isReachable
        }
    }
}

extension Comparison.Test {
    func holds(for value: JSONValue) -> Bool {
        switch self {
        case .equal(let scalar): return scalar.isEqual(to: value)
        case .notEqual(let scalar): return !scalar.isEqual(to: value)
        case .oneOf(let scalars): return scalars.contains { $0.isEqual(to: value) }
        case .exists(let isThere): return value.isNull != isThere
        case .ordered(let order, .number(let number)):
            return value.double.map { order.relation.holds($0, number) } ?? false
        case .ordered(let order, .string(let text)):
            guard let other = value.string else { return false }
            return order.relation.holds(ByteOrdered(text: other), ByteOrdered(text: text))
        case .contains(let part):
            let part = part.folded
            if let text = value.string {
                return text.folded.utf8.contains(part.utf8)
            }
            return value.array?.contains { $0.string?.folded.utf8.elementsEqual(part.utf8) ?? false } ?? false
        }
    }
}

extension Comparison.Scalar {
    /// Texts are the same when their bytes are; Swift's own comparison knows letters that are written in two ways.
    fileprivate func isEqual(to value: JSONValue) -> Bool {
        switch self {
        case .null: value.isNull
        case .bool(let flag): value.bool == flag
        case .number(let number): value.double == number
        case .string(let text): value.string?.utf8.elementsEqual(text.utf8) ?? false
        }
    }
}

/// A text in the order of its UTF-8 bytes.
private struct ByteOrdered: Comparable {
    let text: String

    static func == (left: ByteOrdered, right: ByteOrdered) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    static func < (left: ByteOrdered, right: ByteOrdered) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}
