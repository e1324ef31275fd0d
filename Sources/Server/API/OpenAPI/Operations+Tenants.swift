extension Operations {
    /// The routes of tenants, for workspace keys.
    static let tenants: [Operation] = [
        .init(
            method: "POST", path: "/v1/tenants", id: "createTenant", tag: "Tenants",
            summary: "Make a tenant. Its identity secret is shown this once.",
            access: .workspace(scope: "tenants:write"), body: "NewTenant",
            success: [.init(status: 201, summary: "The tenant with its secret.", schema: "TenantWithSecret")],
            errors: [.slugTaken]),
        .init(
            method: "GET", path: "/v1/tenants", id: "listTenants", tag: "Tenants",
            summary: "List the tenants, newest first.", access: .workspace(scope: "tenants:read"),
            parameters: Operation.Parameter.page,
            success: [.init(status: 200, summary: "A page of tenants.", schema: "TenantPage")],
            errors: [.invalidCursor]),
        .init(
            method: "GET", path: "/v1/tenants/{slug}", id: "readTenant", tag: "Tenants",
            summary: "Read a tenant, with what holds where it sets nothing.",
            access: .workspace(scope: "tenants:read"), parameters: [slug],
            success: [.init(status: 200, summary: "The tenant.", schema: "Tenant")], errors: [.validationFailed]),
        .init(
            method: "PATCH", path: "/v1/tenants/{slug}", id: "changeTenant", tag: "Tenants",
            summary: "Change a tenant; what is left out stays, group by group.",
            access: .workspace(scope: "tenants:write"), parameters: [slug], body: "TenantChange",
            success: [.init(status: 200, summary: "The tenant.", schema: "Tenant")],
            errors: [.slugTaken, .defaultTenant]),
        .init(
            method: "DELETE", path: "/v1/tenants/{slug}", id: "removeTenant", tag: "Tenants",
            summary: "Remove a tenant: its keys stop working, and what it still had to send is skipped.",
            access: .workspace(scope: "tenants:write"), parameters: [slug],
            success: [.init(status: 200, summary: "It is removed.", schema: "Removal")],
            errors: [.defaultTenant, .validationFailed]),
        .init(
            method: "POST", path: "/v1/tenants/{slug}/identity-secret", id: "rotateIdentitySecret", tag: "Tenants",
            summary: "Make a new identity secret, shown this once; every hash of the old one is wrong from then on. "
                + "No wildcard includes the scope.",
            access: .workspace(scope: "tenants:secrets"), parameters: [slug],
            success: [.init(status: 200, summary: "The tenant with its new secret.", schema: "TenantWithSecret")],
            errors: [.validationFailed]),
    ]

    private static let slug = Operation.Parameter.path("slug", "The tenant's slug.")
}
