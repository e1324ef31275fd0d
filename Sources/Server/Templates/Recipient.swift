internal import Foundation
package import PushModel

/// The values that a template can use, and the language and zone that it is written in.
package struct Recipient: Sendable {
    /// The caller's own user id.
    package var externalID: String
    /// The subscriber's attributes.
    package var attributes: JSONObject
    /// A language tag; nil writes English.
    package var locale: String?
    /// An IANA name; nil writes UTC.
    package var timeZone: String?

    /// Makes a recipient.
    package init(externalID: String, attributes: JSONObject = [:], locale: String? = nil, timeZone: String? = nil) {
        self.externalID = externalID
        self.attributes = attributes
        self.locale = locale
        self.timeZone = timeZone
    }

    func value(at path: [String]) -> JSONValue? {
        switch path.first {
        case "attributes":
            path.dropFirst().reduce(JSONValue?.some(.object(attributes))) { value, key in value?.object?[key] }
        case "subscriber":
            switch path.last {
            case "externalId": .string(externalID)
            case "timezone": timeZone.map { .string($0) }
            case "locale": locale.map { .string($0) }
            default: nil
            }
        default: nil
        }
    }
}

/// The names that the system's time zone data know.
enum TimeZoneNames {
    static func isKnown(_ name: String) -> Bool { TimeZone(identifier: name) != nil }
}
