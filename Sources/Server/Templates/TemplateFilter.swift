internal import PushModel

/// What a template does with a value before it is written.
enum TemplateFilter: Sendable, Hashable {
    /// Another text for a value that is missing or empty.
    case `default`(String)
    /// A time in the recipient's language and zone.
    case date(DateStyle)
    /// A number in the recipient's language.
    case number(NumberStyle)
    /// A text by the plural category of a number in the recipient's language; `#` is the number.
    case plural([PluralCategory: String])

    /// How a time is written.
    struct DateStyle: Sendable, Hashable {
        var date: Length?
        var time: Length?
        /// Fields as letters of Unicode's date patterns, such as `dMMMM`; the language puts them in order.
        var fields: String?
        /// An IANA name; nil is the recipient's own zone.
        var zone: String?

        /// How much of it is written out.
        enum Length: String, Sendable, Hashable, CaseIterable {
            case short, medium, long, full
        }
    }

    /// How a number is written.
    enum NumberStyle: Sendable, Hashable {
        case decimal(digits: Int?)
        case percent(digits: Int)
        case currency(String)
    }
}

/// The plural categories of Unicode CLDR.
enum PluralCategory: String, Sendable, Hashable, CaseIterable {
    case zero, one, two, few, many, other
}

extension TemplateFilter {
    /// A value behind a filter's name, with its own name if it has one.
    struct Argument {
        let name: String?
        let value: JSONValue
    }

    /// Makes a filter of what a template says.
    ///
    /// - Throws: A sentence, as `Fault`.
    init(name: String, _ arguments: [Argument]) throws(Fault) {
        switch name {
        case "default": self = .default(try Self.onlyText(arguments, "default: \"there\""))
        case "date": self = .date(try Self.dateStyle(arguments))
        case "number": self = .number(try Self.numberStyle(arguments))
        case "plural": self = .plural(try Self.texts(arguments))
        default: throw Fault("There is no filter “\(name.prefix(32))”. Use default, date, number or plural.")
        }
    }

    /// What is wrong with a filter.
    struct Fault: Error {
        let message: String
        init(_ message: String) { self.message = message }
    }

    private static func onlyText(_ arguments: [Argument], _ example: String) throws(Fault) -> String {
        guard arguments.count == 1, arguments[0].name == nil, let text = arguments[0].value.string else {
            throw Fault("Write it as \(example).")
        }
        return text
    }

    private static func dateStyle(_ arguments: [Argument]) throws(Fault) -> DateStyle {
        let usage = Fault(
            "Write date: \"medium\", date: time: \"short\", date: \"long\", zone: \"Europe/Berlin\", or fields such as date: fields: \"dMMMM\"."
        )
        var style = DateStyle()
        for argument in arguments {
            guard let text = argument.value.string else { throw usage }
            switch argument.name {
            case nil:
                guard let length = DateStyle.Length(rawValue: text) else { throw usage }
                style.date = length
            case "time":
                guard let length = DateStyle.Length(rawValue: text) else { throw usage }
                style.time = length
            case "fields":
                let letters = "GyYuQqMLwWdDEecabBhHkKjJmsSzZOvVxX"
                guard (1...20).contains(text.utf8.count), text.allSatisfy(letters.contains) else { throw usage }
                style.fields = text
            case "zone":
                guard TimeZoneNames.isKnown(text) else { throw Fault("“\(text.prefix(64))” is no IANA time zone.") }
                style.zone = text
            default: throw usage
            }
        }
        if style.fields != nil, style.date != nil || style.time != nil { throw usage }
        if style.fields == nil, style.date == nil, style.time == nil { style.date = .medium }
        return style
    }

    private static func numberStyle(_ arguments: [Argument]) throws(Fault) -> NumberStyle {
        let usage = Fault("Write number, number: 2, number: percent: 1, or number: currency: \"EUR\".")
        guard let argument = arguments.first else { return .decimal(digits: nil) }
        guard arguments.count == 1 else { throw usage }
        switch (argument.name, argument.value.int, argument.value.string) {
        case (nil, let digits?, _) where (0...9).contains(digits): return .decimal(digits: digits)
        case ("percent", let digits?, _) where (0...9).contains(digits): return .percent(digits: digits)
        case ("currency", _, let code?) where code.count == 3 && code.utf8.allSatisfy({ (65...90).contains($0) }):
            return .currency(code)
        default: throw usage
        }
    }

    private static func texts(_ arguments: [Argument]) throws(Fault) -> [PluralCategory: String] {
        var texts: [PluralCategory: String] = [:]
        for argument in arguments {
            guard let category = argument.name.flatMap(PluralCategory.init(rawValue:)), texts[category] == nil,
                let text = argument.value.string
            else { throw Fault("Write plural: one: \"# photo\", other: \"# photos\"; also zero, two, few and many.") }
            texts[category] = text
        }
        guard texts[.other] != nil else { throw Fault("plural needs at least other: \"…\".") }
        return texts
    }
}
