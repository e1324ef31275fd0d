/// What is known of the person and device that a message is written for.
package struct RecipientTraits: Sendable, Equatable {
    /// The caller's own user id.
    package var externalID: String
    /// The subscriber's attributes: a JSON object as text.
    package var attributes: String
    /// The device's language, or else the subscriber's.
    package var locale: String?
    /// The subscriber's time zone, or else the device's.
    package var timeZone: String?

    /// Describes a recipient.
    package init(externalID: String, attributes: String, locale: String?, timeZone: String?) {
        self.externalID = externalID
        self.attributes = attributes
        self.locale = locale
        self.timeZone = timeZone
    }
}
