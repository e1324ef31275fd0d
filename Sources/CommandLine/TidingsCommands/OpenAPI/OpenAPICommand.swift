internal import API

extension Command {
    /// `tidings openapi`.
    static let openAPI = Command(
        "openapi", "Print the document of the server's API.",
        discussion: "The same that a server answers at /openapi.yaml and /openapi.json; no server is needed.",
        options: [
            .flag("json", "Print JSON instead of YAML."),
            .flag("markdown", "Print a page for people, as Documentation/API.md holds it."),
        ],
        examples: [
            Example("tidings openapi > openapi.yaml", "Writes the document to a file."),
            Example("tidings openapi --markdown > Documentation/API.md", "Writes the page for people."),
        ]
    ) { invocation in
        switch (invocation.flag("json"), invocation.flag("markdown")) {
        case (true, true):
            throw CommandError(.invalidValue, "--json and --markdown exclude each other. Give one of them.")
        case (true, false): invocation.output.verbatim(OpenAPIDocument.json)
        case (false, true): invocation.output.verbatim(APIReference.markdown)
        case (false, false): invocation.output.verbatim(OpenAPIDocument.yaml)
        }
        return .done
    }
}
