package import Timekeeping

/// The running server: storage, delivery and API, put together.
package final class Server: Sendable {
    /// What it was started with.
    package let configuration: ServerConfiguration
    private let time: any TimeSource

    /// Prepares a server; nothing is opened before `start`.
    package init(configuration: ServerConfiguration, time: any TimeSource) {
        self.configuration = configuration
        self.time = time
    }

    /// Opens the database, listens, and begins to deliver.
    ///
    /// - Returns: The port that it listens on.
    package func start() async throws -> Int { 0 }

    /// Refuses new requests, finishes what is in flight within the drain time, and closes the database.
    package func stop() async {}
}
