internal import Foundation
internal import PushModel
internal import Storage

/// Subscribers, by the caller's own user ids.
struct SubscriberRoutes {
    static let list = "subscribers"
    static let endpoints: [Endpoint] = [
        .management("PUT", "/v1/subscribers/{externalId}", scope: "subscribers:write", put),
        .management("GET", "/v1/subscribers/{externalId}", scope: "subscribers:read") { context in
            try context.refuseQuery()
            guard let subscriber = try await context.storage.subscriber(externalID: context.part("externalId")) else {
                throw APIError(.notFound, "There is no such subscriber.", param: "externalId")
            }
            return Reply(subscriber.json)
        },
        .management("GET", "/v1/subscribers", scope: "subscribers:read") { context in
            let query = try ListQuery(context.request, list: list)
            let page = try await context.storage.subscribers(before: query.position, limit: query.limit)
            return Reply(page, list: list) { $0.json }
        },
    ]

    @Sendable
    private static func put(_ context: RequestContext) async throws -> Reply {
        let externalID = context.part("externalId")
        var reader = try FieldReader(parsing: context.body.isEmpty ? Array("{}".utf8) : context.body)
        if externalID.utf8.count > Subscriber.externalIDByteLimit {
            reader.fail(
                "externalId", .tooLong, "The id may have at most \(Subscriber.externalIDByteLimit) bytes.")
        }
        let raw = reader.rawObject("attributes") ?? Array("{}".utf8)
        let locale = reader.string("locale", length: 1...100)
        let timeZone = reader.string("timezone", length: 1...100)
        try reader.finish()
        try SubscriberInput.checkSize(raw.count)
        let attributes = try SubscriberInput.attributes(raw)
        try SubscriberInput.check(names: attributes.keys, timeZone: timeZone)
        let (subscriber, isNew) = try await context.storage.putSubscriber(
            externalID: externalID, attributes: attributes.description, timeZone: timeZone,
            locale: locale, now: context.now)
        return Reply(subscriber.json, status: isNew ? 201 : 200)
    }
}

extension Subscriber {
    var json: JSONValue {
        [
            "id": .string(id.description),
            "externalId": .string(externalID),
            "attributes": (try? JSONValue(parsing: attributes)) ?? [:],
            "timezone": timeZone.map { .string($0) } ?? .null,
            "locale": locale.map { .string($0) } ?? .null,
            "verified": .bool(verifiedAt != nil),
            "verifiedAt": verifiedAt.map { .string(Timestamp.format($0)) } ?? .null,
            "createdAt": .string(Timestamp.format(createdAt)),
            "updatedAt": .string(Timestamp.format(updatedAt)),
        ]
    }
}
