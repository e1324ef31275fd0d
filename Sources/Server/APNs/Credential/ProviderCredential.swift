import Foundation
import Locking
import PushCrypto
import Timekeeping

/// A signing key of a team and the provider token made with it.
///
/// Clients for both environments should share one credential: the token is then shared too, as APNs wants it.
public final class ProviderCredential: Sendable {
    /// The team id, 10 characters.
    public let teamID: String
    /// The key id, 10 characters.
    public let keyID: String

    private let key: ES256.PrivateKey
    private let state = Locked(State())

    /// A token ready for the header.
    struct Token: Sendable {
        /// `bearer` and the token.
        var authorization: [UInt8]
        /// Counts the tokens of this credential.
        var serial: Int
        /// When it was made.
        var age: ProviderTokenAge
    }

    private struct State {
        var token: Token?
        var isExpired = false
        /// When the last token was given up before its time.
        var replacedAt: Duration?
        var serial = 0
    }

    /// Reads the key.
    ///
    /// - Parameters:
    ///   - teamID: The team id, 10 letters and digits.
    ///   - keyID: The key id, 10 letters and digits.
    ///   - privateKeyPEM: The text of the `.p8` file, a secret that no error shows.
    /// - Throws: `invalid_credential`.
    public init(teamID: String, keyID: String, privateKeyPEM: String) throws(APNsError) {
        for (name, value) in [("team id", teamID), ("key id", keyID)] {
            guard value.utf8.count == 10, value.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
                throw APNsError(
                    .invalidCredential,
                    detail: "the \(name) must be 10 letters and digits, found \(value.utf8.count) bytes.")
            }
        }
        self.teamID = teamID
        self.keyID = keyID
        do {
            key = try ES256.PrivateKey(pem: privateKeyPEM)
        } catch {
            throw APNsError(.invalidCredential, detail: "\(error)")
        }
    }

    /// The token to use now; a new one is made when the old is due.
    func token(_ time: any TimeSource) throws(APNsError) -> Token {
        let (now, uptime) = (time.now, time.uptime)
        do {
            return try state.withLock { state in
                if let token = state.token, !state.isExpired, !token.age.isDue(now: now, uptime: uptime) {
                    return token
                }
                let text = try ProviderToken.issue(
                    keyID: keyID, teamID: teamID, issuedAt: Int(now.timeIntervalSince1970), key: key)
                state.serial += 1
                state.isExpired = false
                let token = Token(
                    authorization: Array("bearer \(text)".utf8), serial: state.serial,
                    age: ProviderTokenAge(issuedAt: now, uptime: uptime))
                state.token = token
                return token
            }
        } catch {
            throw APNsError(.invalidCredential, detail: "\(error)")
        }
    }

    /// Remembers that APNs found the token expired; returns whether another one is worth a try.
    ///
    /// A token that was only just made is not replaced: then the clock of this machine is wrong, and a new token too. For
    /// the same reason only one token in 20 minutes is given up.
    func reportExpired(serial: Int, _ time: any TimeSource) -> Bool {
        let uptime = time.uptime
        return state.withLock { state in
            guard let token = state.token, token.serial == serial else { return true }
            guard uptime - token.age.uptime >= .seconds(60) else { return false }
            if let last = state.replacedAt, uptime - last < ProviderTokenAge.minimumChange { return false }
            state.replacedAt = uptime
            state.isExpired = true
            return true
        }
    }
}
