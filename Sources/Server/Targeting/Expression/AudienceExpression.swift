/// A condition on a subscriber: comparisons of attributes, counts of events and the like, joined by all, any and not.
///
/// Every condition is true or false of every subscriber; there is no "unknown". An attribute that is missing is equal
/// to `null` and to nothing else.
package indirect enum AudienceExpression: Sendable, Hashable {
    /// All of them hold; at least one is given.
    case all([AudienceExpression])
    /// One of them holds; at least one is given.
    case any([AudienceExpression])
    /// It does not hold.
    case not(AudienceExpression)
    /// A comparison of an attribute or a field.
    case comparison(Comparison)
    /// How often an event happened.
    case eventCount(EventCount)
    /// Whether one of the subscriber's devices was seen since then; one without devices was never seen.
    case seen(within: Period)
    /// Whether a push can reach the subscriber: a device that is not muted and has a valid token.
    case reachableByPush

    /// How deep conditions may be nested; a single comparison has depth 1.
    package static let depthLimit = 8
    /// How many comparisons, counts and the like there may be in all.
    package static let leafLimit = 50
}

/// A span of whole minutes, hours or days, such as `30d`.
package struct Period: Sendable, Hashable {
    /// The longest span: 10 years.
    package static let secondsLimit = 3_650 * 86_400

    /// How long it is.
    package let seconds: Int

    /// Takes a span; nil if it is not between one second and ten years.
    package init?(seconds: Int) {
        guard (1...Self.secondsLimit).contains(seconds) else { return nil }
        self.seconds = seconds
    }

    /// Reads digits followed by `m`, `h` or `d`; a day has 24 hours.
    package init?(_ text: String) {
        let units: [Character: Int] = ["m": 60, "h": 3_600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }), text.utf8.count <= 8,
            text.dropLast().utf8.allSatisfy({ (48...57).contains($0) }), let count = Int(text.dropLast())
        else { return nil }
        self.init(seconds: count * unit)
    }
}

/// How often an event with a name happened.
package struct EventCount: Sendable, Hashable {
    /// The event's name.
    package let name: String
    /// How the number is compared.
    package let relation: Relation
    /// What it is compared with; 0 to a million.
    package let number: Int
    /// Only events of this span before now; nil counts all that are kept.
    package let within: Period?

    /// The largest number that a count is compared with.
    package static let numberLimit = 1_000_000
}

/// How two values of the same kind are compared.
package enum Relation: String, Sendable, Hashable, CaseIterable {
    case equal = "eq"
    case notEqual = "neq"
    case greater = "gt"
    case greaterOrEqual = "gte"
    case less = "lt"
    case lessOrEqual = "lte"

    /// Whether it holds between two values.
    package func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
        switch self {
        case .equal: left == right
        case .notEqual: left != right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        case .less: left < right
        case .lessOrEqual: left <= right
        }
    }
}
