public import Timekeeping

/// Sends pushes of one team to one APNs environment over connections that stay open.
public final class APNsClient: Sendable {
    /// Prepares a client; it connects with the first push.
    ///
    /// - Parameters:
    ///   - configuration: Where pushes go and how patient the client is.
    ///   - credential: The signing key; share it between clients of the same team.
    ///   - time: The clock for deadlines, waits and provider tokens.
    /// - Throws: `invalid_configuration` when the CA file is not usable.
    public init(
        configuration: APNsConfiguration, credential: ProviderCredential, time: any TimeSource
    ) throws(APNsError) {}

    /// Sends pushes and returns what became of each, in the same order.
    ///
    /// Returns once every push has its result, at the latest after the configured request timeout.
    public func send(_ batch: [PushRequest]) async -> [PushResult] { [] }

    /// Ends all connections; pushes that wait are `notProcessed`, those under way `ambiguous`.
    public func close() async {}
}
