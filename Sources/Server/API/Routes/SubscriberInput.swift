internal import Foundation
internal import PushModel
internal import Storage

/// What backends and apps may say about a subscriber.
enum SubscriberInput {
    /// Refuses names of the system and time zones that nobody knows.
    static func check(names: [String], timeZone: String?) throws {
        if let name = names.first(where: { $0.hasPrefix("$") }) {
            throw APIError(
                .systemAttribute, "Names that begin with $ belong to the system. Use another name.",
                param: "attributes.\(name.prefix(64))")
        }
        if let timeZone, TimeZone(identifier: timeZone) == nil {
            throw APIError(
                .invalidTimezone, "The time zone is no name of the IANA database, such as Europe/Berlin.",
                param: "timezone")
        }
    }

    /// Refuses attributes of too many bytes.
    static func checkSize(_ size: Int) throws {
        guard size > Subscriber.attributeByteLimit else { return }
        throw APIError(
            .attributesTooLarge,
            "The attributes have \(size) bytes; at most \(Subscriber.attributeByteLimit) are allowed.",
            param: "attributes")
    }

    /// Reads a change of single things; null removes one.
    static func change(_ body: [UInt8]) throws -> SubscriberChange {
        var reader = try FieldReader(parsing: body)
        var change = SubscriberChange()
        if let raw = reader.rawObject("attributes") {
            guard let object = try JSONValue(parsing: raw, limits: .strict).object else { throw APIError.nothingHere }
            change.attributes = object
        }
        let locale = reader.string("locale", length: 1...100)
        let timeZone = reader.string("timezone", length: 1...100)
        if reader.contains("locale") { change.locale = .some(locale) }
        if reader.contains("timezone") { change.timeZone = .some(timeZone) }
        try reader.finish()
        try checkSize(change.attributes?.encoded().count ?? 0)
        try check(names: change.attributes?.keys ?? [], timeZone: timeZone)
        return change
    }
}
