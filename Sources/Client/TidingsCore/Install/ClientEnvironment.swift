package import Timekeeping

/// Everything that the client takes from outside, so that a test or a host can put something else in its place.
package struct ClientEnvironment: Sendable {
    /// The folder shared with the extension.
    package var container: ClientContainer
    /// The Keychain.
    package var vault: KeyVault
    /// The network.
    package var transport: HTTPTransport
    /// The clocks.
    package var time: any TimeSource
    /// The log.
    package var log: ClientLog
    /// What the platform knows about this phone and app.
    package var facts: @Sendable () -> DeviceFacts
    /// The APNs environment of tokens that this build gets.
    package var pushEnvironment: PushEnvironment
    /// How requests are repeated.
    package var retry: RetryPolicy
    /// Whether the device is registered before anybody was identified; true unless set otherwise.
    package var registersAnonymously = true

    /// Creates an environment.
    package init(
        container: ClientContainer, vault: KeyVault, transport: HTTPTransport, time: any TimeSource, log: ClientLog,
        facts: @escaping @Sendable () -> DeviceFacts, pushEnvironment: PushEnvironment, retry: RetryPolicy = .init()
    ) {
        self.container = container
        self.vault = vault
        self.transport = transport
        self.time = time
        self.log = log
        self.facts = facts
        self.pushEnvironment = pushEnvironment
        self.retry = retry
    }
}
