package import PushModel
internal import Targeting

/// A request to notify somebody, read and checked.
package struct MessageRequest: Sendable {
    /// The shortest and the longest time to live, in seconds.
    package static let timeToLiveRange = 60...28 * 86_400
    /// The usual time to live, in seconds.
    package static let usualTimeToLive = 86_400
    /// How many people one message can name.
    package static let audienceLimit = 1_000

    /// What it says, to be filled for each recipient.
    package let template: ContentTemplate
    /// The external ids that it names, without repeats.
    package let audience: [String]
    /// Where in the request each of them stands.
    package let places: [String]
    /// The slug of the topic that the people have to want; without `audience`, it is for all who want it.
    package let topic: String?
    /// The expression that has to hold of the people: JSON text.
    package let expression: String?
    /// The slug of the segment whose expression has to hold of the people.
    package let segment: String?
    /// What the caller sealed, with the message's id.
    let sealedByCaller: CallerCiphertexts?
    /// When it goes out, as the request says it; nil means now.
    package let schedule: JSONObject?
    /// The bundle id of the only app that it is for.
    package let bundleID: String?
    /// For how long it is worth delivering.
    package let timeToLive: Duration
    /// The caller's key against repeats, if the body has one.
    package let idempotencyKey: String?

    /// Reads a request's body.
    ///
    /// - Throws: `PushModelError` if it is no JSON, `ValidationError` with every field at fault, `DeliveryError` if
    ///   nobody or nothing is named.
    package init(parsing body: [UInt8]) throws {
        var reader = try FieldReader(parsing: body)
        let content = MessageContent(from: &reader)
        template = try ContentTemplate(content, &reader)
        sealedByCaller = CallerCiphertexts(&reader, content: content)
        (audience, places) = Self.audience(&reader)
        // An empty list is a mistake: it must not become a message to everybody.
        let namesPeople = reader.contains("to")
        topic = reader.string("topic", length: 1...200)
        segment = reader.string("segment", length: 1...200)
        let condition = reader.value("where")
        expression = condition?.description
        schedule = reader.object("schedule")
        bundleID = reader.string("app", length: 1...155)
        timeToLive = .seconds(reader.int("ttlSeconds", in: Self.timeToLiveRange) ?? Self.usualTimeToLive)
        idempotencyKey = reader.string("idempotencyKey", length: 1...255)
        _ = reader.choice("channel", of: Channel.self)
        try reader.finish()
        if let condition { _ = try AudienceExpression(condition, at: "where") }
        let ways = [namesPeople ? "to" : nil, segment.map { _ in "segment" }, condition.map { _ in "where" }]
            .compactMap { $0 }
        guard ways.count <= 1 else {
            throw DeliveryError(
                .targetsConflict, "Give one of \"to\", \"segment\" and \"where\". A \"topic\" goes with any.",
                param: ways[1])
        }
        guard !audience.isEmpty || (topic ?? segment ?? expression) != nil && !namesPeople else {
            throw DeliveryError(
                .targetsMissing, "Say by \"to\", \"topic\", \"segment\" or \"where\" who gets the message.",
                param: "to")
        }
        guard !template.content.isEmpty || sealedByCaller != nil else {
            throw DeliveryError(
                .payloadMissing, "The message says nothing. Give it a title, a body, a badge, a sound or data.")
        }
    }

    private enum Channel: String, CaseIterable {
        case push
    }

    private static let idLengths = 1...255

    private static func audience(_ reader: inout FieldReader) -> (ids: [String], places: [String]) {
        guard let value = reader.value("to") else { return ([], []) }
        let elements: [(place: String, value: JSONValue)]
        if let array = value.array {
            elements = array.enumerated().map { ("to[\($0.offset)]", $0.element) }
        } else {
            elements = [("to", value)]
        }
        guard elements.count <= audienceLimit else {
            reader.fail("to", .tooLong, "One message can name at most \(audienceLimit) people, not \(elements.count).")
            return ([], [])
        }
        var seen: Set<String> = []
        var ids: [String] = []
        var places: [String] = []
        for (place, value) in elements {
            guard let id = value.string else {
                reader.fail(place, .invalidType, "Expected an id as a string, found \(value.kindName).")
                continue
            }
            guard idLengths.contains(id.utf8.count) else {
                reader.fail(
                    place, id.isEmpty ? .invalidFormat : .tooLong, "An id has between 1 and 255 bytes.")
                continue
            }
            if seen.insert(id).inserted {
                ids.append(id)
                places.append(place)
            }
        }
        return (ids, places)
    }
}
