import Foundation
import WebServer

/// Serves the picture of the rich push, at an address that only the simulated phones can resolve.
struct PictureServer: Sendable {
    /// Where phones find the picture.
    static let publicURL = "https://pictures.example/kite.png"
    /// The host that phones have to be told how to reach.
    static let publicHost = "pictures.example"

    /// The port on the loopback address, plain HTTP.
    let port: Int
    private let server: WebServer

    /// Starts serving a picture that zero bytes at its end make so large.
    static func start(byteCount: Int = 0) async throws -> PictureServer {
        var router = Router()
        let picture = picture + [UInt8](repeating: 0, count: max(0, byteCount - picture.count))
        router.on("GET", "/kite.png") { _ in
            HTTPResponse(status: 200, headers: [("Content-Type", "image/png")], body: .bytes(picture))
        }
        var configuration = WebServer.Configuration()
        configuration.host = "127.0.0.1"
        configuration.port = 0
        configuration.loopCount = 1
        let server = WebServer(configuration, router: router)
        return PictureServer(port: try await server.start(), server: server)
    }

    func stop() async { await server.stop(drain: .zero) }

    /// A red pixel.
    private static let picture = [UInt8](
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==")
            ?? Data())
}
