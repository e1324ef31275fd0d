import Foundation
import PushModel
import Storage
import TidingsServer
import Timekeeping

extension Command {
    /// `tidings keys`.
    static let keys = Command(
        "keys", "Make, list and revoke API keys.",
        discussion: """
            Keys cannot make keys: create works on the data folder or the PostgreSQL database itself, beside the server that
            uses it. The others ask a running server; a key that is revoked stops there at once, and within half a minute
            on other servers of the database.
            """,
        examples: [
            Example(
                "tidings keys create --data /var/lib/tidings --name backend", "Prints a new secret key, this once."),
            Example("tidings keys list", "Shows the tenant's keys without their secrets."),
        ],
        subcommands: [keysCreate, keysList, keysRevoke, keysMakeMaster, keysRotateMaster])

    private static let keysCreate = Command(
        "create", "Make a key in a data folder and print its secret, this once.",
        options: DataOptions.all + [
            .value("kind", "KIND", "tenant (default), publishable (for an app) or workspace (all tenants)."),
            .value("tenant", "SLUG", "The tenant, made when it is new; default by default."),
            .value("name", "TEXT", "A name for people."),
            .value(
                "scope", "SCOPE", "Such as messages:send or messages:*; may be repeated, all by default.",
                repeatable: true),
            .value("expires-in", "DAYS", "When it stops working; never by default."),
            .json,
        ],
        examples: [
            Example("tidings keys create --name backend --scope messages:send", "A key that can only send."),
            Example("tidings keys create --kind publishable --name app", "The key for an app's SDK."),
        ]
    ) { invocation in
        let time = SystemTime()
        let kind = try kind(invocation.value("kind") ?? "tenant")
        let days = try invocation.integer("expires-in", in: 1...36_500)
        let slug = invocation.value("tenant") ?? Tenant.defaultSlug
        guard Tenant.isSlug(slug) else {
            throw CommandError(
                .invalidValue, "--tenant must be at most 64 lowercase letters, digits and hyphens, not \(quoted(slug))."
            )
        }
        if kind == .workspace, invocation.value("tenant") != nil {
            throw CommandError(.invalidValue, "A workspace key is for all tenants. Leave out --tenant, or --kind.")
        }
        let scopes = try scopes(invocation, kind)
        let name = invocation.value("name") ?? "key"
        guard (1...200).contains(name.count) else {
            throw CommandError(.invalidValue, "--name must have 1 to 200 characters, not \(name.count).")
        }
        let issued = try await Administration.on(
            dataDirectory: DataOptions.folder(invocation), databaseURL: DataOptions.database(invocation),
            masterKeys: masterKeys(invocation), besideServer: true, time: time
        ) { administration in
            let tenant = try await administration.tenant(slug: slug)
            return try await administration.issueKey(
                kind, tenant: tenant, name: name, scopes: scopes,
                expiresAt: days.map { time.now.addingTimeInterval(Double($0) * 86_400) })
        }
        try invocation.output.result(
            NewKey(id: issued.key.id.description, key: issued.secret, tenant: kind == .workspace ? nil : slug),
            text: issued.secret)
        return .done
    }

    private static let keysList = Command(
        "list", "List the tenant's keys.", options: [APIClient.limitOption] + ServerOptions.all + [.json],
        examples: [Example("tidings keys list --json", "Prints the keys as JSON.")]
    ) { invocation in
        let client = try ServerOptions.client(invocation)
        let limit = try invocation.integer("limit", in: 1...10_000) ?? 50
        let keys: [KnownKey] = try await client.items("/v1/keys", limit: limit)
        let output = invocation.output
        try output.result(
            keys,
            text: output.table(
                ["ID", "KIND", "NAME", "HINT", "STATE"],
                keys.map { [$0.id, $0.kind, $0.name, $0.hint, $0.revokedAt == nil ? "works" : "revoked"] }))
        return .done
    }

    private static let keysRevoke = Command(
        "revoke", "Revoke a key at once.", arguments: [Argument("KEY", "The key's id, key_….")],
        options: ServerOptions.all + [.json],
        examples: [Example("tidings keys revoke key_…", "The key's next request answers 401.")]
    ) { invocation in
        let client = try ServerOptions.client(invocation)
        let id = APIClient.escaped(invocation.argument(0) ?? "")
        let key: KnownKey = try await client.call(.init(method: "DELETE", path: "/v1/keys/\(id)"))
        try invocation.output.result(key, text: "Revoked \(key.id).")
        return .done
    }

    private static func kind(_ text: String) throws(CommandError) -> APIKey.Kind {
        switch text {
        case "tenant": return .tenant
        case "publishable": return .publishable
        case "workspace": return .workspace
        default:
            throw CommandError(
                .invalidValue, "--kind must be tenant, publishable or workspace, not \(quoted(text)).")
        }
    }

    /// What the key may do; a scope that no route asks for would be a key that fails later.
    private static func scopes(_ invocation: Invocation, _ kind: APIKey.Kind) throws(CommandError) -> [String] {
        let named = invocation.values("scope")
        guard kind != .publishable else {
            if named.isEmpty { return [] }
            throw CommandError(.invalidValue, "A publishable key opens the client routes only. Leave out --scope.")
        }
        let known = Administration.scopes
        let groups = Set(known.compactMap { $0.split(separator: ":").first.map { "\($0):*" } })
        if let wrong = named.first(where: { $0 != "*" && !known.contains($0) && !groups.contains($0) }) {
            throw CommandError(
                .invalidValue,
                "--scope must be *, a group such as messages:*, or one of \(known.joined(separator: ", ")), "
                    + "not \(quoted(wrong)).")
        }
        return named.isEmpty ? ["*"] : named
    }
}

private struct NewKey: Encodable {
    let id: String
    let key: String
    let tenant: String?
}

private struct KnownKey: Codable {
    let id: String
    let kind: String
    let name: String
    let hint: String
    let revokedAt: String?
}
