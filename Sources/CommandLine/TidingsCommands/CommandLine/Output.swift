#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif
import Foundation

/// Where a command writes: text for people or JSON for programs on standard output, everything else on standard error.
package struct Output: Sendable {
    /// Whether the caller asked for JSON; text meant for people then goes nowhere.
    package let isJSON: Bool
    /// Whether text may carry colours.
    package let hasColours: Bool
    private let write: @Sendable (String) -> Void
    private let writeError: @Sendable (String) -> Void

    /// Makes an output over two functions that each take whole lines, line break included.
    package init(
        isJSON: Bool, hasColours: Bool = false, write: @escaping @Sendable (String) -> Void,
        writeError: @escaping @Sendable (String) -> Void
    ) {
        self.isJSON = isJSON
        self.hasColours = hasColours
        self.write = write
        self.writeError = writeError
    }

    /// The output of the process.
    ///
    /// Colours appear only when standard output is a terminal, `NO_COLOR` is unset or empty and `TERM` is not `dumb`.
    package static func standard(isJSON: Bool, environment: [String: String]) -> Output {
        let colours = wantsColours(isTerminal: isatty(1) == 1, environment)
        return Output(
            isJSON: isJSON, hasColours: colours && !isJSON, write: { writeAll($0, to: 1) },
            writeError: { writeAll($0, to: 2) })
    }

    /// Prints a line for people; nothing in JSON mode.
    package func text(_ line: String) {
        if !isJSON { write(line + "\n") }
    }

    /// Prints the value as one line of JSON, in either mode.
    package func json(_ value: some Encodable) throws { write(try Self.encoded(value) + "\n") }

    /// Prints the JSON form in JSON mode and the text form otherwise.
    package func result(_ value: some Encodable, text: @autoclosure () -> String) throws {
        if isJSON { try json(value) } else { write(text() + "\n") }
    }

    /// Prints text as it is, in either mode: a document, a help text.
    package func verbatim(_ text: String) { write(text.hasSuffix("\n") ? text : text + "\n") }

    /// Prints a line of progress or warning on standard error.
    package func note(_ line: String) { writeError(line + "\n") }

    /// The text in a colour, or as it is where colours do not belong.
    package func coloured(_ text: String, _ colour: Colour) -> String {
        hasColours ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Whether text may carry colours.
    static func wantsColours(isTerminal: Bool, _ environment: [String: String]) -> Bool {
        isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    /// Rows as columns, padded to their widest cell, under a headline.
    package func table(_ headline: [String], _ rows: [[String]]) -> String {
        let all = [headline] + rows
        let widths = headline.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        let lines = all.map { row in
            zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
                .replacing(#/ +$/#, with: "")
        }
        return lines.enumerated().map { $0 == 0 ? coloured($1, .faint) : $1 }.joined(separator: "\n")
    }

    static func encoded(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        encoder.dateEncodingStrategy = .iso8601
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

/// A colour of the terminal, as its number in an escape sequence.
package enum Colour: String, Sendable {
    /// For what is less important.
    case faint = "2"
    /// For what went wrong.
    case red = "31"
    /// For what went well.
    case green = "32"
    /// For what needs a look.
    case yellow = "33"
    /// For names and headings.
    case cyan = "36"
}

/// One `write` for a whole line, so that lines of several threads and processes do not mix.
private func writeAll(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
        if count > 0 {
            bytes = bytes.dropFirst(count)
        } else if errno != EINTR {
            return
        }
    }
}

private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, start, count)
}
