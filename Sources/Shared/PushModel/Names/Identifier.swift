public import Foundation

/// A public id such as `msg_…`: a prefix that names the kind, the time, and 100 random bits.
///
/// Ids of one kind sort by the millisecond they were made in, cannot be guessed, and stand in a URL as they are.
public struct Identifier: Sendable, Hashable, CustomStringConvertible {
    /// What an id names, by its prefix.
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// The prefix without the underscore.
        public let rawValue: String

        /// Makes a kind by its prefix: lower-case letters.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A workspace.
        public static let workspace = Kind(rawValue: "ws")
        /// A tenant.
        public static let tenant = Kind(rawValue: "tnt")
        /// An app.
        public static let app = Kind(rawValue: "app")
        /// A key.
        public static let key = Kind(rawValue: "key")
        /// A subscriber.
        public static let subscriber = Kind(rawValue: "sub")
        /// A device.
        public static let device = Kind(rawValue: "dev")
        /// A message.
        public static let message = Kind(rawValue: "msg")
        /// A delivery.
        public static let delivery = Kind(rawValue: "dlv")
        /// An attempt.
        public static let attempt = Kind(rawValue: "att")
        /// An event.
        public static let event = Kind(rawValue: "evt")
        /// A topic.
        public static let topic = Kind(rawValue: "tpc")
        /// A segment.
        public static let segment = Kind(rawValue: "seg")
        /// A request to the server.
        public static let request = Kind(rawValue: "req")
    }

    /// The id as text.
    public let description: String

    /// In the order of their bytes and without the letters that are taken for one another.
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    private static let timeDigits = 9
    private static let randomDigits = 20

    /// Makes a new id.
    ///
    /// - Parameters:
    ///   - kind: What it names.
    ///   - date: When it is made; its millisecond becomes part of the id.
    public init(_ kind: Kind, at date: Date) {
        var generator = SystemRandomNumberGenerator()
        self.init(kind, at: date, using: &generator)
    }

    /// Makes a new id with given randomness, which must be unguessable outside tests.
    public init(_ kind: Kind, at date: Date, using generator: inout some RandomNumberGenerator) {
        let milliseconds = UInt64(max(0, min((date.timeIntervalSince1970 * 1000).rounded(), 35_000_000_000_000)))
        var high = generator.next()
        var low = generator.next()
        let prefix = kind.rawValue
        description = String(unsafeUninitializedCapacity: prefix.utf8.count + 30) { buffer in
            var index = 0
            for byte in prefix.utf8 {
                buffer[index] = byte
                index += 1
            }
            buffer[index] = UInt8(ascii: "_")
            index += 1
            for digit in stride(from: Self.timeDigits - 1, through: 0, by: -1) {
                buffer[index] = Self.alphabet[Int(milliseconds >> (5 * UInt64(digit)) & 31)]
                index += 1
            }
            for digit in 0..<Self.randomDigits {
                if digit < Self.randomDigits / 2 {
                    buffer[index] = Self.alphabet[Int(high & 31)]
                    high >>= 5
                } else {
                    buffer[index] = Self.alphabet[Int(low & 31)]
                    low >>= 5
                }
                index += 1
            }
            return index
        }
    }

    /// Takes an id that somebody sent; nil unless it has the form of this kind.
    public init?(_ kind: Kind, parsing text: String) {
        let prefix = kind.rawValue + "_"
        guard text.hasPrefix(prefix) else { return nil }
        let digits = text.utf8.dropFirst(prefix.utf8.count)
        guard digits.count == Self.timeDigits + Self.randomDigits, digits.allSatisfy(Self.alphabet.contains) else {
            return nil
        }
        description = text
    }

    /// Takes an id of any kind that was made or parsed before and kept since, without looking at each digit again.
    package init?(stored text: String) {
        var text = text
        let hasForm = text.withUTF8 { bytes in
            let place = bytes.count - Self.timeDigits - Self.randomDigits - 1
            return place > 0 && bytes[place] == UInt8(ascii: "_")
        }
        guard hasForm else { return nil }
        description = text
    }

    /// The moment that is part of the id, to the millisecond.
    public var date: Date {
        let digits = description.utf8.suffix(Self.timeDigits + Self.randomDigits).prefix(Self.timeDigits)
        let milliseconds = digits.reduce(into: UInt64(0)) { result, digit in
            result = result << 5 | UInt64(Self.alphabet.firstIndex(of: digit) ?? 0)
        }
        return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
