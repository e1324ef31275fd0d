internal import PushModel
internal import Storage
internal import Targeting

/// Attributes that conditions look at often: declared, they stand in columns of their own.
struct AttributeRoutes {
    static func endpoints(_ wake: @escaping @Sendable () -> Void) -> [Endpoint] {
        [
            .management("GET", "/v1/attributes", scope: "segments:read") { context in
                try context.refuseQuery()
                let attributes = try await context.storage.declaredAttributes()
                return Reply(["items": .array(attributes.map(\.json)), "hasMore": false, "nextCursor": .null])
            },
            .management("PUT", "/v1/attributes/{name}", scope: "segments:write") { try await declare($0, wake) },
            .management("DELETE", "/v1/attributes/{name}", scope: "segments:write") { context in
                try context.refuseQuery()
                let name = context.part("name")
                guard try await context.storage.undeclareAttribute(name) else { throw APIError.nothingHere }
                return Reply(["name": .string(name), "deleted": true])
            },
        ]
    }

    private static func declare(_ context: RequestContext, _ wake: @Sendable () -> Void) async throws -> Reply {
        try context.refuseQuery()
        let name = context.part("name")
        var reader = try FieldReader(parsing: context.body)
        let kind = reader.choice("type", of: DeclaredAttribute.Kind.self)
        if kind == nil, !reader.contains("type") { reader.fail("type", .required, "Say text, number or boolean.") }
        var keys: [String] = []
        if case .attribute(let found) = Reference("attributes.\(name)"), found.count <= 2 {
            keys = found
        } else {
            reader.fail("name", .invalidFormat, "Name an attribute, or one inside of it, such as plan or address.city.")
        }
        try reader.finish()
        guard let kind, !keys.isEmpty else { throw APIError.nothingHere }
        switch try await context.storage.declareAttribute(keys, kind: kind, now: context.now) {
        case .declared(let attribute, let isNew):
            if isNew { wake() }
            return Reply(attribute.json, status: isNew ? 201 : 200)
        case .otherKind:
            throw APIError(
                .attributeDeclared, "The attribute is declared with another type. Take that back first.", param: "type")
        case .tooMany:
            throw APIError(
                .tooManyAttributes,
                """
                \(DeclaredAttribute.limit) attributes of texts and \(DeclaredAttribute.limit) of numbers and booleans can \
                be declared. Take one back first.
                """, param: "name")
        }
    }
}

extension DeclaredAttribute {
    var json: JSONValue {
        [
            "name": .string(name), "type": .string(kind.rawValue), "isReady": .bool(isReady),
            "createdAt": .string(Timestamp.format(createdAt)),
        ]
    }
}
