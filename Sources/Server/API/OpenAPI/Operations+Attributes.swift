extension Operations {
    /// The routes of declared attributes.
    static let attributes: [Operation] = [
        .init(
            method: "GET", path: "/v1/attributes", id: "listAttributes", tag: "Segments",
            summary: "List the declared attributes, by name.", access: .management(scope: "segments:read"),
            parameters: [.tenant],
            success: [.init(status: 200, summary: "All of them.", schema: "AttributeList")],
            errors: [.validationFailed]),
        .init(
            method: "PUT", path: "/v1/attributes/{name}", id: "declareAttribute", tag: "Segments",
            summary:
                "Declare an attribute that conditions look at often, so that they need not read the JSON of everybody.",
            access: .management(scope: "segments:write"), parameters: [.tenant, name], body: "AttributeDeclaration",
            success: [
                .init(status: 201, summary: "It is declared, and ready soon.", schema: "Attribute"),
                .init(status: 200, summary: "It was declared before.", schema: "Attribute"),
            ],
            errors: [.attributeDeclared, .tooManyAttributes]),
        .init(
            method: "DELETE", path: "/v1/attributes/{name}", id: "removeAttribute", tag: "Segments",
            summary: "Take a declaration back; the attribute itself stays.",
            access: .management(scope: "segments:write"), parameters: [.tenant, name],
            success: [.init(status: 200, summary: "It is taken back.", schema: "AttributeRemoval")],
            errors: [.notFound, .validationFailed]),
    ]

    private static let name = Operation.Parameter.path("name", "An attribute, or one inside of it: plan, address.city.")
}
