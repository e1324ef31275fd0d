package import PushModel
package import Storage

/// The tenant's keys: to be seen and revoked.
///
/// Keys are made on the data folder, never by a key.
struct KeyRoutes {
    static let list = "keys"

    static func endpoints(_ directory: KeyDirectory) -> [Endpoint] {
        [
            .management("GET", "/v1/keys", scope: "keys:read") { context in
                let query = try ListQuery(context.request, list: list)
                let page = try await context.storage.keys(before: query.position, limit: query.limit)
                return Reply(page, list: list) { $0.json }
            },
            .management("POST", "/v1/keys", scope: "keys:write") { _ in
                throw APIError(
                    .forbidden, "A key cannot make keys. Use `tidings keys create` on the server's data folder.")
            },
            .management("DELETE", "/v1/keys/{id}", scope: "keys:write") { context in
                try context.refuseQuery()
                guard let key = try await context.storage.revokeKey(try context.id(.key), now: context.now) else {
                    throw APIError.nothingHere
                }
                directory.forget(key)
                return Reply(key.json)
            },
        ]
    }
}

extension APIKey {
    /// Everything but the secret.
    package var json: JSONValue {
        [
            "id": .string(id.description),
            "kind": .string(kind.word),
            "name": .string(name),
            "hint": .string(hint),
            "scopes": .array(scopes.map { .string($0) }),
            "createdAt": .string(Timestamp.format(createdAt)),
            "expiresAt": expiresAt.map { .string(Timestamp.format($0)) } ?? .null,
            "revokedAt": revokedAt.map { .string(Timestamp.format($0)) } ?? .null,
        ]
    }
}

extension APIKey.Kind {
    /// The kind as the API names it.
    package var word: String {
        switch self {
        case .workspace: "workspace"
        case .tenant: "tenant"
        case .publishable: "publishable"
        }
    }
}
