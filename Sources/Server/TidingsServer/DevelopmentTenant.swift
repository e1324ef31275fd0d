/// A tenant with an app and two keys, made for development and tests.
package struct DevelopmentTenant: Sendable {
    /// The tenant's slug.
    package let tenant: String
    /// The app's bundle id.
    package let bundleID: String
    /// A tenant key with every scope.
    package let secretKey: String
    /// The key that the app's SDK is configured with.
    package let publishableKey: String
    /// The id of the APNs key that the server signs with; register its public part with the simulated APNs.
    package let apnsKeyID: String
    /// The team that the APNs key belongs to.
    package let apnsTeamID: String
    /// The public part of the APNs key as PEM.
    package let apnsPublicKey: String
    /// The identity secret of the tenant, in hex; `Tidings-Identity` is an HMAC-SHA256 made with it.
    package let identitySecret: String
}
