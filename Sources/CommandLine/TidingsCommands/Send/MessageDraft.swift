import Foundation

/// The body of `POST /v1/messages` that the options of `tidings send` describe.
struct MessageDraft {
    /// The options that become fields of the message.
    static let options: [Option] = [
        .value("to", "USER", "A subscriber, by your own user id; may be repeated.", repeatable: true),
        .value("topic", "SLUG", "Everybody who wants the topic; beside another audience only those of it who do."),
        .value("segment", "SLUG", "Everybody of whom the segment's expression holds."),
        .value("where", "JSON", "Everybody of whom an expression holds: {\"ref\":\"attributes.plan\",\"eq\":\"pro\"}."),
        .value("schedule", "TIME", "When it goes out, such as 2026-12-24T18:00, by the clocks of --timezone."),
        .value(
            "timezone", "ZONE", "With --schedule: an IANA name, or subscriber for each person's own; UTC by default."),
        .value("default-timezone", "ZONE", "With --timezone subscriber: the zone of people whose own is not known."),
        .value("title", "TEXT", "The title; {{ attributes.name | default: \"you\" }} is filled for each recipient."),
        .value("subtitle", "TEXT", "The line under the title."),
        .value("body", "TEXT", "The text."),
        .value("localizations", "JSON", "Other texts by language: {\"de\":{\"title\":\"Hallo\"}}."),
        .value("data", "JSON", "An object that the app receives as it is."),
        .value("conversation", "ID", "The conversation it belongs to; silent while that is being read."),
        .value("encrypt", "HOW", "device: only the device can read it; none by default."),
        .value("form", "FORM", "auto (default), visible or silent."),
        .value("app", "APP", "Only devices of this app; all of the tenant's by default."),
        .value("image", "URL", "A picture for the extension to fetch, https."),
        .value("actions", "JSON", "Up to four buttons: [{\"id\":…,\"title\":…,\"input\":true}, …]."),
        .value("deep-link", "URL", "What a tap opens."),
        .value("category", "NAME", "A category that the app has registered."),
        .value("thread", "ID", "Groups notifications on the phone."),
        .value("collapse-id", "ID", "Replaces an earlier push of the same id; at most 64 bytes."),
        .value("sound", "NAME", "The sound to play; default for the system's."),
        .value("badge", "NUMBER", "The number on the app's icon; 0 clears it."),
        .value("priority", "PRIORITY", "high (default) or normal."),
        .value("interruption-level", "LEVEL", "passive, active, timeSensitive or critical."),
        .value("policy", "POLICY", "ignore: quiet hours and caps do not hold it back."),
        .value("ttl", "SECONDS", "How long to keep trying: 60 to 2419200; a day by default."),
    ]

    private static let textFields = [
        ("topic", "topic"), ("segment", "segment"), ("title", "title"), ("subtitle", "subtitle"), ("body", "body"),
        ("conversation", "conversation"),
        ("encrypt", "encrypt"), ("form", "form"), ("app", "app"), ("image", "imageUrl"), ("deep-link", "deepLink"),
        ("category", "category"), ("thread", "threadId"), ("collapse-id", "collapseId"), ("sound", "sound"),
        ("priority", "priority"), ("interruption-level", "interruptionLevel"), ("policy", "policy"),
    ]

    /// Options that say who gets it.
    private static let audiences = ["topic", "segment", "where"]

    /// The JSON text; `data` and `actions` stand in it byte for byte as they were given.
    let json: String

    /// Reads the options; the server judges the rest.
    init(_ invocation: Invocation) throws {
        let recipients = invocation.values("to")
        guard !recipients.isEmpty || Self.audiences.contains(where: { invocation.value($0) != nil }) else {
            throw CommandError(
                .missingOption,
                "send needs --to USER, the subscriber who gets the push, or --topic SLUG, --segment SLUG or --where JSON."
            )
        }
        var members = recipients.isEmpty ? [] : [Self.member("to", try Output.encoded(recipients))]
        for (option, field) in Self.textFields {
            if let text = invocation.value(option) { members.append(Self.member(field, try Output.encoded(text))) }
        }
        if let badge = try invocation.integer("badge", in: 0...Int(Int32.max)) {
            members.append(Self.member("badge", String(badge)))
        }
        if let seconds = try invocation.integer("ttl", in: 60...2_419_200) {
            members.append(Self.member("ttlSeconds", String(seconds)))
        }
        for option in ["where", "localizations"] {
            guard let text = invocation.value(option) else { continue }
            members.append(Self.member(option, try Self.checked(text, option, "an object") { $0 is [String: Any] }))
        }
        if let schedule = try Self.schedule(invocation) { members.append(Self.member("schedule", schedule)) }
        if let data = invocation.value("data") {
            members.append(Self.member("data", try Self.checked(data, "data", "an object") { $0 is [String: Any] }))
        }
        if let actions = invocation.value("actions") {
            members.append(Self.member("actions", try Self.checked(actions, "actions", "a list") { $0 is [Any] }))
        }
        json = "{\(members.joined(separator: ","))}"
    }

    private static func schedule(_ invocation: Invocation) throws -> String? {
        guard let time = invocation.value("schedule") else {
            if let option = ["timezone", "default-timezone"].first(where: { invocation.value($0) != nil }) {
                throw CommandError(.invalidValue, "--\(option) goes with --schedule only.")
            }
            return nil
        }
        var schedule = ["at": time]
        schedule["timezone"] = invocation.value("timezone")
        schedule["defaultTimezone"] = invocation.value("default-timezone")
        return try Output.encoded(schedule)
    }

    private static func member(_ name: String, _ value: String) -> String { "\"\(name)\":\(value)" }

    private static func checked(
        _ text: String, _ option: String, _ kind: String, _ accepts: (Any) -> Bool
    ) throws(CommandError) -> String {
        guard let value = try? JSONSerialization.jsonObject(with: Data(text.utf8)), accepts(value) else {
            throw CommandError(.invalidValue, "--\(option) must be \(kind) in JSON, not \(quoted(text)).")
        }
        return text
    }
}
