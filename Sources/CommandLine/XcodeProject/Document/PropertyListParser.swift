/// Reads a property list of the old text form, and where each part of it stands.
///
/// A hand-written parser, as Foundation's keeps neither comments nor places.
struct PropertyListParser {
    /// A comment that begins or ends a section of objects.
    struct Mark: Sendable {
        /// The isa that the section is for.
        let isa: String
        /// Whether it begins the section.
        let begins: Bool
        /// The comment itself.
        let range: Range<Int>
    }

    /// Deeper than any project: dictionaries of a project are nested six times.
    static let depthLimit = 64

    private let bytes: UnsafeBufferPointer<UInt8>
    private let whole: [UInt8]
    private var position = 0
    private var depth = 0
    private(set) var marks: [Mark] = []

    private init(_ whole: [UInt8], _ bytes: UnsafeBufferPointer<UInt8>) {
        self.whole = whole
        self.bytes = bytes
    }

    /// The root value and the marks of sections.
    static func parse(_ text: [UInt8]) throws(ProjectError) -> (root: Node, marks: [Mark]) {
        let result: Result<(Node, [Mark]), ProjectError> = text.withUnsafeBufferPointer { bytes in
            var parser = PropertyListParser(text, bytes)
            do throws(ProjectError) {
                return .success((try parser.root(), parser.marks))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private mutating func root() throws(ProjectError) -> Node {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        try skipSpace()
        guard position < bytes.count else { throw fault(.syntax, "The file is empty.") }
        let rest = bytes[position...]
        if rest.starts(with: Array("<?xml".utf8)) || rest.starts(with: Array("<!DOCTYPE".utf8))
            || rest.starts(with: Array("<plist".utf8))
        {
            throw fault(
                .xmlFormat, "The file is an XML property list. Open it in Xcode and save it, which writes text.")
        }
        if bytes[position] == UInt8(ascii: "["), rest.count > 1 {
            throw fault(.jsonFormat, "The file is JSON. Open it in Xcode and save it, which writes a property list.")
        }
        let node = try value()
        try skipSpace()
        guard position == bytes.count else { throw fault(.syntax, "There is text after the end of the property list.") }
        return node
    }

    private mutating func value() throws(ProjectError) -> Node {
        guard position < bytes.count else { throw fault(.syntax, "The file ends where a value has to be.") }
        let start = position
        switch bytes[position] {
        case UInt8(ascii: "{"):
            return Node(
                value: .dictionary(try nested { (parser) throws(ProjectError) in try parser.entries() }),
                range: start..<position)
        case UInt8(ascii: "("):
            return Node(
                value: .array(try nested { (parser) throws(ProjectError) in try parser.items() }),
                range: start..<position)
        case UInt8(ascii: "<"):
            try skipData()
            return Node(value: .data, range: start..<position)
        default:
            return Node(value: .string(try text()), range: start..<position)
        }
    }

    private mutating func nested<Result>(
        _ body: (inout PropertyListParser) throws(ProjectError) -> Result
    ) throws(ProjectError) -> Result {
        depth += 1
        guard depth <= Self.depthLimit else {
            throw fault(.tooDeep, "Values are nested more than \(Self.depthLimit) times.")
        }
        position += 1
        let result = try body(&self)
        depth -= 1
        return result
    }

    private mutating func entries() throws(ProjectError) -> [Node.Entry] {
        var entries: [Node.Entry] = []
        while true {
            try skipSpace()
            if take(UInt8(ascii: "}")) { return entries }
            let start = position
            let key = try text()
            try skipSpace()
            if depth == 1, entries.isEmpty, position < bytes.count, bytes[position] == UInt8(ascii: ":") {
                throw fault(
                    .jsonFormat, "The file is JSON. Open it in Xcode and save it, which writes a property list.")
            }
            guard take(UInt8(ascii: "=")) else {
                throw fault(.syntax, "A \"=\" is missing after the key \(quoted(key)).")
            }
            try skipSpace()
            let value = try value()
            try skipSpace()
            guard take(UInt8(ascii: ";")) else {
                throw fault(.syntax, "A \";\" is missing after the value of \(quoted(key)).")
            }
            entries.append(Node.Entry(key: key, value: value, range: start..<position))
        }
    }

    private mutating func items() throws(ProjectError) -> [Node] {
        var items: [Node] = []
        while true {
            try skipSpace()
            if take(UInt8(ascii: ")")) { return items }
            items.append(try value())
            try skipSpace()
            if take(UInt8(ascii: ",")) { continue }
            guard take(UInt8(ascii: ")")) else { throw fault(.syntax, "A \",\" or \")\" is missing in a list.") }
            return items
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipData() throws(ProjectError) {
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: ">") { return }
            let isDigit = (byte >= 48 && byte <= 57) || (byte | 32 >= 97 && byte | 32 <= 102)
            guard isDigit || Self.isSpace(byte) else {
                position -= 1
                if let conflict = conflict(at: position - 1) { throw conflict }
                throw fault(.syntax, "A byte string has something else than hexadecimal digits.")
            }
        }
        throw fault(.syntax, "A byte string has no end.")
    }

    /// Passes over white space and comments.
    private mutating func skipSpace() throws(ProjectError) {
        while position < bytes.count {
            let byte = bytes[position]
            if Self.isSpace(byte) {
                position += 1
            } else if byte == UInt8(ascii: "/"), position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "/") {
                while position < bytes.count, bytes[position] != 10, bytes[position] != 13 { position += 1 }
            } else if byte == UInt8(ascii: "/"), position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "*") {
                try skipComment()
            } else {
                return
            }
        }
    }

    private mutating func skipComment() throws(ProjectError) {
        let start = position
        position += 2
        while position + 1 < bytes.count {
            if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") {
                position += 2
                note(start..<position)
                return
            }
            position += 1
        }
        position = start
        throw fault(.syntax, "A comment has no end.")
    }

    /// Remembers `/* Begin X section */` and `/* End X section */` among the objects.
    private mutating func note(_ range: Range<Int>) {
        guard depth == 2, range.count < 200 else { return }
        let words = String(decoding: bytes[range], as: UTF8.self).split(separator: " ")
        guard words.count == 5, words[0] == "/*", words[3] == "section", words[4] == "*/",
            words[1] == "Begin" || words[1] == "End"
        else { return }
        marks.append(Mark(isa: String(words[2]), begins: words[1] == "Begin", range: range))
    }

    private mutating func text() throws(ProjectError) -> String {
        guard position < bytes.count else {
            throw fault(.syntax, "The file ends in the middle of a dictionary or list.")
        }
        let first = bytes[position]
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") { return try quotedText(first) }
        let start = position
        while position < bytes.count, Self.isWordByte(bytes[position]) { position += 1 }
        guard position > start else {
            if let conflict = conflict(at: position) { throw conflict }
            throw fault(.syntax, "A key or a value cannot begin with \(Self.shown(bytes[position])).")
        }
        return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self)
    }

    private mutating func quotedText(_ quote: UInt8) throws(ProjectError) -> String {
        let start = position
        position += 1
        var hasEscapes = false
        while position < bytes.count, bytes[position] != quote {
            if bytes[position] == UInt8(ascii: "\\") {
                hasEscapes = true
                position += 1
            }
            position += 1
        }
        guard position < bytes.count else {
            position = start
            throw fault(.syntax, "A quoted string has no end.")
        }
        let content = UnsafeBufferPointer(rebasing: bytes[start + 1..<position])
        position += 1
        return hasEscapes ? Escapes.undone(content) : String(decoding: content, as: UTF8.self)
    }

    /// A merge that stopped half-way is told apart from other damage: it is the most frequent one.
    private func conflict(at place: Int) -> ProjectError? {
        let isMark = ["<<<<<<<", "=======", ">>>>>>>"].contains { bytes[place...].starts(with: Array($0.utf8)) }
        guard isMark else { return nil }
        return ProjectError(
            .mergeConflict, "The file has the marks of a merge conflict. Resolve it first.",
            line: SourceText.line(at: place, in: whole))
    }

    private func fault(_ code: ProjectError.Code, _ description: String) -> ProjectError {
        ProjectError(code, description, line: SourceText.line(at: min(position, whole.count), in: whole))
    }

    private func quoted(_ text: String) -> String { "\"\(text.prefix(60))\"" }

    private static func shown(_ byte: UInt8) -> String {
        byte > 32 && byte < 127 ? "\"\(Character(UnicodeScalar(byte)))\"" : "the byte \(byte)"
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (byte >= 9 && byte <= 13) }

    /// The bytes that stand without quotes: letters, digits and `_$/:.-`.
    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...58, 65...90, 97...122, 95, 36, 47, 46, 45: true
        default: false
        }
    }
}
