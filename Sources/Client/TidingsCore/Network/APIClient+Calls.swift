package import Foundation
package import PushModel

/// What a device says about calls, and reads of them.
extension APIClient {
    /// What can be said about a call.
    package enum CallWord: String, Sendable {
        /// It rings here.
        case ringing
        /// The person answers.
        case accept
        /// The person declines, or talks to somebody else.
        case decline
        /// It is over.
        case end
    }

    /// Says something about a call; the answer is how it stands.
    package func tell(
        _ word: CallWord, call id: String, reason: String? = nil, as speaker: Speaker
    ) async throws(APIFailure) -> CallNotice {
        let body: JSONValue = reason.map { ["reason": .string($0)] } ?? [:]
        let answer = try await call(
            "POST", "v1/client/calls/\(id)/\(word.rawValue)", speaker, body: Data(body.encoded()))
        guard let notice = CallNotice(received: answer) else { throw Self.foreignAnswer }
        return notice
    }

    /// Which of the person's calls to read.
    package enum CallFilter: String, Sendable {
        /// Those that nobody answered.
        case missed
        /// Those that ring now.
        case ringing
    }

    /// Reads the newest calls of the person.
    package func calls(_ filter: CallFilter, as speaker: Speaker) async throws(APIFailure) -> [CallNotice] {
        let answer = try await call(
            "GET", "v1/client/calls", speaker, query: [URLQueryItem(name: filter.rawValue, value: "true")])
        guard let items = answer["items"]?.array else { throw Self.foreignAnswer }
        return items.compactMap(CallNotice.init(received:))
    }

    /// The kinds of tokens of a device.
    package enum TokenKind: String, Sendable {
        /// For notifications.
        case alert
        /// For calls.
        case voip
    }

    /// Ends a token of this device, or those of all devices of the person.
    package func removeTokens(
        _ kind: TokenKind, ofAllDevices: Bool, as speaker: Speaker
    ) async throws(APIFailure) {
        let query = ofAllDevices ? [URLQueryItem(name: "all", value: "true")] : []
        _ = try await call("DELETE", "v1/client/device/tokens/\(kind.rawValue)", speaker, query: query)
    }

    /// The longest silence of a live connection; the server says something every 15 seconds.
    private static let silenceLimit = Duration.seconds(45)

    /// What happens to the person's calls from now on, or after an event that was seen.
    package func callEvents(
        after eventID: String?, as speaker: Speaker
    ) async throws -> AsyncThrowingStream<Data, any Error> {
        var request = self.request("GET", "v1/client/calls/stream", speaker, query: [], body: nil)
        request.headers.append((name: "Accept", value: "text/event-stream"))
        if let eventID { request.headers.append((name: "Last-Event-ID", value: eventID)) }
        request.timeout = Self.silenceLimit
        return try await transport.stream(request)
    }
}
