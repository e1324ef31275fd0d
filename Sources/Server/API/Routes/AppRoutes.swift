internal import PushModel
internal import Storage

/// Apps and their settings.
struct AppRoutes {
    static let list = "apps"

    static let endpoints: [Endpoint] = [
        .management("POST", "/v1/apps", scope: "apps:write", create),
        .management("GET", "/v1/apps", scope: "apps:read") { context in
            let query = try ListQuery(context.request, list: list)
            let page = try await context.storage.apps(before: query.position, limit: query.limit)
            return Reply(page, list: list) { $0.json }
        },
        .management("GET", "/v1/apps/{id}", scope: "apps:read") { context in
            try context.refuseQuery()
            return Reply(try await app(context).json)
        },
        .management("PATCH", "/v1/apps/{id}", scope: "apps:write", change),
    ]

    static func app(_ context: RequestContext) async throws -> App {
        guard let app = try await context.storage.app(try context.id(.app)) else { throw APIError.nothingHere }
        return app
    }

    @Sendable
    private static func create(_ context: RequestContext) async throws -> Reply {
        var reader = try FieldReader(parsing: context.body)
        let bundleID = reader.string("bundleId", length: 1...155, isRequired: true)
        if let bundleID, !Self.isBundleID(bundleID) {
            reader.fail("bundleId", .invalidFormat, "A bundle id has letters, digits, hyphens and dots only.")
        }
        let name = reader.string("name", length: 1...200)
        try reader.finish()
        guard let bundleID else { throw APIError.nothingHere }
        let (app, isNew) = try await context.storage.makeApp(
            bundleID: bundleID, name: name ?? bundleID, now: context.now)
        return Reply(app.json, status: isNew ? 201 : 200)
    }

    @Sendable
    private static func change(_ context: RequestContext) async throws -> Reply {
        try context.refuseQuery()
        let id = try context.id(.app)
        var reader = try FieldReader(parsing: context.body)
        let name = reader.string("name", length: 1...200)
        let change = AppSettingsChange(&reader)
        try reader.finish()
        guard let app = try await context.storage.changeApp(id, name: name, { change.apply(to: &$0) }) else {
            throw APIError.nothingHere
        }
        return Reply(app.json)
    }

    private static func isBundleID(_ text: String) -> Bool {
        text.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 45
                || byte == 46
        }
    }
}

extension App {
    var json: JSONValue {
        [
            "id": .string(id.description),
            "bundleId": .string(bundleID),
            "name": .string(name),
            "credentials": .array(credentials.map(\.json)),
            "settings": settings.json,
            "createdAt": .string(Timestamp.format(createdAt)),
        ]
    }
}
