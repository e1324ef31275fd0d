/// The document of the API, as it is served.
package enum OpenAPIDocument {
    /// The document as YAML.
    package static let yaml = ""
    /// The document as JSON.
    package static let json = "{}"
}
