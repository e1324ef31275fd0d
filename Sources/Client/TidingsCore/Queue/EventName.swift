import PushModel

/// The rule for names of events, the same as the server's, so that a bad name is refused where it is written.
package enum EventName {
    /// Whether an app may use a name: `[a-z0-9][a-z0-9_.-]{0,99}`.
    package static func isValid(_ name: String) -> Bool {
        let letters = Array(name.utf8)
        guard (1...100).contains(letters.count), let first = letters.first, isPlain(first) else { return false }
        return letters.allSatisfy {
            isPlain($0) || [UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-")].contains($0)
        }
    }

    /// The most bytes of an event's data as JSON.
    package static let dataByteLimit = 8_192

    private static func isPlain(_ letter: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(letter)
    }
}
