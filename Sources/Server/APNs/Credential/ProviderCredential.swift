package import Foundation
import Locking
import PushCrypto
package import Timekeeping

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

    fileprivate struct State {
        var token: Token?
        var isExpired = false
        /// When the last token was given up before its time.
        var replacedAt: Duration?
        var serial = 0
        /// Whether tokens come from outside, so that none is made here.
        var isShared = false
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
                if let token = state.token,
                    state.isShared || !state.isExpired && !token.age.isDue(now: now, uptime: uptime)
                {
                    return token
                }
                return state.take(try issue(at: now), age: ProviderTokenAge(issuedAt: now, uptime: uptime))
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
            if state.isShared {
                state.isExpired = true
                return false
            }
            guard uptime - token.age.uptime >= .seconds(60) else { return false }
            if let last = state.replacedAt, uptime - last < ProviderTokenAge.minimumChange { return false }
            state.replacedAt = uptime
            state.isExpired = true
            return true
        }
    }

    // MARK: Tokens that several servers send with

    /// Whether a token has to be fetched before the next push: there is none, it is due, or APNs found it expired.
    package func needsSharedToken(_ time: any TimeSource) -> Bool {
        let (now, uptime) = (time.now, time.uptime)
        return state.withLock { state in
            guard let token = state.token else { return true }
            return state.isExpired || token.age.isDue(now: now, uptime: uptime)
        }
    }

    /// Whether a token that is shared serves: it is not due by the wall clock, and not the one that APNs found expired.
    ///
    /// One of less than 20 minutes serves whatever APNs says: the next would be one too many.
    package func servesShared(issuedAt: Date, _ time: any TimeSource) -> Bool {
        let (now, uptime) = (time.now, time.uptime)
        let age = now.timeIntervalSince(issuedAt)
        return state.withLock { state in
            // Whatever the clocks of the servers say, this one makes no more tokens than APNs allows.
            if let last = state.replacedAt, uptime - last < ProviderTokenAge.minimumChange { return true }
            if abs(age) < Double(ProviderTokenAge.minimumChange.components.seconds) { return true }
            if state.isExpired, state.token?.age.issuedAt == issuedAt { return false }
            return !ProviderTokenAge(issuedAt: issuedAt, uptime: uptime).isDue(now: now, uptime: uptime)
        }
    }

    /// Makes a token for all servers.
    ///
    /// - Returns: The token, a secret.
    /// - Throws: `invalid_credential`.
    package func makeShared(issuedAt: Date, _ time: any TimeSource) throws(APNsError) -> String {
        let uptime = time.uptime
        let text: String
        do { text = try issue(at: issuedAt) } catch { throw APNsError(.invalidCredential, detail: "\(error)") }
        state.withLock { $0.replacedAt = uptime }
        return text
    }

    /// Sends with a token that a server has made for all from now on.
    ///
    /// - Returns: Whether it is another one than before.
    @discardableResult
    package func adopt(_ text: String, issuedAt: Date, _ time: any TimeSource) -> Bool {
        let (now, uptime) = (time.now, time.uptime)
        return state.withLock { state in
            state.isShared = true
            let authorization = Array("bearer \(text)".utf8)
            guard state.token?.authorization != authorization else { return false }
            let age = Duration.seconds(max(0, now.timeIntervalSince(issuedAt)))
            _ = state.take(text, age: ProviderTokenAge(issuedAt: issuedAt, uptime: uptime - age))
            return true
        }
    }

    private func issue(at date: Date) throws(CryptoError) -> String {
        try ProviderToken.issue(keyID: keyID, teamID: teamID, issuedAt: Int(date.timeIntervalSince1970), key: key)
    }
}

extension ProviderCredential.State {
    fileprivate mutating func take(_ text: String, age: ProviderTokenAge) -> ProviderCredential.Token {
        serial += 1
        isExpired = false
        let token = ProviderCredential.Token(authorization: Array("bearer \(text)".utf8), serial: serial, age: age)
        self.token = token
        return token
    }
}
