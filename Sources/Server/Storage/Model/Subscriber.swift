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

    /// The longest external id, in UTF-8 bytes.
    package static let externalIDByteLimit = 255
}
