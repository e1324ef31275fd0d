import Foundation
import TidingsCore
import Timekeeping

extension PushClient {
    /// How long APNs may take to hand out a token.
    static let tokenLimit = Duration.seconds(15)

    /// Asks for permission, gets a token and registers it; the token is registered whatever the person answers.
    ///
    /// - Parameters:
    ///   - isProvisional: Quiet delivery without a prompt.
    ///   - isUnique: Whether the token takes the place of those of the person's other devices.
    /// - Returns: Whether the person lets the app show notifications.
    /// - Throws: `permission_denied` if the system did not present the prompt; `network` if permission was granted but
    ///   the token could not be had or registered.
    package func registerForPush(
        provisional isProvisional: Bool, unique isUnique: Bool = false
    ) async throws -> Bool {
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
        await parts.install.optIn(unique: isUnique)
        await observePermission(parts)
        if let failure = await registerToken(parts) {
            guard !isGranted else { throw failure }
            parts.environment.log(.warning, "Registration did not finish; it is retried", ("reason", failure.detail))
        }
        return isGranted
    }

    private static let lateToken = "APNs gave no token within 15 seconds"
    /// Nothing at all was heard: mostly the app delegate does not pass the callbacks on.
    private static let silence = """
        no callback of the app delegate came within 15 seconds. Without network that is usual. Otherwise use \
        TidingsAppDelegate (SwiftUI: @UIApplicationDelegateAdaptor(TidingsAppDelegate.self) var appDelegate), or pass on \
        didRegisterForRemoteNotificationsWithDeviceToken by Tidings.setDeviceToken(deviceToken) and \
        didFailToRegisterForRemoteNotificationsWithError by Tidings.didFailToRegister(error)
        """

    /// Gets a token and registers it; says what failed.
    private func registerToken(_ parts: Parts) async -> TidingsError? {
        let outcome = await tokens.outcome(
            within: Self.tokenLimit, time: parts.environment.time,
            asking: dependencies.system.registerForRemoteNotifications)
        switch outcome {
        case .failed: return TidingsError(.network, detail: "APNs refused to give a token")
        case .timedOut: return TidingsError(.network, detail: tokens.hasHeard ? Self.lateToken : Self.silence)
        case .token(let token):
            let outcome = await parts.install.synchronise()
            let confirmed = await parts.install.session?.registration.confirmation?.device.token
            await follow(outcome, parts)
            let subscriber = await parts.install.session?.registration.subscriber
            // It is kept, and registered as soon as the app says who uses it.
            if !configuration.registersAnonymously, subscriber?.isAnonymous ?? true { return nil }
            guard confirmed != token.hex else { return nil }
            let failure = await parts.install.registrationFailure
            let detail = "the server did not take the token" + (failure.map { " (\($0.summary))" } ?? "")
            if case .redirected = failure { return TidingsError(.redirectRefused, detail: detail) }
            return TidingsError(.network, detail: detail)
        }
    }

    /// The pause before APNs is asked again for a token that it did not give; it doubles from there, up to an hour.
    private static let firstTokenPause = Duration.seconds(30)
    private static let longestTokenPause = Duration.seconds(3_600)

    /// Plans another request for a token.
    ///
    /// The system itself goes on trying only while there is no network.
    func askAgainForToken(_ parts: Parts) {
        let pause = min(Self.firstTokenPause * (1 << min(tokenFailures, 7)), Self.longestTokenPause)
        tokenFailures += 1
        let failures = tokenFailures
        ProcessWork.start {
            guard (try? await parts.environment.time.sleep(for: pause)) != nil else { return }
            await self.askAgainForToken(parts, after: failures)
        }
    }

    /// Asks unless a token has come since, another failure has planned a request of its own, or nobody wants one any more.
    private func askAgainForToken(_ parts: Parts, after failures: Int) async {
        let isWanted = await parts.install.session?.registration.isOptedOut == false
        guard isWanted, failures == tokenFailures else { return }
        await tokens.request(dependencies.system.registerForRemoteNotifications)
    }
}
