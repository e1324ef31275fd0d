import PushModel

extension Command {
    /// `tidings tenants`.
    static let tenants = Command(
        "tenants", "Make, change and remove tenants.",
        discussion: """
            Each subcommand asks a running server and takes a workspace key, td_ws_…: `tidings keys create --kind workspace`
            makes one.
            """,
        examples: [
            Example(
                "tidings tenants create acme --name Acme", "Makes a tenant and prints its identity secret, this once."),
            Example("tidings tenants change acme --push off", "Stops all pushes of the tenant."),
        ],
        subcommands: [tenantsCreate, tenantsList, tenantsShow, tenantsChange, tenantsRemove, tenantsSecret])

    private static let slug = Argument("SLUG", "The tenant's slug: lower-case letters, digits and hyphens.")
    private static let settings = Option.value(
        "settings", "JSON", "Settings to change, such as {\"sendPolicy\":{\"dailyCap\":5}}; the others stay.")

    private static let tenantsCreate = single(
        "create", "Make a tenant; its identity secret is shown this once.", argument: slug,
        options: [.value("name", "TEXT", "A name for people; the slug by default."), settings],
        examples: [Example("tidings tenants create acme --name Acme", "Prints the new tenant with its secret.")]
    ) { invocation, client, _ in
        var body: JSONObject = ["slug": .string(invocation.argument(0) ?? "")]
        body["name"] = invocation.value("name").map { .string($0) }
        body["settings"] = try object("settings", invocation)
        return try await client.value("POST", "/v1/tenants", .object(body))
    }

    private static let tenantsList = listing(
        "List the tenants.", path: "/v1/tenants",
        columns: [
            .member("SLUG", "slug"), .member("NAME", "name"), .member("PUSH", "settings.channels.push.enabled"),
            .member("MADE", "createdAt"),
        ],
        examples: [Example("tidings tenants list --json", "Prints the tenants with their settings as JSON.")])

    private static let tenantsShow = single(
        "show", "Show a tenant with its settings.", argument: slug,
        examples: [Example("tidings tenants show default", "Shows the tenant that is meant when nobody names one.")]
    ) { _, client, slug in try await client.value("GET", "/v1/tenants/\(slug)") }

    private static let tenantsChange = single(
        "change", "Change a tenant; what is not named stays.", argument: slug,
        options: [
            .value("slug", "SLUG", "Its new slug; keys stay valid."), .value("name", "TEXT", "Its new name."),
            .value("push", "STATE", "on or off: off refuses messages and skips what is due."), settings,
        ],
        examples: [
            Example("tidings tenants change acme --push off", "Stops all pushes until --push on."),
            Example(
                "tidings tenants change acme --settings '{\"identity\":{\"requireVerification\":true}}'",
                "Makes apps prove whom they speak for."),
        ]
    ) { invocation, client, slug in
        var body = JSONObject()
        body["slug"] = invocation.value("slug").map { .string($0) }
        body["name"] = invocation.value("name").map { .string($0) }
        body["settings"] = try object("settings", invocation)
        if let push = invocation.value("push") {
            guard push == "on" || push == "off" else {
                throw CommandError(.invalidValue, "--push must be on or off, not \(quoted(push)).")
            }
            guard body["settings"] == nil else {
                throw CommandError(.invalidValue, "--push is one of the settings. Leave out it or --settings.")
            }
            body["settings"] = ["channels": ["push": ["enabled": .bool(push == "on")]]]
        }
        guard !body.members.isEmpty else {
            throw CommandError(.missingOption, "change needs --slug, --name, --push or --settings.")
        }
        return try await client.value("PATCH", "/v1/tenants/\(slug)", .object(body))
    }

    private static let tenantsRemove = single(
        "remove", "Remove a tenant: its keys stop working, what it still had to send is skipped.", argument: slug,
        options: [.flag("yes", "Do it; nothing can bring the tenant back but a backup.")],
        examples: [Example("tidings tenants remove acme --yes", "Removes the tenant at once.")]
    ) { invocation, client, slug in
        guard invocation.flag("yes") else {
            throw CommandError(.missingOption, "remove ends the tenant's keys and pushes for good. Say --yes.")
        }
        return try await client.value("DELETE", "/v1/tenants/\(slug)")
    }

    private static let tenantsSecret = single(
        "rotate-secret", "Make a new identity secret; every hash made with the old one is wrong from then on.",
        discussion: """
            The key needs the scope tenants:secrets, which no wildcard includes. Put the new secret into your backend at
            once: until then apps that prove whom they speak for are refused.
            """, argument: slug,
        examples: [Example("tidings tenants rotate-secret default", "Prints the new secret, this once.")]
    ) { _, client, slug in try await client.value("POST", "/v1/tenants/\(slug)/identity-secret") }
}
