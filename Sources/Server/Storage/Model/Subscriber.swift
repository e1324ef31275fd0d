package import Foundation
package import PushModel

/// A person, named by the caller's own user id.
package struct Subscriber: Sendable, Equatable {
    /// Its row.
    package let row: Int64
    /// Its id.
    package let id: Identifier
    /// The caller's own user id.
    package let externalID: String
    /// What the caller knows about the person: a JSON object as text.
    package let attributes: String
    /// An IANA name.
    package let timeZone: String?
    /// A language tag.
    package let locale: String?
    /// When a client last proved with the identity secret who it is.
    package let verifiedAt: Date?
    /// When it was made.
    package let createdAt: Date
    /// When it last changed.
    package let updatedAt: Date
    /// Since when what an anonymous past left is known: a JSON object of names and milliseconds since 1970.
    let anonymousTimes: String

    /// How the ids begin that the SDK makes for people who are not identified.
    package static let anonymousPrefix = "anon_"
    /// Whether nobody has said yet who it is.
    package var isAnonymous: Bool { verifiedAt == nil && externalID.hasPrefix(Self.anonymousPrefix) }
    /// The largest attributes as JSON, in bytes.
    package static let attributeByteLimit = 65_536
    /// The longest external id, in UTF-8 bytes.
    package static let externalIDByteLimit = 255
}

/// What is to change about a subscriber; what is nil stays.
package struct SubscriberChange: Sendable {
    /// Attributes by name: a value replaces the old one, null removes it.
    package var attributes: JSONObject?
    /// An IANA name; the inner nil removes it.
    package var timeZone: String??
    /// A language tag; the inner nil removes it.
    package var locale: String??

    /// Changes nothing.
    package init() {}
}

/// What became of a change of a subscriber.
package enum SubscriberChangeResult: Sendable, Equatable {
    /// It is as it was wanted.
    case changed(Subscriber)
    /// The attributes would have this many bytes; nothing was changed.
    case tooLarge(Int)
}

/// What became of an anonymous past.
package enum IdentifyResult: Sendable, Equatable {
    /// It belongs to this subscriber, in this way; the same call again answers the same.
    case belongs(Subscriber, Way)
    /// The id names somebody who is identified, or the past of somebody else.
    case sourceIdentified
    /// The id is the subscriber's own.
    case aliasIsPrimary

    /// How a past came to its person.
    package enum Way: String, Sendable, DatabaseConvertible {
        /// Nobody had the new id: the anonymous subscriber has it now.
        case renamed
        /// Two subscribers became one.
        case merged
        /// Nothing was known of the past; the id leads to the person from now on.
        case nothing
    }
}
