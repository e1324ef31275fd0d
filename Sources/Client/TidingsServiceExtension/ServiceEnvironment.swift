package import TidingsCore
package import Timekeeping

/// Where the extension runs: the files and keys shared with the app, the network, the clocks.
package struct ServiceEnvironment: Sendable {
    /// The folder shared with the app.
    package var container: ClientContainer
    /// The Keychain shared with the app.
    package var vault: KeyVault
    /// The network.
    package var transport: HTTPTransport
    /// The clocks.
    package var time: any TimeSource
    /// The log.
    package var log: ClientLog
    /// How many bytes of memory are left to the process; nil where nobody can tell.
    package var availableMemory: @Sendable () -> Int?

    /// Creates an environment.
    package init(
        container: ClientContainer, vault: KeyVault, transport: HTTPTransport, time: any TimeSource, log: ClientLog,
        availableMemory: @escaping @Sendable () -> Int? = { AvailableMemory.byteCount }
    ) {
        self.container = container
        self.vault = vault
        self.transport = transport
        self.time = time
        self.log = log
        self.availableMemory = availableMemory
    }
}
