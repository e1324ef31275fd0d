/// Finds the blocks of a Ruby file, which is not run.
///
/// It knows strings, comments, symbols and the words that need an `end`; that is enough for Podfiles, and what it does not
/// understand leaves the blocks unbalanced, which is an error rather than a wrong place.
struct RubyScanner {
    private struct Open {
        let start: Int
        let target: String?
    }

    private let bytes: [UInt8]
    private var position = 0
    private var stack: [Open] = []
    private var found: [PodfileText.Target] = []
    /// Whether a value may begin here, so that `if` is not one that follows what it guards.
    private var expectsValue = true
    private var startsStatement = true
    private var loopAwaitsDo = false
    private var pendingTarget: (start: Int, name: String?)?
    private var hereDocuments: [String] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The targets, by the place of their `end`.
    mutating func targets() throws(ProjectError) -> [PodfileText.Target] {
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: ";"): endStatement(byte)
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
            case UInt8(ascii: "\\"): position += 2
            case UInt8(ascii: "#"): skipLine()
            case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): literal(try string(byte))
            case UInt8(ascii: ":"): symbol()
            case UInt8(ascii: "."): method()
            case UInt8(ascii: "%") where expectsValue && isPercentLiteral: try skipPercentLiteral()
            case UInt8(ascii: "/") where expectsValue && endOfPattern != nil: pattern()
            case UInt8(ascii: "<") where hereDocument(): break
            case UInt8(ascii: "=") where isLineStart && starts(with: "=begin"): skipBlockComment()
            default:
                if Self.isWord(byte) {
                    try word()
                } else {
                    expectsValue = byte != UInt8(ascii: ")") && byte != UInt8(ascii: "]") && byte != UInt8(ascii: "}")
                    startsStatement = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "|") && startsStatement
                    position += 1
                }
            }
        }
        guard let open = stack.last else { return found }
        throw ProjectError(
            .podfileUnbalanced, "The Podfile has a block without its \"end\". Nothing was changed; correct it first.",
            line: SourceText.line(at: open.start, in: bytes))
    }

    private mutating func endStatement(_ byte: UInt8) {
        position += 1
        startsStatement = true
        expectsValue = true
        loopAwaitsDo = false
        pendingTarget = nil
        guard byte == UInt8(ascii: "\n") else { return }
        for end in hereDocuments {
            while position < bytes.count {
                let line = String(decoding: bytes[position...].prefix { $0 != 10 }, as: UTF8.self)
                skipLine()
                position = min(position + 1, bytes.count)
                if line.filter({ $0 != " " && $0 != "\t" && $0 != "\r" }) == end { break }
            }
        }
        hereDocuments = []
    }

    private mutating func literal(_ text: String) {
        if pendingTarget != nil, pendingTarget?.name == nil { pendingTarget?.name = text }
        expectsValue = false
        startsStatement = false
    }

    private mutating func word() throws(ProjectError) {
        let start = position
        while position < bytes.count, Self.isWord(bytes[position]) { position += 1 }
        if position < bytes.count, bytes[position] == UInt8(ascii: "?") || bytes[position] == UInt8(ascii: "!") {
            position += 1
        }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        let isKey = byte(0) == UInt8(ascii: ":") && byte(1) != UInt8(ascii: ":")
        let begins = (statement: startsStatement, value: expectsValue)
        startsStatement = false
        expectsValue = false
        if isKey, !["else", "then"].contains(word) {
            position += 1
            expectsValue = true
            return
        }
        switch word {
        case "do":
            if loopAwaitsDo {
                loopAwaitsDo = false
            } else {
                stack.append(Open(start: pendingTarget?.start ?? start, target: pendingTarget?.name))
            }
            (startsStatement, expectsValue, pendingTarget) = (true, true, nil)
        case "if", "unless", "case", "begin", "while", "until", "for", "def", "class", "module":
            if begins.value {
                stack.append(Open(start: start, target: nil))
                loopAwaitsDo = ["while", "until", "for"].contains(word)
            }
            expectsValue = true
        case "end":
            guard let open = stack.popLast() else {
                throw ProjectError(
                    .podfileUnbalanced,
                    "The Podfile has an \"end\" that ends nothing. Nothing was changed; correct it first.",
                    line: SourceText.line(at: start, in: bytes))
            }
            if let name = open.target { found.append(.init(name: name, body: open.start..<start)) }
        case "then", "else", "elsif", "ensure", "rescue", "when", "in", "return", "and", "or", "not":
            (startsStatement, expectsValue) = (word == "then" || word == "else", true)
        case "target", "abstract_target":
            if begins.statement { pendingTarget = (start, nil) }
            expectsValue = true
        case "__END__" where isAlone(start): position = bytes.count
        default: break
        }
    }

    // MARK: - What is passed over

    /// A string; what is computed inside of it is passed over with its own strings.
    private mutating func string(_ quote: UInt8) throws(ProjectError) -> String {
        let start = position
        position += 1
        while position < bytes.count, bytes[position] != quote {
            if bytes[position] == UInt8(ascii: "\\") {
                position += 2
            } else if quote != UInt8(ascii: "'"), starts(with: "#{") {
                try skipComputed(0)
            } else {
                position += 1
            }
        }
        guard position < bytes.count else {
            throw ProjectError(
                .podfileUnbalanced, "The Podfile has a string without its end. Nothing was changed; correct it first.",
                line: SourceText.line(at: start, in: bytes))
        }
        position += 1
        return String(decoding: bytes[start + 1..<position - 1], as: UTF8.self)
    }

    private mutating func skipComputed(_ depth: Int) throws(ProjectError) {
        position += 2
        var braces = 1
        while position < bytes.count, braces > 0 {
            switch bytes[position] {
            case UInt8(ascii: "{"): braces += 1
            case UInt8(ascii: "}"): braces -= 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let quote = bytes[position]
                position += 1
                while position < bytes.count, bytes[position] != quote {
                    position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
                }
            default: break
            }
            position += 1
        }
        position = min(position, bytes.count)
    }

    private var isPercentLiteral: Bool {
        let letters = Array("wWiIqQ".utf8)
        let delimiter = byte(1).map { letters.contains($0) } == true ? byte(2) : byte(1)
        return delimiter.map { Array("[({<|!/".utf8).contains($0) } ?? false
    }

    private mutating func skipPercentLiteral() throws(ProjectError) {
        let start = position
        while position < bytes.count, !Array("[({<|!/".utf8).contains(bytes[position]) { position += 1 }
        let open = bytes[position]
        let pairs: [UInt8: UInt8] = [40: 41, 91: 93, 123: 125, 60: 62]
        let close = pairs[open] ?? open
        var depth = 1
        position += 1
        while position < bytes.count, depth > 0 {
            if bytes[position] == UInt8(ascii: "\\") {
                position += 1
            } else if bytes[position] == close {
                depth -= 1
            } else if bytes[position] == open {
                depth += 1
            }
            position += 1
        }
        guard depth == 0 else {
            throw ProjectError(
                .podfileUnbalanced,
                "The Podfile has a list of words without its end. Nothing was changed; correct it first.",
                line: SourceText.line(at: start, in: bytes))
        }
        expectsValue = false
        startsStatement = false
    }

    /// Where a pattern between slashes ends, if it ends on this line.
    private var endOfPattern: Int? {
        var end = position + 1
        while end < bytes.count, bytes[end] != 10, bytes[end] != UInt8(ascii: "/") {
            end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        return end < bytes.count && bytes[end] == UInt8(ascii: "/") ? end : nil
    }

    private mutating func pattern() {
        position = (endOfPattern ?? position) + 1
        expectsValue = false
        startsStatement = false
    }

    private mutating func symbol() {
        position += 1
        expectsValue = true
        startsStatement = false
        guard let next = byte(0), Self.isWord(next), position < 2 || bytes[position - 2] != UInt8(ascii: ":") else {
            return
        }
        while position < bytes.count, Self.isWord(bytes[position]) { position += 1 }
        expectsValue = false
    }

    /// A dot with the name after it, which is no keyword whatever it is.
    private mutating func method() {
        while byte(0) == UInt8(ascii: ".") { position += 1 }
        while position < bytes.count, Self.isWord(bytes[position]) { position += 1 }
        expectsValue = false
        startsStatement = false
    }

    private mutating func hereDocument() -> Bool {
        guard byte(1) == UInt8(ascii: "<"), expectsValue || byte(2) == UInt8(ascii: "~") else { return false }
        let rest = String(decoding: bytes[position...].prefix { $0 != 10 }, as: UTF8.self)
        guard let match = rest.prefixMatch(of: /<<[~\-]?['"]?([A-Z_][A-Za-z0-9_]*)['"]?/) else { return false }
        hereDocuments.append(String(match.1))
        position += match.0.utf8.count
        expectsValue = false
        startsStatement = false
        return true
    }

    private mutating func skipBlockComment() {
        while position < bytes.count {
            let isEnd = starts(with: "=end")
            skipLine()
            position = min(position + 1, bytes.count)
            if isEnd { return }
        }
    }

    private mutating func skipLine() {
        while position < bytes.count, bytes[position] != 10 { position += 1 }
    }

    private func byte(_ ahead: Int) -> UInt8? { position + ahead < bytes.count ? bytes[position + ahead] : nil }
    private var isLineStart: Bool { position == 0 || bytes[position - 1] == 10 }
    private func starts(with text: String) -> Bool { bytes[position...].starts(with: Array(text.utf8)) }
    private func isAlone(_ start: Int) -> Bool {
        (start == 0 || bytes[start - 1] == 10) && (byte(0) == nil || byte(0) == 10)
    }
    private static func isWord(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 95 || byte >= 128
    }
}
