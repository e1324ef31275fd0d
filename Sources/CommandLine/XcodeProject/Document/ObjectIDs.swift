import Foundation

/// Ids for new objects: the same ones for the same purpose in the same project, and none that the file has already.
///
/// An id is eight digits that all objects of one addition share and sixteen that say what the object is for.
package struct ObjectIDs: Sendable {
    /// What the ids begin with.
    package let prefix: String

    /// Takes the prefix that an earlier addition has used.
    package init(prefix: String) { self.prefix = prefix }

    /// Finds a prefix that no id of the file has.
    package init(for purpose: String, in file: ProjectFile) {
        let taken = Set(file.objects.map { $0.id.prefix(8) })
        var attempt = 0
        while true {
            let candidate = String(Self.digits(of: "\(purpose) \(attempt)").prefix(8))
            // Ids that lead nowhere count too: the object may come back with the next merge.
            if !taken.contains(Substring(candidate)), !file.contains(candidate) {
                prefix = candidate
                return
            }
            attempt += 1
        }
    }

    /// The id of the object for a purpose, 24 hexadecimal digits.
    package func callAsFunction(_ role: String) -> String { prefix + Self.digits(of: role) }

    /// Whether an id is one of these.
    package func made(_ id: String) -> Bool { id.count == 24 && id.hasPrefix(prefix) }

    /// Whether an id was made for this role, by whichever addition.
    package static func isFor(_ role: String, _ id: String) -> Bool { id.count == 24 && id.hasSuffix(digits(of: role)) }

    /// Sixteen digits: FNV-1a in 64 bits.
    static func digits(of text: String) -> String { String(sixteenDigitsOf: hash(text.utf8)) }

    /// FNV-1a in 64 bits.
    static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}

extension String {
    /// A number in sixteen hexadecimal digits.
    fileprivate init(sixteenDigitsOf number: UInt64) {
        let digits = String(number, radix: 16, uppercase: true)
        self = String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension ProjectFile {
    /// Whether the text stands anywhere in the file.
    func contains(_ text: String) -> Bool { SourceText.contains(text, in: bytes) }
}
