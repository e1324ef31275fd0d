internal import PushModel

/// The API in Markdown, as `Documentation/API.md` holds it; made of the same list as the document.
package enum APIReference {
    /// The whole page.
    package static let markdown: String = {
        var text = """
            # The API

            Written by `tidings openapi --markdown`; the same in full detail, with every error of every route, is in
            [openapi.yaml](../openapi.yaml) and on a running server at `/openapi.yaml` and `/openapi.json`.

            Keys go into `Authorization: Bearer …`. A workspace key (`td_ws_…`) chooses the tenant with `Tidings-Tenant`. Every
            answer but those of the section System is an envelope `{success, data, error, metadata}`; the tables name what stands in
            `data`. [ErrorCodes.md](ErrorCodes.md) explains the codes. Besides the errors that a route names, each of them can
            answer what all can: \(codes(common)).

            """
        for tag in tags {
            text += "\n## \(tag)\n"
            for operation in Operations.all where operation.tag == tag { text += section(operation) }
        }
        text += "\n## Objects\n\nA field in **bold** is always there, in requests and answers alike.\n"
        for schema in OpenAPIDocument.document["components"]?["schemas"]?.object?.members ?? [] {
            text += "\n### \(schema.key)\n\n" + SchemaTable.write(schema.value)
        }
        return text
    }()

    /// What every route behind a key can answer.
    private static let common: [APIError.Code] = [
        .missingAuthorization, .invalidAPIKey, .apiKeyExpired, .forbidden, .notFound, .malformedRequest, .rateLimited,
        .internalError,
        .draining, .storageUnavailable,
    ]

    private static let tags: [String] = Operations.all.map(\.tag).reduce(into: []) { tags, tag in
        if !tags.contains(tag) { tags.append(tag) }
    }

    private static func section(_ operation: Operation) -> String {
        var text = "\n### \(operation.method) \(operation.path)\n\n\(operation.summary)"
        switch operation.access {
        case .management(let scope): text += " Needs the scope `\(scope)`."
        case .workspace(let scope): text += " Takes a workspace key (`td_ws_…`) with the scope `\(scope)`."
        case .client: text += " Takes a publishable key (`td_pk_…`)."
        case .open: text += " Takes no key."
        }
        text += "\n\n"
        for parameter in operation.parameters where parameter.name != Operation.Parameter.tenant.name {
            let requirement = parameter.isRequired ? "" : ", optional"
            text += "* `\(parameter.name)` (\(parameter.place)\(requirement)): \(parameter.summary)\n"
        }
        if let body = operation.body {
            text += "* body\(operation.bodyIsOptional ? " (optional)" : ""): \(SchemaTable.link(body))\n"
        }
        for success in operation.success {
            text += "* \(success.status) \(SchemaTable.link(success.schema)): \(success.summary)\n"
        }
        let own = operation.allErrors.filter { !common.contains($0) }
        if !own.isEmpty { text += "* errors: \(codes(own))\n" }
        return text
    }

    private static func codes(_ codes: [APIError.Code]) -> String {
        codes.map { "\($0.status) `\($0.name)`" }.joined(separator: ", ")
    }
}
