import APNs
import Foundation
import Timekeeping

/// Another push service with a key for the same app: what the server of a second push SDK is.
struct ForeignProvider: Sendable {
    private let client: APNsClient
    private let bundleID: String

    /// Gets a key of its own from the app's owner.
    init(_ stack: DevelopmentStack) throws {
        let url = URL(string: stack.access.apnsSandboxURL)
        var configuration = APNsConfiguration(host: url?.host() ?? "localhost", port: url?.port ?? 443)
        configuration.trust = .file(stack.access.caFile)
        client = try APNsClient(
            configuration: configuration, credential: try stack.makeKey(id: "FOREIGNKEY"), time: SystemTime())
        bundleID = stack.access.bundleId
    }

    /// Pushes to a token past our server.
    func send(_ payload: String, collapseID: String, to token: String?) async -> PushResult? {
        guard let token else { return nil }
        let push = PushRequest(
            deviceToken: token, topic: bundleID, collapseID: collapseID, payload: Array(payload.utf8))
        return await client.send([push]).first
    }

    /// Whether APNs says that nothing has this token any more.
    func isGone(_ token: String?) async -> Bool {
        guard case .rejected(let rejection)? = await send(#"{"aps":{}}"#, collapseID: "gone", to: token) else {
            return false
        }
        return rejection.status == 410
    }

    /// Ends its connections.
    func close() async { await client.close() }
}
