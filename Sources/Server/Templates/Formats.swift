internal import CPluralRules
internal import Foundation

/// How languages and zones write times and numbers; made once for each, because making one takes milliseconds.
struct Formats {
    private struct Key: Hashable {
        let locale: String
        let zone: String
        let style: TemplateFilter.DateStyle
    }

    /// Recipients could have any language; what is kept is bounded.
    private static let limit = 1_000
    private var dates: [Key: DateFormatter] = [:]
    private var locales: [String: Locale] = [:]
    private var rules: [String: PluralRules] = [:]

    mutating func text(of date: Date, _ style: TemplateFilter.DateStyle, for recipient: Recipient) -> String {
        let key = Key(
            locale: recipient.locale ?? "en", zone: style.zone ?? recipient.timeZone ?? "UTC", style: style)
        if let known = dates[key] { return known.string(from: date) }
        let formatter = DateFormatter()
        formatter.locale = locale(key.locale)
        formatter.timeZone = TimeZone(identifier: key.zone) ?? .gmt
        formatter.dateStyle = style.date?.style ?? .none
        formatter.timeStyle = style.time?.style ?? .none
        if let fields = style.fields { formatter.setLocalizedDateFormatFromTemplate(fields) }
        if dates.count >= Self.limit { dates = [:] }
        dates[key] = formatter
        return formatter.string(from: date)
    }

    mutating func text(
        of number: Double, _ style: TemplateFilter.NumberStyle, for recipient: Recipient
    ) -> String {
        let locale = locale(recipient.locale ?? "en")
        return switch style {
        case .decimal(let digits?): number.formatted(.number.precision(.fractionLength(digits)).locale(locale))
        case .decimal(nil): number.formatted(.number.precision(.fractionLength(0...3)).locale(locale))
        case .percent(let digits): number.formatted(.percent.precision(.fractionLength(digits)).locale(locale))
        case .currency(let code): number.formatted(.currency(code: code).locale(locale))
        }
    }

    mutating func category(of number: Double, for recipient: Recipient) -> PluralCategory {
        let name = recipient.locale ?? "en"
        if let known = rules[name] { return known.category(of: number) }
        if rules.count >= Self.limit { rules = [:] }
        let found = PluralRules(locale: name)
        rules[name] = found
        return found.category(of: number)
    }

    private mutating func locale(_ name: String) -> Locale {
        if let known = locales[name] { return known }
        if locales.count >= Self.limit { locales = [:] }
        let locale = Locale(identifier: name)
        locales[name] = locale
        return locale
    }
}

extension TemplateFilter.DateStyle.Length {
    fileprivate var style: DateFormatter.Style {
        switch self {
        case .short: .short
        case .medium: .medium
        case .long: .long
        case .full: .full
        }
    }
}

/// The plural rules of one language, from Unicode's data in ICU.
private final class PluralRules {
    private let rules: OpaquePointer?

    init(locale: String) { rules = tidings_plural_rules_open(locale.replacing("-", with: "_")) }

    deinit { if let rules { tidings_plural_rules_close(rules) } }

    func category(of number: Double) -> PluralCategory {
        guard let rules else { return .other }
        var name = [CChar](repeating: 0, count: 16)
        let count = tidings_plural_category(rules, number, &name, 16)
        let text = String(decoding: name.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return PluralCategory(rawValue: text) ?? .other
    }
}
