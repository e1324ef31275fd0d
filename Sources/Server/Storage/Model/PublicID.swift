package import Foundation

/// The id of an entity as callers see it: a prefix and 26 characters, time-ordered and unguessable.
///
/// 48 bits of milliseconds since 1970 and 80 random bits, in lower-case base 32 without i, l, o and u.
package struct PublicID: Sendable, Hashable, CustomStringConvertible {
    /// What an id names; the raw value is its prefix.
    package enum Kind: String, Sendable, CaseIterable {
        case tenant = "tnt"
        case key
        case app
        case subscriber = "sub"
        case device = "dev"
        case message = "msg"
        case delivery = "dlv"
        case event = "evt"
        case request = "req"
    }

    /// What the id names.
    package let kind: Kind
    /// The first 8 of its 16 bytes.
    package let high: UInt64
    /// The last 8 of its 16 bytes.
    package let low: UInt64

    /// Makes a new id.
    package init(_ kind: Kind, at now: Date) {
        var random = SystemRandomNumberGenerator()
        let milliseconds = UInt64(max(0, now.timeIntervalSince1970 * 1000)) & 0xFFFF_FFFF_FFFF
        self.kind = kind
        high = milliseconds << 16 | UInt64(UInt16.random(in: .min ... .max, using: &random))
        low = .random(in: .min ... .max, using: &random)
    }

    /// Takes the 16 bytes that the database stores.
    package init(_ kind: Kind, bytes: [UInt8]) throws(StorageError) {
        guard bytes.count == 16 else {
            throw StorageError(.wrongType, detail: "An id in the database has \(bytes.count) bytes and not 16.")
        }
        self.kind = kind
        high = bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes[8...].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Reads an id of one kind; nil if the text is anything else.
    package init?(_ kind: Kind, _ text: String) {
        let prefix = kind.rawValue.utf8
        var rest = Array(text.utf8)[...]
        guard rest.count == prefix.count + 27, rest.starts(with: prefix) else { return nil }
        rest = rest.dropFirst(prefix.count)
        guard rest.popFirst() == UInt8(ascii: "_") else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for (index, character) in rest.enumerated() {
            guard let digit = Self.alphabet.firstIndex(of: character) else { return nil }
            if index == 0, digit > 7 { return nil }
            high = high << 5 | low >> 59
            low = low << 5 | UInt64(digit)
        }
        self.kind = kind
        self.high = high
        self.low = low
    }

    /// The 16 bytes that the database stores.
    package var bytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
            for index in 0..<8 {
                buffer[index] = UInt8(truncatingIfNeeded: high >> UInt64(56 - 8 * index))
                buffer[8 + index] = UInt8(truncatingIfNeeded: low >> UInt64(56 - 8 * index))
            }
            count = 16
        }
    }

    /// The id as callers see it, such as `msg_01j8…`.
    package var description: String {
        let prefix = kind.rawValue.utf8
        return String(unsafeUninitializedCapacity: prefix.count + 27) { buffer in
            var position = buffer.update(fromContentsOf: prefix)
            buffer[position] = UInt8(ascii: "_")
            position += 1
            for index in 0..<26 {
                let shift = 5 * (25 - index)
                let digit =
                    shift >= 64 ? high >> UInt64(shift - 64)
                    : shift > 59 ? (low >> UInt64(shift) | high << UInt64(64 - shift)) : low >> UInt64(shift)
                buffer[position + index] = Self.alphabet[Int(digit & 31)]
            }
            return position + 26
        }
    }

    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
}
