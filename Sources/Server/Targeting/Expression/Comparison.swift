/// A comparison of something that is known of a subscriber with values of the expression.
package struct Comparison: Sendable, Hashable {
    /// What is compared.
    package let reference: Reference
    /// With what, and how.
    package let test: Test

    /// How a value is tested.
    package enum Test: Sendable, Hashable {
        /// The value is the same, of the same kind. Missing is the same as `null`.
        case equal(Scalar)
        /// The exact opposite of `equal`: what is missing differs from everything but `null`.
        case notEqual(Scalar)
        /// The value is of the same kind and stands in this order; strings go by their UTF-8 bytes.
        case ordered(Order, Ordered)
        /// The value equals one of these.
        case oneOf([Scalar])
        /// A string contains this text, or a list an element that is this text; capitals do not matter.
        case contains(String)
        /// The value is there and not `null`, or the opposite.
        case exists(Bool)
    }

    /// The orders of `gt`, `gte`, `lt` and `lte`.
    package enum Order: String, Sendable, Hashable, CaseIterable {
        case greater = "gt"
        case greaterOrEqual = "gte"
        case less = "lt"
        case lessOrEqual = "lte"

        /// The relation of the same meaning.
        package var relation: Relation {
            switch self {
            case .greater: .greater
            case .greaterOrEqual: .greaterOrEqual
            case .less: .less
            case .lessOrEqual: .lessOrEqual
            }
        }
    }

    /// A value without parts.
    package enum Scalar: Sendable, Hashable {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
    }

    /// A value that has an order.
    package enum Ordered: Sendable, Hashable {
        case number(Double)
        case string(String)
    }

    /// How many values `in` may list.
    package static let valueLimit = 100
    /// The longest text that is compared, in UTF-8 bytes.
    package static let textByteLimit = 1_000
}

/// What a comparison looks at.
package enum Reference: Sendable, Hashable {
    /// An attribute, by the keys that lead to it.
    case attribute([String])
    /// The caller's own user id.
    case externalID
    /// The subscriber's time zone, an IANA name.
    case timeZone
    /// The subscriber's language.
    case locale
    /// Whether the subscriber's identity was ever proved.
    case isVerified

    /// How many keys may lead to an attribute.
    package static let keyLimit = 8
    /// The longest key, in UTF-8 bytes.
    package static let keyByteLimit = 100

    private static let fields: [String: Reference] = [
        "subscriber.externalId": .externalID, "subscriber.timezone": .timeZone, "subscriber.locale": .locale,
        "subscriber.verified": .isVerified, "attributes.$timezone": .timeZone, "attributes.$locale": .locale,
    ]

    /// Reads `attributes.plan`, `attributes.address.city`, `subscriber.locale` and the like.
    package init?(_ text: String) {
        if let field = Self.fields[text] {
            self = field
            return
        }
        let keys = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let path = Array(keys.dropFirst())
        guard keys.first == "attributes", (1...Self.keyLimit).contains(path.count), path.allSatisfy(Self.isKey) else {
            return nil
        }
        self = .attribute(path)
    }

    /// Keys with quotes, backslashes, brackets or control characters cannot be written in the paths of the databases.
    private static func isKey(_ key: String) -> Bool {
        (1...keyByteLimit).contains(key.utf8.count) && !key.hasPrefix("$")
            && key.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && !#""\[]"#.utf8.contains($0) }
    }
}
