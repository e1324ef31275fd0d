package import Foundation

/// A source file in Swift or Objective-C, with comments and texts blanked out so that what is left is code.
///
/// It is no parser: it knows where texts and comments end and which braces enclose a place. That is enough to tell a call
/// from a mention of it.
package struct SourceFile: Sendable {
    /// Where it lies from the project's folder.
    package let path: String
    /// The code; blanked places keep their length in bytes and their line breaks.
    package let code: String
    private let bytes: [UInt8]

    /// What a pair of braces encloses.
    package struct Block: Sendable {
        /// What stands before the opening brace, back to the last statement.
        package let header: String
        /// From the opening brace to the closing one, in bytes of the code.
        package let range: Range<Int>
    }

    /// More than any file that people write.
    private static let byteLimit = 2 << 20
    /// More than any signature has.
    private static let headerByteLimit = 1500

    /// Reads a file; nil if it is missing or too large.
    package init?(url: URL, path: String) {
        guard let bytes = try? SourceText.bytes(of: url, limit: Self.byteLimit) else { return nil }
        self.init(bytes, path: path)
    }

    /// Takes the bytes of a file.
    package init(_ bytes: [UInt8], path: String) {
        self.path = path
        let blanked = SourceBlanking.blanked(bytes, isSwift: path.hasSuffix(".swift"))
        code = String(decoding: blanked, as: UTF8.self)
        // Invalid bytes are longer in the text than in the file.
        self.bytes = Array(code.utf8)
    }

    /// Whether a word stands in the code.
    package func mentions(_ word: String) -> Bool { SourceText.contains(word, in: bytes) }

    /// The matches of a pattern in the code, which is looked at only if a word is in it that every match has.
    ///
    /// Words end where letters, digits and underscores do, at a dot as well.
    package func matches<Output>(_ word: String, _ pattern: Regex<Output>) -> [Regex<Output>.Match] {
        guard mentions(word) else { return [] }
        return code.matches(of: pattern.wordBoundaryKind(.simple))
    }

    /// The line of a place in the code, counted from 1.
    package func line(at index: String.Index) -> Int {
        SourceText.line(at: code.utf8.distance(from: code.startIndex, to: index), in: bytes)
    }

    /// The blocks that braces enclose, outer ones before those inside of them.
    package var blocks: [Block] { Self.blocks(bytes) }

    /// Those of the file's blocks that are around a place, the innermost first.
    package func around(_ index: String.Index, among blocks: [Block]) -> [Block] {
        let offset = code.utf8.distance(from: code.startIndex, to: index)
        return blocks.filter { $0.range.contains(offset) }.reversed()
    }

    private static func blocks(_ code: [UInt8]) -> [Block] {
        var open: [(index: Int, start: Int)] = []
        var found: [Block] = []
        var headerStart = 0
        for (offset, byte) in code.enumerated() {
            switch byte {
            case UInt8(ascii: "{"):
                let header = String(
                    decoding: code[max(headerStart, offset - headerByteLimit)..<offset], as: UTF8.self)
                open.append((found.count, offset))
                found.append(
                    Block(header: header.trimmingCharacters(in: .whitespacesAndNewlines), range: offset..<code.count))
                headerStart = offset + 1
            case UInt8(ascii: "}"):
                headerStart = offset + 1
                guard let last = open.popLast() else { continue }
                found[last.index] = Block(header: found[last.index].header, range: last.start..<offset + 1)
            case UInt8(ascii: ";"):
                headerStart = offset + 1
            default: break
            }
        }
        return found
    }
}
