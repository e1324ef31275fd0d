internal import Foundation
internal import PushModel

/// Writes templates for recipients, and keeps the formats of languages and zones that it has met.
///
/// It belongs to the one task that uses it.
package struct TemplateRenderer {
    private var formats = Formats()

    /// Makes a renderer.
    package init() {}

    /// Writes a template for a recipient.
    package mutating func render(_ template: Template, for recipient: Recipient) -> String {
        var text = ""
        for part in template.parts {
            switch part {
            case .text(let literal): text += literal
            case .place(let place): text += render(place, for: recipient)
            }
        }
        return text
    }

    private mutating func render(_ place: Template.Place, for recipient: Recipient) -> String {
        var value: JSONValue =
            switch place.source {
            case .literal(let literal): literal
            case .path(let path): recipient.value(at: path) ?? .null
            }
        for filter in place.filters { value = apply(filter, to: value, for: recipient) }
        return Self.text(value)
    }

    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .null: ""
        case .string(let text): text
        case .bool, .number, .array, .object: value.description
        }
    }

    private mutating func apply(_ filter: TemplateFilter, to value: JSONValue, for recipient: Recipient) -> JSONValue {
        switch filter {
        case .default(let text):
            return value.isNull || value.string?.isEmpty == true ? .string(text) : value
        case .date(let style):
            // What is no time stays as it is: an odd attribute must not cost the message.
            guard let date = Self.date(value) else { return value }
            return .string(formats.text(of: date, style, for: recipient))
        case .number(let style):
            guard let number = Self.number(value) else { return value }
            return .string(formats.text(of: number, style, for: recipient))
        case .plural(let texts):
            let number = Self.number(value) ?? 0
            let category = formats.category(of: number, for: recipient)
            guard let text = texts[category] ?? texts[.other] else { return value }
            return .string(text.replacing("#", with: formats.text(of: number, .decimal(digits: nil), for: recipient)))
        }
    }

    /// A number, or a text that is one.
    private static func number(_ value: JSONValue) -> Double? {
        value.double ?? value.string.flatMap(JSONNumber.init)?.double
    }

    /// Seconds since 1970 (milliseconds from 100,000,000,000 on), an RFC 3339 time or a date such as 2026-01-31.
    private static func date(_ value: JSONValue) -> Date? {
        if let number = value.double, abs(number) < 1e14 {
            return Date(timeIntervalSince1970: abs(number) >= 1e11 ? number / 1_000 : number)
        }
        guard let text = value.string, text.utf8.count <= 40 else { return nil }
        let time = Date.ISO8601FormatStyle()
        return (try? time.parse(text)) ?? (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text))
            ?? (try? time.year().month().day().parse(text))
    }
}
