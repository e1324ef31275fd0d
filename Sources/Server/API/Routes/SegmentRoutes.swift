internal import Foundation
internal import PushModel
internal import Storage
internal import Targeting
internal import Timekeeping

/// Saved expressions over subscribers, and trying one out before it is saved.
struct SegmentRoutes {
    static let list = "segments"
    static let memberList = "members"
    /// How many people a preview shows.
    static let sampleLimit = 20

    static let endpoints: [Endpoint] = [
        .management("POST", "/v1/segments", scope: "segments:write", create),
        .management("GET", "/v1/segments", scope: "segments:read") { context in
            let query = try ListQuery(context.request, list: list)
            let page = try await context.storage.segments(before: query.position, limit: query.limit)
            return Reply(page, list: list) { $0.json }
        },
        .management("GET", "/v1/segments/{slug}", scope: "segments:read") { context in
            try context.refuseQuery()
            return Reply(try await segment(context).json)
        },
        .management("PATCH", "/v1/segments/{slug}", scope: "segments:write", change),
        .management("DELETE", "/v1/segments/{slug}", scope: "segments:write") { context in
            try context.refuseQuery()
            let id = try await context.storage.removeSegment(slug: context.part("slug"), now: context.now)
            return Reply(["id": .string(try existing(id).description), "deleted": true])
        },
        .management("GET", "/v1/segments/{slug}/members", scope: "subscribers:read", members),
        .management("POST", "/v1/segments/preview", scope: "subscribers:read", preview),
        .management("POST", "/v1/segments/explain", scope: "segments:read", explain),
    ]

    @Sendable
    private static func create(_ context: RequestContext) async throws -> Reply {
        try context.refuseQuery()
        var reader = try FieldReader(parsing: context.body)
        let slug = reader.string("slug", length: 1...64, isRequired: true)
        if let slug, !Topic.isSlug(slug) {
            reader.fail(
                "slug", .invalidFormat,
                "A slug has lower-case letters, digits, hyphens and underscores, and begins with a letter or digit.")
        }
        let name = reader.string("name", length: 1...200, isRequired: true)
        let expression = try expression(&reader, isRequired: true)
        try reader.finish()
        guard let slug, let name, let expression else { throw APIError.nothingHere }
        guard !Segment.reservedSlugs.contains(slug) else {
            throw APIError(.slugReserved, "The routes use this word themselves. Choose another slug.", param: "slug")
        }
        let made = try await context.storage.makeSegment(
            slug: slug, name: name, expression: expression.json.description, now: context.now)
        guard let made else {
            throw APIError(.slugTaken, "The tenant has a segment of this slug. Change that one.", param: "slug")
        }
        return Reply(made.json, status: 201)
    }

    @Sendable
    private static func change(_ context: RequestContext) async throws -> Reply {
        try context.refuseQuery()
        var reader = try FieldReader(parsing: context.body)
        let name = reader.string("name", length: 1...200)
        let expression = try expression(&reader, isRequired: false)
        try reader.finish()
        let changed = try await context.storage.changeSegment(
            slug: context.part("slug"), name: name, expression: expression?.json.description, now: context.now)
        return Reply(try existing(changed).json)
    }

    @Sendable
    private static func members(_ context: RequestContext) async throws -> Reply {
        let query = try ListQuery(context.request, list: memberList)
        let expression = try AudienceExpression(stored: try await segment(context).expression)
        let page = try await context.storage.subscribers(
            where: expression.condition(now: context.now), after: query.position, limit: query.limit)
        return Reply(page, list: memberList) { $0.json }
    }

    @Sendable
    private static func preview(_ context: RequestContext) async throws -> Reply {
        let condition = try tried(context).condition(now: context.now)
        let count = try await context.storage.subscriberCount(where: condition)
        let sample = try await context.storage.subscribers(where: condition, after: nil, limit: sampleLimit)
        return Reply(["count": .int(count), "sample": .array(sample.items.map(\.json))])
    }

    @Sendable
    private static func explain(_ context: RequestContext) async throws -> Reply {
        let expression = try tried(context)
        let condition = expression.condition(now: context.now)
        let uses = expression.attributeUses(try await context.storage.attributeColumns())
        let plan = try await context.storage.plan(where: condition)
        let start = context.time.uptime
        let count = try await context.storage.subscriberCount(where: condition)
        let took = context.time.uptime - start
        return Reply([
            "count": .int(count), "milliseconds": .double((took / .milliseconds(1)).rounded()),
            "plan": .array(plan.map { .string($0) }),
            "attributes": .array(uses.map { ["ref": .string($0.reference), "isIndexed": .bool($0.isIndexed)] }),
        ])
    }

    /// The expression of a request that has nothing else.
    private static func tried(_ context: RequestContext) throws -> AudienceExpression {
        try context.refuseQuery()
        var reader = try FieldReader(parsing: context.body)
        let expression = try expression(&reader, isRequired: true)
        try reader.finish()
        guard let expression else { throw APIError.nothingHere }
        return expression.expression
    }

    private static func expression(
        _ reader: inout FieldReader, isRequired: Bool
    ) throws -> (json: JSONValue, expression: AudienceExpression)? {
        guard let value = reader.value("where") else {
            if isRequired { reader.fail("where", .required, "Say in where who belongs to it.") }
            return nil
        }
        return (value, try AudienceExpression(value, at: "where"))
    }

    private static func segment(_ context: RequestContext) async throws -> Segment {
        try existing(try await context.storage.segment(slug: context.part("slug")))
    }

    private static func existing<Found>(_ found: Found?) throws -> Found {
        guard let found else {
            throw APIError(.segmentNotFound, "The tenant has no such segment. Check the slug.", param: "slug")
        }
        return found
    }
}

extension Segment {
    var json: JSONValue {
        [
            "id": .string(id.description),
            "slug": .string(slug),
            "name": .string(name),
            "version": .int(version),
            "where": (try? JSONValue(parsing: expression)) ?? [:],
            "createdAt": .string(Timestamp.format(createdAt)),
            "updatedAt": .string(Timestamp.format(updatedAt)),
        ]
    }
}
