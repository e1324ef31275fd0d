package import Foundation
package import PushModel

/// All that an expression can ask of one subscriber.
package struct SubscriberFacts: Sendable {
    /// The caller's own user id.
    package var externalID: String
    /// The attributes.
    package var attributes: JSONObject
    /// An IANA name.
    package var timeZone: String?
    /// A language tag.
    package var locale: String?
    /// Whether the identity was ever proved.
    package var isVerified: Bool
    /// The events that are kept, by name: when each happened.
    package var events: [String: [Date]]
    /// When one of the devices was last seen.
    package var lastSeenAt: Date?
    /// Whether there is a device that is not muted and has a valid token.
    package var isReachable: Bool

    /// Makes the facts.
    package init(
        externalID: String, attributes: JSONObject = [:], timeZone: String? = nil, locale: String? = nil,
        isVerified: Bool = false, events: [String: [Date]] = [:], lastSeenAt: Date? = nil, isReachable: Bool = false
    ) {
        self.externalID = externalID
        self.attributes = attributes
        self.timeZone = timeZone
        self.locale = locale
        self.isVerified = isVerified
        self.events = events
        self.lastSeenAt = lastSeenAt
        self.isReachable = isReachable
    }

    /// The value of a reference; nil when there is none.
    func value(_ reference: Reference) -> JSONValue? {
        switch reference {
        case .externalID: .string(externalID)
        case .timeZone: timeZone.map { .string($0) }
        case .locale: locale.map { .string($0) }
        case .isVerified: .bool(isVerified)
        case .attribute(let keys):
            keys.reduce(JSONValue?.some(.object(attributes))) { value, key in value?.object?[key] }
        }
    }
}
