import Foundation
import TidingsCore

extension PushClient {
    /// How long APNs may take to hand out a token.
    static let tokenLimit = Duration.seconds(15)

    /// Asks for permission, gets a token and registers it; the token is registered whatever the person answers.
    ///
    /// - Parameter isProvisional: Quiet delivery without a prompt.
    /// - Returns: Whether the person lets the app show notifications.
    /// - Throws: `permission_denied` if the system did not present the prompt; `network` if permission was granted but
    ///   the token could not be had or registered.
    package func registerForPush(provisional isProvisional: Bool) async throws -> Bool {
        let isGranted: Bool
        do {
            isGranted = try await dependencies.system.requestAuthorization(isProvisional)
        } catch {
            throw TidingsError(.permissionDenied, detail: "requestAuthorization answered \(type(of: error))")
        }
        await earlierCommands()
        guard let parts = await openParts() else {
            throw TidingsError(.storage, detail: "the client's container or Keychain is not available")
        }
        await observePermission(parts)
        if let failure = await registerToken(parts) {
            guard !isGranted else { throw TidingsError(.network, detail: failure) }
            parts.environment.log(.warning, "Registration did not finish; it is retried", ("reason", failure))
        }
        return isGranted
    }

    /// Gets a token and registers it; says what failed.
    private func registerToken(_ parts: Parts) async -> String? {
        let outcome = await tokens.outcome(
            within: Self.tokenLimit, time: parts.environment.time,
            asking: dependencies.system.registerForRemoteNotifications)
        switch outcome {
        case .failed: return "APNs refused to give a token"
        case .timedOut: return "APNs gave no token within 15 seconds"
        case .token(let token):
            let outcome = await parts.install.synchronise()
            let confirmed = await parts.install.session?.registration.confirmation?.device.token
            if let pause = schedule.pause(after: outcome) { synchronise(after: pause) }
            return confirmed == token.hex ? nil : "the server did not take the token"
        }
    }
}
