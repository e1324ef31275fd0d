import PushModel
import TestSupport
import Testing

@testable import Templates

@Suite
struct TemplateTests {
    private func write(
        _ text: String, _ attributes: JSONObject = [:], locale: String? = "en", zone: String? = nil
    ) throws -> String {
        var renderer = TemplateRenderer()
        return renderer.render(
            try Template(text), for: Recipient(externalID: "u1", attributes: attributes, locale: locale, timeZone: zone)
        )
    }

    private static let places: [(String, String)] = [
        ("Hi {{ attributes.name }}!", "Hi Ann!"),
        ("{{attributes.name}}{{ attributes.name}}", "AnnAnn"),
        ("{{ attributes.address.city }}", "Oslo"),
        ("[{{ attributes.nobody }}]", "[]"),
        ("{{ attributes.nobody | default: \"friend\" }}", "friend"),
        ("{{ attributes.empty | default: 'friend' }}", "friend"),
        ("{{ attributes.name | default: \"friend\" }}", "Ann"),
        ("{{ attributes.zero | default: \"none\" }}", "0"),
        ("{{ attributes.address }}", #"{"city":"Oslo"}"#),
        ("{{ attributes.flag }} {{ attributes.price }}", "true 1.50"),
        ("{{ subscriber.externalId }} {{ subscriber.locale }}", "u1 en"),
        ("{{ \"{{\" }} and }} and { {", "{{ and }} and { {"),
        ("{{ \"a \\\"b\\\" \\n\" }}", "a \"b\" \n"),
        ("🪁 {{ attributes.name }}", "🪁 Ann"),
    ]

    @Test(.rows("B50"), arguments: places)
    func `a place takes the value of its path, and nothing when there is none`(text: String, expected: String) throws {
        let attributes: JSONObject = [
            "name": "Ann", "address": ["city": "Oslo"], "empty": "", "zero": 0, "flag": true,
            "price": .number(try #require(JSONNumber("1.50"))),
        ]
        #expect(try write(text, attributes) == expected)
    }

    private static let counts: [(String, Double, String)] = [
        ("en", 1, "1 one"), ("en", 2, "2 other"), ("en", 0, "0 other"), ("en", 1_234, "1,234 other"),
        ("pl", 2, "2 few"), ("pl", 5, "5 many"), ("pl", 22, "22 few"), ("pl", 1.5, "1,5 other"),
        ("ar", 0, "0 zero"), ("ja", 1, "1 other"), ("fr", 0, "0 one"), ("pt-BR", 1, "1 one"),
        ("de-AT", 1, "1 one"), ("zz", 1, "1 other"),
    ]

    @Test(.rows("B50"), arguments: counts)
    func `a plural is chosen by the rules of the recipient's language`(
        locale: String, number: Double, expected: String
    ) throws {
        let text =
            ##"{{ attributes.n | plural: zero: "# zero", one: "# one", two: "# two", few: "# few", many: "# many", other: "# other" }}"##
        #expect(try write(text, ["n": .double(number)], locale: locale) == expected)
    }

    @Test(.rows("B50")) func `numbers are written as the recipient's language writes them`() throws {
        let attributes: JSONObject = ["n": 1234.5, "share": 0.256, "text": "7.5", "odd": "many"]
        #expect(try write("{{ attributes.n | number }}", attributes, locale: "de") == "1.234,5")
        #expect(try write("{{ attributes.n | number: 2 }}", attributes) == "1,234.50")
        #expect(try write("{{ attributes.share | number: percent: 1 }}", attributes) == "25.6%")
        #expect(
            try write("{{ attributes.n | number: currency: \"EUR\" }}", attributes, locale: "de")
                == "1.234,50\u{A0}€")
        #expect(try write("{{ attributes.text | number: 2 }}", attributes) == "7.50")
        #expect(try write("{{ attributes.odd | number: 2 }}", attributes) == "many")
    }

    @Test(.rows("B50")) func `times are written in the recipient's language and zone`() throws {
        let attributes: JSONObject = [
            "at": "2026-07-01T22:30:00Z", "seconds": 1_782_945_000, "milliseconds": 1_782_945_000_000,
            "fraction": "2026-07-02T00:30:00.250+02:00", "day": "2026-07-01", "odd": "soon",
        ]
        for name in ["at", "seconds", "milliseconds", "fraction"] {
            #expect(
                try write(
                    "{{ attributes.\(name) | date: \"long\", time: \"short\" }}", attributes, locale: "de",
                    zone: "Europe/Berlin") == "2. Juli 2026 um 00:30")
        }
        #expect(try write("{{ attributes.at | date }}", attributes) == "Jul 1, 2026")
        #expect(try write("{{ attributes.at | date: zone: \"Asia/Tokyo\" }}", attributes) == "Jul 2, 2026")
        #expect(try write("{{ attributes.at | date: fields: \"dMMMM\" }}", attributes, locale: "fr") == "1 juillet")
        #expect(try write("{{ attributes.day | date: \"short\" }}", attributes) == "7/1/26")
        #expect(try write("{{ attributes.odd | date }}", attributes) == "soon")
        #expect(try write("{{ attributes.none | date | default: \"soon\" }}", attributes) == "soon")
    }

    private static let faults: [(String, Int)] = [
        ("Hi {{ attributes.name", 3), ("{{ }}", 3), ("{{ name }}", 3), ("{{ attributes }}", 3),
        ("{{ attributes.a..b }}", 3), ("{{ subscriber.token }}", 3), ("{{ attributes.a | upper }}", 18),
        ("{{ attributes.a | default }}", 18), ("{{ attributes.a | default: name }}", 32),
        ("{{ attributes.a | default: \"x }}", 27), ("{{ attributes.a | date: \"soon\" }}", 18),
        ("{{ attributes.a | date: zone: \"Mars\" }}", 18), ("{{ attributes.a | number: 12 }}", 18),
        ("{{ attributes.a | plural: one: \"#\" }}", 18), ("{{ attributes.a | plural: some: \"#\" }}", 18),
        ("{{ attributes.a b }}", 0),
    ]

    @Test(.rows("B50"), arguments: faults)
    func `a fault is named with its place and refused before anything is sent`(text: String, offset: Int) {
        let error = #expect(throws: TemplateError.self) { try Template(text) }
        #expect(error?.offset == offset, "\(error?.message ?? "")")
    }

    @Test(.rows("B50")) func `places and filters are limited`() throws {
        let place = "{{ attributes.a }}"
        _ = try Template(String(repeating: place, count: Template.placeLimit))
        #expect(throws: TemplateError.self) { try Template(String(repeating: place, count: Template.placeLimit + 1)) }
        let filters = String(repeating: " | date", count: Template.filterLimit)
        _ = try Template("{{ attributes.a\(filters) }}")
        #expect(throws: TemplateError.self) { try Template("{{ attributes.a\(filters) | date }}") }
    }

    @Test(.rows("B50")) func `a template says whether it is the same for everybody, and what it uses`() throws {
        #expect(try Template("Hello").isConstant)
        let template = try Template("{{ attributes.name }} {{ attributes.address.city }} {{ subscriber.locale }}")
        #expect(!template.isConstant)
        #expect(template.attributes == ["name", "address"])
    }
}
