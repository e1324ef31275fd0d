internal import WebServer

/// One route with who may call it.
struct Endpoint: Sendable {
    /// Who may call a route, and what answers.
    enum Kind: Sendable {
        /// Anybody; the answer is not enveloped.
        case open(@Sendable (HTTPRequest) async throws -> HTTPResponse)
        /// A management key with this scope.
        case management(scope: String, @Sendable (RequestContext) async throws -> Reply)
        /// A workspace key with this scope, for what concerns all tenants.
        case workspace(scope: String, @Sendable (WorkspaceContext) async throws -> Reply)
        /// The same with an answer that is not enveloped; its errors are.
        case page(scope: String, @Sendable () async throws -> HTTPResponse)
        /// An app with a publishable key.
        case client(@Sendable (ClientContext) async throws -> Reply)
        /// The same with server-sent events as the answer; errors before the first are enveloped.
        case clientStream(@Sendable (ClientContext) async throws -> EventStream)
    }

    let method: String
    let path: String
    let kind: Kind

    static func open(
        _ method: String, _ path: String, _ handler: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) -> Endpoint {
        Endpoint(method: method, path: path, kind: .open(handler))
    }

    static func management(
        _ method: String, _ path: String, scope: String,
        _ handler: @escaping @Sendable (RequestContext) async throws -> Reply
    ) -> Endpoint {
        Endpoint(method: method, path: path, kind: .management(scope: scope, handler))
    }

    static func workspace(
        _ method: String, _ path: String, scope: String,
        _ handler: @escaping @Sendable (WorkspaceContext) async throws -> Reply
    ) -> Endpoint {
        Endpoint(method: method, path: path, kind: .workspace(scope: scope, handler))
    }

    static func client(
        _ method: String, _ path: String, _ handler: @escaping @Sendable (ClientContext) async throws -> Reply
    ) -> Endpoint {
        Endpoint(method: method, path: path, kind: .client(handler))
    }

    static func clientStream(
        _ method: String, _ path: String, _ handler: @escaping @Sendable (ClientContext) async throws -> EventStream
    ) -> Endpoint {
        Endpoint(method: method, path: path, kind: .clientStream(handler))
    }
}
