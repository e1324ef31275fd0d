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

    /// Reads attributes, and refuses what the databases cannot compare: numbers beyond a double and zero characters.
    static func attributes(_ raw: [UInt8]) throws -> JSONObject {
        guard let object = try JSONValue(parsing: raw, limits: .strict).object else { throw APIError.nothingHere }
        if let fault = fault(in: object) { throw ValidationError([fault]) }
        return object
    }

    /// What the databases cannot compare in attributes.
    static func fault(in attributes: JSONObject) -> FieldError? { fault(in: .object(attributes), at: "attributes") }

    private static func fault(in value: JSONValue, at path: String) -> FieldError? {
        switch value {
        case .number(let number) where !isComparable(number):
            return FieldError(
                .outOfRange, at: path, "The number is too large, too small or too long. Write it as a text.")
        case .string(let text) where text.utf8.contains(0):
            return FieldError(.invalidFormat, at: path, "A text cannot have the character U+0000.")
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                if let fault = fault(in: element, at: "\(path)[\(index)]") { return fault }
            }
        case .object(let object):
            for member in object.members {
                let path = "\(path).\(member.key.prefix(64))"
                if member.key.utf8.contains(0) {
                    return FieldError(.invalidFormat, at: path, "A name cannot have the character U+0000.")
                }
                if let fault = fault(in: member.value, at: path) { return fault }
            }
        case .null, .bool, .number, .string: break
        }
        return nil
    }

    /// Whether every database can read a number as a double.
    ///
    /// PostgreSQL fails at one that is nearly zero or has thousands of places, and with it every condition that looks at
    /// the attributes of all.
    private static func isComparable(_ number: JSONNumber) -> Bool {
        let parts = number.description.split { $0 == "e" || $0 == "E" }
        guard number.description.utf8.count <= 400, let value = number.double,
            parts.count == 1 || (Int(parts[1]).map { abs($0) <= 1_000 } ?? false)
        else { return false }
        return value != 0 || number.int == 0
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
            change.attributes = try attributes(raw)
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
