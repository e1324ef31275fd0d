internal import PushModel

/// A route as the document describes it.
struct Operation: Sendable {
    /// Who may call it.
    enum Access: Sendable, Equatable {
        case management(scope: String)
        case workspace(scope: String)
        case client
        case open
    }

    /// Something beside the body that a route takes.
    struct Parameter: Sendable {
        let name: String
        let place: String
        let summary: String
        let schema: JSONObject
        var isRequired = false
    }

    /// An answer when all went well.
    struct Success: Sendable {
        let status: Int
        let summary: String
        /// The schema of the envelope's data.
        let schema: String
    }

    let method: String
    let path: String
    let id: String
    let tag: String
    let summary: String
    let access: Access
    var parameters: [Parameter] = []
    /// The schema of the request's body; nil if it takes none.
    var body: String?
    var bodyIsOptional = false
    let success: [Success]
    /// The errors that are the route's own; those that all routes share are added.
    var errors: [APIError.Code] = []

    /// Whether the answer stands in the envelope.
    var isEnveloped: Bool {
        switch access {
        case .management: true
        case .workspace, .client: mediaType == "application/json"
        case .open: false
        }
    }

    /// What the answer is.
    var mediaType: String {
        if path.hasSuffix("/stream") { return "text/event-stream" }
        if path == "/metrics" || path.hasSuffix(".txt") { return "text/plain" }
        return path.hasSuffix(".yaml") ? "application/yaml" : "application/json"
    }

    /// Every error that the route can answer.
    var allErrors: [APIError.Code] {
        var all: [APIError.Code] = []
        if access == .open { return errors }
        all += [.missingAuthorization, .invalidAPIKey, .apiKeyExpired, .forbidden, .notFound]
        switch access {
        case .management, .workspace: all.append(.missingPermission)
        case .client: all += [.invalidIdentity, .validationFailed]
        case .open: break
        }
        all.append(.malformedRequest)
        if body != nil { all += [.invalidJSON, .invalidUTF8, .validationFailed, .bodyTooLarge] }
        if parameters.contains(where: { $0.place == "query" }) { all.append(.validationFailed) }
        all += errors + [.rateLimited, .internalError, .draining, .storageUnavailable]
        var seen: Set<String> = []
        return all.filter { seen.insert($0.name).inserted }
    }
}

extension Operation.Parameter {
    static func path(_ name: String, _ summary: String) -> Self {
        .init(name: name, place: "path", summary: summary, schema: ["type": "string"], isRequired: true)
    }

    static func query(_ name: String, _ summary: String, _ schema: JSONObject = ["type": "string"]) -> Self {
        .init(name: name, place: "query", summary: summary, schema: schema)
    }

    static func header(
        _ name: String, _ summary: String, _ schema: JSONObject = ["type": "string"], isRequired: Bool = false
    ) -> Self {
        .init(name: name, place: "header", summary: summary, schema: schema, isRequired: isRequired)
    }

    /// A place in a list as its answers give it.
    static let cursor: JSONObject = ["type": "string", "minLength": 1, "maxLength": 64]

    /// What every list takes.
    static let page: [Self] = [
        query("limit", "How many items a page has.", ["type": "integer", "minimum": 1, "maximum": 100, "default": 50]),
        query("cursor", "The nextCursor of the page before.", cursor),
    ]

    static let tenant = header(
        "Tidings-Tenant", "The tenant's slug, for workspace keys; \"default\" when it is left out.")
    static let subscriber = header(
        "Tidings-Subscriber", "The user's own id, or an anonymous id (anon_…), in UTF-8.",
        ["type": "string", "minLength": 1, "maxLength": 255], isRequired: true)
    static let identity = header(
        "Tidings-Identity", "Hex HMAC-SHA256 of the user's id, made with the tenant's identity secret.",
        ["type": "string", "minLength": 64, "maxLength": 64])
    static let device = header("Tidings-Device", "The id that the registration answered.", isRequired: true)
    static let optionalDevice = header(
        "Tidings-Device", "The id that the registration answered; needed without Tidings-Identity.")
}
