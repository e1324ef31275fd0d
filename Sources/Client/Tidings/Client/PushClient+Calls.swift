import Foundation
package import PushModel
package import TidingsCore
import Timekeeping

/// What the layer of calls needs of the client.
extension PushClient {
    /// Where it hears of pushes.
    package nonisolated var callIntake: CallIntake { relations.calls }

    /// A container, Keychain and network of the client's own making, for what cannot wait for the client.
    package nonisolated func makeEnvironment() throws -> ClientEnvironment {
        try dependencies.environment(configuration)
    }

    /// Takes the token for calls, or that there is none any more.
    package nonisolated func setCallToken(_ token: DeviceToken?) { commands.yield(.callToken(token)) }

    /// The app wants calls.
    package nonisolated func wantCalls(unique: Bool) { commands.yield(.wantCalls(unique: unique)) }

    /// The install, once somebody was identified and the server knows the device; nil when that does not come in time.
    package func authenticatedInstall(within limit: Duration) async -> Install? {
        let time = ProcessWork.time
        synchronise()
        let registrations = relations.registrations
        let isThere: Bool? = await TimeLimit.wait(until: time.uptime + limit, time: time) {
            await self.earlierCommands()
            for await state: RegistrationState in registrations.known() {
                if state.deviceID != nil, !state.subscriber.isAnonymous { return true }
            }
            return false
        }
        return isThere == true ? await openParts()?.install : nil
    }

    /// The install as it is; nil before the first unlock.
    package func currentInstall() async -> Install? {
        await earlierCommands()
        return await openParts()?.install
    }

    /// Keeps the app from being suspended while work lasts, as far as the system allows.
    package nonisolated func stayAwake(_ work: @escaping @Sendable () async -> Void) async {
        await dependencies.system.stayAwake(work)
    }

    /// Ends the tokens of one kind on all devices of the person.
    func removeAllTokens(_ kind: APIClient.TokenKind) async throws {
        guard let install = await currentInstall(), await install.isAuthenticated else {
            throw TidingsError(.notAuthenticated, detail: "tokens of all devices were to be removed")
        }
        do throws(APIFailure) {
            try await install.removeAllTokens(kind)
        } catch {
            throw TidingsError(error.isTemporary ? .network : .rejected, detail: "the tokens stay (\(error.summary))")
        }
        synchronise()
    }
}

extension Tidings {
    /// The client that the app configured; for the layer of calls.
    package static var client: PushClient? { FacadeInstance.current.client }

    /// Ends the tokens for notifications on all devices of the person; `registerForPush` takes it back for this one.
    ///
    /// - Throws: `TidingsError` `not_authenticated` before the server knows the device, `network` and `rejected` when it did
    ///   not do so.
    public static func unregisterAllForPush() async throws {
        guard let client = FacadeInstance.current.client else {
            throw TidingsError(.notConfigured, detail: "unregisterAllForPush was called")
        }
        try await client.removeAllTokens(.alert)
    }

    /// Ends the tokens for calls on all devices of the person; for the layer of calls.
    package static func removeAllCallTokens() async throws {
        guard let client = FacadeInstance.current.client else {
            throw TidingsError(.notConfigured, detail: "the tokens for calls were to be removed")
        }
        try await client.removeAllTokens(.voip)
    }
}
