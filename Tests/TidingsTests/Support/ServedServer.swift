import ClientTestSupport
import Foundation
import TidingsCore
import WebServer

/// The fake server behind a port, for code that configures the SDK with an address and nothing else.
struct ServedServer {
    private let web: WebServer
    private let port: Int

    /// Listens on this machine.
    init(_ server: FakeServer) async throws {
        var router = Router()
        for (method, path) in [
            ("PUT", "/v1/client/device"), ("DELETE", "/v1/client/device"), ("POST", "/v1/client/events"),
            ("GET", "/v1/client/messages"), ("POST", "/v1/client/identify"), ("PATCH", "/v1/client/subscriber"),
        ] {
            router.on(method, path) { try await Self.answer($0, server) }
        }
        var configuration = WebServer.Configuration()
        configuration.host = "127.0.0.1"
        configuration.port = 0
        configuration.loopCount = 1
        web = WebServer(configuration, router: router)
        port = try await web.start()
    }

    /// The settings by which an app on a simulated phone finds it under a name.
    func settings(host: String) -> [String: String] { ["TIDINGS_SIMULATED_HOSTS": "\(host)=127.0.0.1:\(port)"] }

    func stop() async { await web.stop(drain: .zero) }

    private static func answer(_ request: HTTPRequest, _ server: FakeServer) async throws -> HTTPResponse {
        var address = URLComponents()
        address.scheme = "https"
        address.host = "push.example.com"
        address.path = request.path
        address.queryItems = request.query.map { URLQueryItem(name: $0.name, value: $0.value) }
        guard let url = address.url else { return HTTPResponse(status: 400) }
        let reply = try await server.transport.send(
            HTTPCall(
                method: request.method, url: url, headers: Array(request.headers.fields), body: Data(request.body),
                timeout: .seconds(5)))
        return .json([UInt8](reply.body), status: reply.status)
    }
}
