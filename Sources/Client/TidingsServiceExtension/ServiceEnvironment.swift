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

    /// Creates an environment.
    package init(
        container: ClientContainer, vault: KeyVault, transport: HTTPTransport, time: any TimeSource, log: ClientLog
    ) {
        self.container = container
        self.vault = vault
        self.transport = transport
        self.time = time
        self.log = log
    }
}
