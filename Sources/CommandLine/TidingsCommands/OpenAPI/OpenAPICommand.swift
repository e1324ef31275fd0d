internal import API

extension Command {
    /// `tidings openapi`.
    static let openAPI = Command(
        "openapi", "Print the document of the server's API.",
        discussion: "The same that a server answers at /openapi.yaml and /openapi.json; no server is needed.",
        options: [.flag("json", "Print JSON instead of YAML.")],
        examples: [Example("tidings openapi > openapi.yaml", "Writes the document to a file.")]
    ) { invocation in
        invocation.output.verbatim(invocation.flag("json") ? OpenAPIDocument.json : OpenAPIDocument.yaml)
        return .done
    }
}
