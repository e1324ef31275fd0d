public import Foundation

/// One thing that happened on a simulated device.
public struct TimelineEntry: Codable, Sendable, Hashable {
    /// Position on the timeline, from 1, without gaps.
    public let sequence: Int
    /// The device's time.
    public let time: Date
    /// What happened.
    public let kind: Kind
    /// Bundle identifier of the app that it concerns.
    public let app: String?
    /// The process that did it or had it done: `app` or `extension`, with its number.
    public let process: String?
    /// Identifier of the notification that it concerns.
    public let notification: String?
    /// More about it, by names that the kind documents.
    public let details: [String: String]

    /// A detail by its name.
    public subscript(name: String) -> String? { details[name] }

    /// The kinds of entries; a program's own start with `app.`.
    public struct Kind: RawRepresentable, Codable, Sendable, Hashable, ExpressibleByStringLiteral {
        /// The name, with dots.
        public let rawValue: String
        /// Makes a kind from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Makes a kind from its name.
        public init(stringLiteral value: String) { rawValue = value }
        /// Reads the name.
        public init(from decoder: any Decoder) throws {
            rawValue = try decoder.singleValueContainer().decode(String.self)
        }
        /// Writes the name.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(rawValue)
        }
    }
}

extension TimelineEntry: CustomStringConvertible {
    /// The entry as a line for people.
    public var description: String {
        var parts = ["\(sequence)", kind.rawValue]
        if let process { parts.append("[\(process)]") }
        if let notification { parts.append(notification) }
        parts += details.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return parts.joined(separator: " ")
    }

    /// The entry as one line of JSON, keys in alphabetical order, time as RFC 3339 with milliseconds.
    public var jsonLine: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        }
        guard let data = try? encoder.encode(self) else { return "{}" }
        return String(decoding: data, as: UTF8.self)
    }
}
