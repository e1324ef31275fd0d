internal import PushModel

extension Template {
    /// Reads a text.
    ///
    /// - Throws: The first fault, with its place.
    package init(_ text: String) throws(TemplateError) {
        var parser = TemplateParser(text)
        parts = try parser.parts()
    }
}

/// Reads a text from its first character to its last.
struct TemplateParser {
    private let characters: [Character]
    private var position = 0

    init(_ text: String) { characters = Array(text) }

    mutating func parts() throws(TemplateError) -> [Template.Part] {
        var parts: [Template.Part] = []
        var text = ""
        var places = 0
        while let character = next {
            guard character == "{", position + 1 < characters.count, characters[position + 1] == "{" else {
                text.append(character)
                position += 1
                continue
            }
            if !text.isEmpty { parts.append(.text(text)) }
            text = ""
            places += 1
            guard places <= Template.placeLimit else { throw fault("A text may have \(Template.placeLimit) places.") }
            parts.append(.place(try place()))
        }
        if !text.isEmpty { parts.append(.text(text)) }
        return parts
    }

    private var next: Character? { position < characters.count ? characters[position] : nil }

    private func fault(_ message: String, at offset: Int? = nil) -> TemplateError {
        TemplateError(offset: offset ?? position, message: message)
    }

    private mutating func skipSpace() {
        while next?.isWhitespace == true { position += 1 }
    }

    private mutating func take(_ character: Character) -> Bool {
        guard next == character else { return false }
        position += 1
        return true
    }

    private mutating func place() throws(TemplateError) -> Template.Place {
        let start = position
        position += 2
        skipSpace()
        let source: Template.Source
        if let literal = try literal() {
            source = .literal(literal)
        } else {
            source = .path(try path())
        }
        var filters: [TemplateFilter] = []
        skipSpace()
        while take("|") {
            guard filters.count < Template.filterLimit else {
                throw fault("A place may have \(Template.filterLimit) filters.")
            }
            filters.append(try filter())
            skipSpace()
        }
        guard take("}"), take("}") else {
            throw fault("The place is not closed. Write }} behind it, or {{ \"{{\" }} for braces as text.", at: start)
        }
        return Template.Place(source: source, filters: filters)
    }

    private static let roots = ["attributes", "subscriber"]
    private static let fields = ["externalId", "timezone", "locale"]

    private mutating func path() throws(TemplateError) -> [String] {
        let start = position
        var path: [String] = []
        repeat { path.append(name()) } while take(".")
        guard let root = path.first, Self.roots.contains(root), path.count > 1, !path.contains(""),
            root != "subscriber" || path.count == 2 && Self.fields.contains(path[1])
        else {
            throw fault(
                "Name a value: attributes.<name>, subscriber.externalId, subscriber.timezone or subscriber.locale.",
                at: start)
        }
        return path
    }

    /// Letters, digits, `_`, `-` and `$`.
    private mutating func name() -> String {
        var name = ""
        while let character = next, character.isLetter || character.isNumber || "_-$".contains(character) {
            name.append(character)
            position += 1
        }
        return name
    }

    private mutating func filter() throws(TemplateError) -> TemplateFilter {
        skipSpace()
        let start = position
        let name = name()
        var arguments: [TemplateFilter.Argument] = []
        skipSpace()
        if take(":") {
            repeat { arguments.append(try argument()) } while take(",")
        }
        do {
            return try TemplateFilter(name: name, arguments)
        } catch {
            throw fault(error.message, at: start)
        }
    }

    private mutating func argument() throws(TemplateError) -> TemplateFilter.Argument {
        skipSpace()
        var label: String?
        if let first = next, first.isLetter {
            label = name()
            skipSpace()
            guard take(":") else { throw fault("Texts stand in quotes; a colon follows a name.") }
            skipSpace()
        }
        guard let value = try literal() else { throw fault("Expected a text in quotes or a number.") }
        skipSpace()
        return TemplateFilter.Argument(name: label, value: value)
    }

    /// A text in quotes or a number; nil if neither begins here.
    private mutating func literal() throws(TemplateError) -> JSONValue? {
        if let quote = next, quote == "\"" || quote == "'" { return .string(try quoted(by: quote)) }
        guard let first = next, first == "-" || first.isASCII && first.isNumber else { return nil }
        var digits = ""
        while let character = next, character.isASCII, character.isNumber || "-+.eE".contains(character) {
            digits.append(character)
            position += 1
        }
        guard let number = JSONNumber(digits) else { throw fault("“\(digits.prefix(32))” is no number.") }
        return .number(number)
    }

    private mutating func quoted(by quote: Character) throws(TemplateError) -> String {
        let start = position
        position += 1
        var text = ""
        while let character = next {
            position += 1
            if character == quote { return text }
            guard character == "\\", let escaped = next else {
                text.append(character)
                continue
            }
            text.append(escaped == "n" ? "\n" : escaped)
            position += 1
        }
        throw fault("The quotation is not closed.", at: start)
    }
}
