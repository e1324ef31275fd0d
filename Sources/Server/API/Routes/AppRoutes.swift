internal import Foundation
internal import PushCrypto
internal import PushModel
internal import Storage

/// Apps and their APNs credentials.
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
        .management("PUT", "/v1/apps/{id}/credentials", scope: "apps:write", setCredential),
    ]

    private static func app(_ context: RequestContext) async throws -> App {
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

    @Sendable
    private static func setCredential(_ context: RequestContext) async throws -> Reply {
        let app = try await app(context)
        var reader = try FieldReader(parsing: context.body)
        let kind = reader.string("kind", length: 1...20, isRequired: true)
        if let kind, kind != "token" {
            reader.fail("kind", .invalidFormat, "Only credentials of the kind \"token\" are taken.")
        }
        let teamID = tenCharacters("teamId", &reader)
        let keyID = tenCharacters("keyId", &reader)
        let privateKey = reader.string("privateKey", length: 1...4_000, isRequired: true)
        if let privateKey, (try? ES256.PrivateKey(pem: privateKey)) == nil {
            reader.fail(
                "privateKey", .invalidFormat,
                "The key cannot be read. Send the text of the .p8 file, with its BEGIN and END lines.")
        }
        let words = reader.array("environments", count: 1...2)
        var environments: [PushEnvironment] = []
        for (index, word) in (words ?? []).enumerated() {
            if let environment = word.string.flatMap(PushEnvironment.init(rawValue:)) {
                if !environments.contains(environment) { environments.append(environment) }
            } else {
                reader.fail(
                    "environments[\(index)]", word.string == nil ? .invalidType : .invalidFormat,
                    "The environment has to be \"sandbox\" or \"production\".")
            }
        }
        try reader.finish()
        guard let teamID, let keyID, let privateKey else { throw APIError.nothingHere }
        let changed = try await context.storage.setCredential(
            app: app, environments: words == nil ? PushEnvironment.allCases : environments, teamID: teamID,
            keyID: keyID, privateKey: privateKey, now: context.now)
        return Reply(changed.json)
    }

    private static func tenCharacters(_ name: String, _ reader: inout FieldReader) -> String? {
        let text = reader.string(name, length: 1...100, isRequired: true)
        guard let text else { return nil }
        let isFine =
            text.utf8.count == 10
            && text.utf8.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte)
            }
        if !isFine { reader.fail(name, .invalidFormat, "Expected 10 capital letters and digits.") }
        return text
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
            "credentials": .array(
                credentials.map { credential in
                    [
                        "kind": "token",
                        "environment": .string(credential.environment.rawValue),
                        "teamId": .string(credential.teamID),
                        "keyId": .string(credential.keyID),
                        "createdAt": .string(Timestamp.format(credential.createdAt)),
                    ]
                }),
            "settings": settings.json,
            "createdAt": .string(Timestamp.format(createdAt)),
        ]
    }
}
