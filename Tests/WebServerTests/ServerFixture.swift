import WebServer

/// A server that runs while `body` does.
func withServer<Result>(
    _ router: Router, fallback: FallbackResponses = FallbackResponses(),
    configure: (inout WebServer.Configuration) -> Void = { _ in },
    _ body: (WebServer, Int) async throws -> Result
) async throws -> Result {
    var configuration = WebServer.Configuration()
    configure(&configuration)
    let server = WebServer(configuration, router: router, fallback: fallback)
    let port = try await server.start()
    do {
        let result = try await body(server, port)
        await server.stop(drain: .zero)
        return result
    } catch {
        await server.stop(drain: .zero)
        throw error
    }
}

extension Router {
    /// A router whose routes answer with what the request held.
    static var echo: Router {
        var router = Router()
        router.on("GET", "/hello") { _ in .text("hello") }
        router.on("GET", "/items/{id}") { request in
            .text("\(request.pathParameters["id"] ?? "-") \(request.query.map { "\($0.name)=\($0.value)" })")
        }
        router.on("POST", "/items") { request in
            .text("\(request.body.count) \(request.headers["x-extra"] ?? "-")", status: 201)
        }
        router.on("DELETE", "/items/{id}") { _ in HTTPResponse(status: 204) }
        return router
    }
}
