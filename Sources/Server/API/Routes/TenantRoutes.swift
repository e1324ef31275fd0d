internal import Foundation
internal import PushCrypto
internal import PushModel
internal import Storage
internal import WebServer

/// Tenants, as the operator's own backend makes and changes them with a workspace key.
struct TenantRoutes {
    static let list = "tenants"

    static func endpoints(_ storage: SystemHandle, _ directory: KeyDirectory) -> [Endpoint] {
        [
            .workspace("POST", "/v1/tenants", scope: "tenants:write") { context in
                try context.refuseQuery()
                return try await create(context, storage)
            },
            .workspace("GET", "/v1/tenants", scope: "tenants:read") { context in
                let query = try ListQuery(context.request, list: list)
                let page = try await storage.tenants(before: query.position, limit: query.limit)
                return Reply(page, list: list) { $0.json }
            },
            .workspace("GET", "/v1/tenants/{slug}", scope: "tenants:read") { context in
                try context.refuseQuery()
                guard let tenant = try await storage.tenant(slug: context.part("slug")) else { throw missing }
                return Reply(tenant.json)
            },
            .workspace("PATCH", "/v1/tenants/{slug}", scope: "tenants:write") { context in
                try context.refuseQuery()
                var reader = try FieldReader(parsing: context.request.body)
                let input = TenantInput(&reader, isNew: false)
                try reader.finish()
                let tenant = try done(
                    try await storage.changeTenant(
                        slug: context.part("slug"), newSlug: input.slug, name: input.name
                    ) { input.settings?.apply(to: &$0) })
                directory.forget(slug: context.part("slug"), row: tenant.row)
                return Reply(tenant.json)
            },
            .workspace("DELETE", "/v1/tenants/{slug}", scope: "tenants:write") { context in
                try context.refuseQuery()
                let tenant = try done(
                    try await storage.removeTenant(slug: context.part("slug"), now: context.now))
                directory.forget(slug: tenant.slug, row: tenant.row)
                directory.forgetKeys(tenant: tenant.row)
                return Reply(["id": .string(tenant.id.description), "deleted": true])
            },
            .workspace("POST", "/v1/tenants/{slug}/identity-secret", scope: "tenants:secrets") { context in
                try context.refuseQuery()
                let tenant = try done(
                    try await storage.setIdentitySecret(try RandomBytes.make(32), slug: context.part("slug")))
                directory.forget(slug: tenant.slug, row: tenant.row)
                return Reply(tenant.jsonWithSecret)
            },
        ]
    }

    private static func create(_ context: WorkspaceContext, _ storage: SystemHandle) async throws -> Reply {
        var reader = try FieldReader(parsing: context.request.body)
        let input = TenantInput(&reader, isNew: true)
        try reader.finish()
        guard let slug = input.slug else { throw missing }
        var settings = TenantSettings()
        input.settings?.apply(to: &settings)
        let made = try await storage.newTenant(
            slug: slug, name: input.name ?? slug, settings: settings, identitySecret: try RandomBytes.make(32),
            now: context.now)
        guard let made else { throw slugTaken }
        return Reply(made.jsonWithSecret, status: 201)
    }

    private static func done(_ result: TenantChangeResult) throws -> Tenant {
        switch result {
        case .done(let tenant): return tenant
        case .unknown: throw missing
        case .slugTaken: throw slugTaken
        case .isDefault:
            throw APIError(
                .defaultTenant, "The tenant “default” is meant when nobody names one: it keeps its slug and stays.",
                param: "slug")
        }
    }

    private static let missing = APIError(.notFound, "There is no such tenant. Check the slug.", param: "slug")
    private static let slugTaken = APIError(
        .slugTaken, "Another tenant has this slug. Choose another one.", param: "slug")
}

/// What a caller says about a tenant.
private struct TenantInput: Sendable {
    let slug: String?
    let name: String?
    let settings: SettingsChange?

    init(_ reader: inout FieldReader, isNew: Bool) {
        slug = reader.string("slug", length: 1...Tenant.slugLengthLimit, isRequired: isNew)
        if let slug, !Tenant.isSlug(slug) {
            reader.fail("slug", .invalidFormat, "A slug has lower-case letters, digits and hyphens.")
        }
        name = reader.string("name", length: 1...200)
        settings = reader.nested("settings") { SettingsChange(&$0) }
    }
}

extension Tenant {
    var json: JSONValue { .object(object) }

    /// The tenant with the secret that is shown when it is made, and never again.
    var jsonWithSecret: JSONValue {
        var object = object
        object["identitySecret"] = .string(
            identitySecret.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())
        return .object(object)
    }

    private var object: JSONObject {
        [
            "id": .string(id.description), "slug": .string(slug), "name": .string(name),
            "isDefault": .bool(isDefault), "settings": settings.json,
            "createdAt": .string(Timestamp.format(createdAt)),
        ]
    }
}
