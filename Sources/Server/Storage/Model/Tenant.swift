package import Foundation
package import PushModel

/// One isolated customer or environment; it owns everything else.
package struct Tenant: Sendable, Equatable {
    /// Its row.
    package let row: Int64
    /// Its id.
    package let id: Identifier
    /// The name that the `Tidings-Tenant` header carries.
    package let slug: String
    /// The name that people see.
    package let name: String
    /// The key of the HMAC with which the tenant's backend proves who a subscriber is; 32 bytes.
    package let identitySecret: [UInt8]
    /// When it was made.
    package let createdAt: Date

    /// Whether the text can be a slug: 1 to 63 of a–z, 0–9 and inner hyphens.
    package static func isSlug(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard (1...63).contains(bytes.count), bytes.first != UInt8(ascii: "-"), bytes.last != UInt8(ascii: "-") else {
            return false
        }
        return bytes.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "-")
        }
    }
}
