import APNs
import Delivery
import Foundation
import PushModel
import Storage
import StorageTestSupport
import TestSupport
import Testing
import Timekeeping

@Suite(.onBothEngines, .timeLimit(.minutes(1)))
struct TemplateDeliveryTests {
    private static func person(
        _ fixture: DeliveryFixture, _ name: String, _ attributes: String, locale: String?, zone: String? = nil
    ) async throws {
        _ = try await fixture.storage.putSubscriber(
            externalID: name, attributes: attributes, timeZone: zone, locale: locale, now: fixture.time.now)
        try await fixture.device(name, token: name.utf8.map { String($0, radix: 16) }.joined())
    }

    private static func alerts(_ fixture: DeliveryFixture) throws -> Set<String> {
        try Set(
            fixture.pushes.map { sent in
                let alert = try JSONValue(parsing: sent.push.payload)["aps"]?["alert"]
                return "\(alert?["title"]?.string ?? "-")|\(alert?["body"]?.string ?? "-")"
            })
    }

    @Test(.rows("B50")) func `each recipient's texts are filled from their own attributes, language and zone`()
        async throws
    {
        try await DeliveryFixture.with { fixture in
            try await Self.person(fixture, "ann", #"{"name":"Ann","n":1}"#, locale: "en", zone: "Asia/Tokyo")
            try await Self.person(fixture, "bob", #"{"n":2500}"#, locale: "de", zone: "Europe/Berlin")
            _ = try await fixture.send([
                "to": ["ann", "bob"], "title": "Hi {{ attributes.name | default: \"you\" }}",
                "body": """
                {{ attributes.n | plural: one: "# photo", other: "# photos" }} \
                {{ "2026-07-01T22:00:00Z" | date: fields: "Hmm" }}
                """,
            ])
            await fixture.settle()
            #expect(try Self.alerts(fixture) == ["Hi Ann|1 photo 07:00", "Hi you|2.500 photos 00:00"])
        }
    }

    @Test(.rows("B50")) func `a language takes its own texts, those of a wider one, and the default for the rest`()
        async throws
    {
        try await DeliveryFixture.with { fixture in
            for (name, locale) in [("ann", "de-AT"), ("bob", "de_CH"), ("cid", "fr"), ("dan", "")] {
                try await Self.person(fixture, name, "{}", locale: locale.isEmpty ? nil : locale)
            }
            _ = try await fixture.send([
                "to": ["ann", "bob", "cid", "dan"], "title": "Hello", "body": "World",
                "localizations": ["de": ["title": "Hallo", "body": "Welt"], "DE-at": ["title": "Servus"]],
            ])
            await fixture.settle()
            #expect(try Self.alerts(fixture) == ["Servus|Welt", "Hallo|Welt", "Hello|World"])
            #expect(fixture.pushes.count == 4)
        }
    }

    @Test(.rows("B50", "SF85", "SF80", "SF82", "SF84", "SF86"))
    func `a text that is filled beyond the limit fails for that recipient only`()
        async throws
    {
        try await DeliveryFixture.with { fixture in
            let long = String(repeating: "🪁", count: 1_100)
            try await Self.person(fixture, "ann", "{\"bio\":\"\(long)\"}", locale: nil)
            try await Self.person(fixture, "bob", #"{"bio":"short"}"#, locale: nil)
            let id = try await fixture.send(["to": ["ann", "bob"], "title": "x", "body": "{{ attributes.bio }}"])
            await fixture.settle()
            let outcomes = Dictionary(
                uniqueKeysWithValues: try await fixture.deliveries(id).map { ($0.externalID, $0.reason) })
            #expect(outcomes == ["ann": "payload_too_large", "bob": nil])
        }
    }

    private static let faults: [(JSONValue, String)] = [
        (["to": "ann", "title": "Hi {{ name }}"], "title"),
        (["to": "ann", "title": "x", "body": "{{"], "body"),
        (
            ["to": "ann", "title": "x", "localizations": ["de": ["body": "{{ attributes.a | upper }}"]]],
            "localizations.de.body"
        ),
    ]

    @Test(.rows("B50"), arguments: faults)
    func `a text that is no template is refused with its field and place`(body: JSONValue, param: String) async throws {
        try await DeliveryFixture.with { fixture in
            try await fixture.device()
            let error = await #expect(throws: DeliveryError.self) { try await fixture.send(body) }
            #expect(error?.code == .invalidTemplate)
            #expect(error?.param == param)
            #expect(error?.message.contains("character") == true)
        }
    }

    private static let languageFaults: [(JSONValue, String)] = [
        (["de": "Hallo"], "localizations.de"), (["not a tag": [:]], "localizations.not a tag"),
        (["de": ["title": 1]], "localizations.de.title"), (["de": ["sound": "x"]], "localizations.de.sound"),
        (["de": [:], "DE": [:]], "localizations.DE"),
    ]

    @Test(.rows("B50"), arguments: languageFaults)
    func `languages that cannot be are refused with their field`(
        localizations: JSONValue, param: String
    ) async throws {
        try await DeliveryFixture.with { fixture in
            try await fixture.device()
            let error = await #expect(throws: ValidationError.self) {
                try await fixture.send(["to": "ann", "title": "x", "localizations": localizations])
            }
            #expect(error?.fields.map(\.param) == [param])
        }
    }
}
