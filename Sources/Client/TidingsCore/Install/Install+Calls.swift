package import Foundation
package import PushModel

/// What is said to the server about calls, and about the tokens that they come by.
extension Install {
    /// Takes the token for calls that PushKit handed out; nil when there is none any more.
    package func receive(callToken hex: String?) { change { $0.registration.receive(callToken: hex) } }

    /// The app wants calls, with a token that stands beside those of the person's other devices or takes their place.
    package func wantCalls(unique: Bool) { change { $0.registration.wantCalls(unique: unique) } }

    /// Says something about a call; the answer is how it stands.
    package func tell(
        _ word: APIClient.CallWord, call id: String, reason: String? = nil
    ) async throws(APIFailure) -> CallNotice {
        let session = try registered()
        return try await api(for: session).tell(word, call: id, reason: reason, as: session.speaker)
    }

    /// Reads the newest calls of the person.
    package func calls(_ filter: APIClient.CallFilter) async throws(APIFailure) -> [CallNotice] {
        let session = try registered()
        return try await api(for: session).calls(filter, as: session.speaker)
    }

    /// What happens to the person's calls from now on, or after an event that was seen.
    package func callEvents(after eventID: String?) async throws -> AsyncThrowingStream<Data, any Error> {
        let session = try registered()
        return try await api(for: session).callEvents(after: eventID, as: session.speaker)
    }

    /// Ends the tokens of one kind on all devices of the person; this one's is forgotten here too.
    package func removeAllTokens(_ kind: APIClient.TokenKind) async throws(APIFailure) {
        let session = try registered()
        try await api(for: session).removeTokens(kind, ofAllDevices: true, as: session.speaker)
        switch kind {
        case .alert: optOut()
        case .voip: receive(callToken: nil)
        }
    }

    /// Whether somebody was identified and the server knows the device as theirs.
    package var isAuthenticated: Bool {
        guard let session else { return false }
        return !session.registration.subscriber.isAnonymous && session.speaker.deviceID != nil
    }

    private func registered() throws(APIFailure) -> Session {
        guard let session, isAuthenticated else { throw .unreachable("nobody is authenticated") }
        return session
    }
}
