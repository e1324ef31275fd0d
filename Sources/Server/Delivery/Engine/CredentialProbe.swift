package import APNs
internal import Foundation
internal import PushCrypto
internal import PushModel
package import Storage

/// Finds out whether APNs takes an app's credential, by a push to a token that nobody has.
package struct CredentialProbe: Sendable {
    /// What APNs said.
    package enum Verdict: String, Sendable, CaseIterable {
        /// It takes the credential for the app.
        case valid
        /// It does not.
        case refused
        /// It gave no answer that tells.
        case unreachable
    }

    /// What came of trying one credential.
    package struct Finding: Sendable, Equatable {
        /// Where it was tried.
        package let environment: PushEnvironment
        /// What APNs said.
        package let verdict: Verdict
        /// APNs's word, or the fault of the connection.
        package let reason: String
        /// The same in a sentence that says what to do.
        package let message: String
    }

    /// Tries a credential for an app.
    package let run: @Sendable (_ credential: PushCredential, _ bundleID: String) async -> Finding

    /// Makes a probe over a function.
    package init(run: @escaping @Sendable (_ credential: PushCredential, _ bundleID: String) async -> Finding) {
        self.run = run
    }

    /// For a server that has no APNs to ask.
    package static let nowhere = CredentialProbe { credential, _ in
        Finding(
            environment: credential.environment, verdict: .unreachable, reason: "unreachable",
            message: "This server has no APNs to ask.")
    }

    /// Sorts an answer of APNs.
    package static func finding(
        _ result: PushResult, _ environment: PushEnvironment, _ bundleID: String
    ) -> Finding {
        func found(_ verdict: Verdict, _ reason: String, _ message: String) -> Finding {
            Finding(environment: environment, verdict: verdict, reason: reason, message: message)
        }
        switch result {
        case .accepted: return found(.valid, "", "APNs takes the credential for \(bundleID).")
        case .notProcessed(let error), .ambiguous(let error):
            return found(.unreachable, error.code.rawValue, "APNs gave no answer: \(error)")
        case .rejected(let rejection):
            let word = rejection.reason.rawValue
            switch rejection.reason {
            case .badDeviceToken, .deviceTokenNotForTopic, .unregistered, .expiredToken:
                return found(.valid, word, "APNs takes the credential for \(bundleID).")
            case .invalidProviderToken, .missingProviderToken:
                return found(
                    .refused, word,
                    "APNs does not know the key: team id, key id and key do not belong together, or it was revoked.")
            case .badEnvironmentKeyIDInToken, .badCertificateEnvironment:
                return found(.refused, word, "The credential is for the other environment only.")
            case .topicDisallowed, .badTopic:
                return found(
                    .refused, word,
                    "The credential may not send to \(bundleID): it is another team's, or bound to other apps.")
            case .badCertificate: return found(.refused, word, "APNs does not take the certificate.")
            case .expiredProviderToken:
                return found(.refused, word, "APNs finds the token too old: set the clock of this machine.")
            case .forbidden, .unrelatedKeyIDInToken:
                return found(.refused, word, "APNs refused the credential: \(word).")
            default:
                return found(
                    .unreachable, word, "APNs answered \(rejection.status) \(word), which tells nothing. Try again.")
            }
        }
    }
}

extension APNsSenders {
    /// The probe over these environments, each time on a connection of its own: refusals would slow the others.
    package var probe: CredentialProbe {
        CredentialProbe { credential, bundleID in
            let environment = credential.environment
            do throws(APNsError) {
                var configuration = self.configuration(environment)
                configuration.requestTimeout = .seconds(10)
                let client = try APNsClient(
                    configuration: configuration, authentication: try await self.authentication(credential.proof),
                    time: self.time)
                let token = (try? RandomBytes.make(32)) ?? [UInt8](repeating: 0, count: 32)
                let push = PushRequest(
                    deviceToken: token.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined(),
                    topic: bundleID, pushType: .background, expiration: .once,
                    payload: Array(#"{"aps":{"content-available":1}}"#.utf8))
                let results = await client.send([push])
                await client.close()
                let nothing = PushResult.ambiguous(APNsError(.connectionLost, detail: "there was no answer"))
                return CredentialProbe.finding(results.first ?? nothing, environment, bundleID)
            } catch {
                return CredentialProbe.Finding(
                    environment: environment, verdict: .refused, reason: error.code.rawValue, message: "\(error)")
            }
        }
    }
}
