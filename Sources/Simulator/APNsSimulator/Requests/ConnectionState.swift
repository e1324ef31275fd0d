import PushCrypto

/// What APNs remembers of one connection: its sender, its token, and how well its requests went.
///
/// A value: the connection's event loop owns it, so no lock is needed.
package struct ConnectionState: Sendable {
    /// How the number of streams moves.
    package let streams: APNsSimulator.StreamRules
    /// What the first accepted provider token bound the connection to.
    package private(set) var sender: Sender?
    /// How many streams the connection may have open at once.
    package private(set) var streamLimit = 1

    /// What the client's certificate says; nil for a client that has none and sends provider tokens.
    package let certificate: PushCertificate?

    /// What the last topic meant.
    package var topics = TopicMemo()
    private var current: Admitted?
    private var previous: [UInt8]?
    private var rejections = 0

    /// The sender that the first accepted token named.
    package struct Sender: Hashable, Sendable {
        /// Team id.
        package var teamID: String
        /// Key id.
        package var keyID: String
        /// The bundle ids of a topic-specific key; nil for a key of the whole team.
        package var bundleIDs: Set<String>?
        /// How many apps were registered with the simulator then: later ones are unknown to this connection.
        package var appGeneration: Int
    }

    private struct Admitted {
        var authorization: [UInt8]
        var token: ProviderToken
        var key: APNsSimulator.ProviderKey?
        var bookVersion: Int
        var since: Duration
    }

    /// Creates the state of a new connection.
    ///
    /// One with a certificate knows its sender and begins with all streams.
    package init(streams: APNsSimulator.StreamRules, certificate: PushCertificate? = nil) {
        self.streams = streams
        self.certificate = certificate
        if certificate != nil { streamLimit = streams.limit }
    }
}

// MARK: - The sender

extension ConnectionState {
    /// How long a connection has to keep a provider token.
    ///
    /// Source: Apple, "Establishing a token-based connection".
    package static let tokenUpdateInterval = Duration.seconds(20 * 60)
    /// How old a provider token may be.
    package static let tokenLifetime = Duration.seconds(60 * 60)

    /// Checks the provider token of one request and binds the connection to the first one that is right.
    ///
    /// - Parameters:
    ///   - fields: The request.
    ///   - environment: Which of the two services the connection reached.
    ///   - book: The signing keys.
    ///   - secondsSince1970: Wall time, which `iat` is held against.
    ///   - uptime: Monotonic time, for the interval between updates.
    /// - Returns: The bundle ids that the key is limited to; nil when it is not.
    /// - Throws: One of Apple's refusals for provider tokens, 403 or 429.
    package mutating func admit(
        _ fields: PushFields, environment: APNsSimulator.Environment, book: KeyBook,
        secondsSince1970: Int64, uptime: @autoclosure () -> Duration
    ) throws(APNsSimulator.Refusal) -> Set<String>? {
        if let certificate {
            try certificate.admit(environment)
            if sender == nil {
                sender = Sender(teamID: certificate.teamID, keyID: "", appGeneration: book.appGeneration)
            }
            return nil
        }
        guard let place = fields.places.authorization else { throw APNsSimulator.Refusal(.missingProviderToken) }
        if let current, current.bookVersion == book.version, fields.isEqual(place, current.authorization) {
            try Self.checkAge(of: current.token, secondsSince1970: secondsSince1970)
            return current.key?.bundleIDs
        }
        let (token, key, version) = try book.verify(fields.authorization ?? "")
        try Self.checkAge(of: token, secondsSince1970: secondsSince1970)
        if let key, !key.environments.contains(environment) {
            throw APNsSimulator.Refusal(.badEnvironmentKeyIDInToken)
        }
        if let sender {
            guard sender.isRelated(to: token, key) else { throw APNsSimulator.Refusal(.unrelatedKeyIDInToken) }
        } else {
            sender = Sender(
                teamID: token.teamID, keyID: token.keyID, bundleIDs: key?.bundleIDs,
                appGeneration: book.appGeneration)
        }
        try replaceToken(
            with: Admitted(
                authorization: fields.with(place) { Array($0) }, token: token, key: key, bookVersion: version,
                since: uptime()))
        return key?.bundleIDs
    }

    private static func checkAge(
        of token: ProviderToken, secondsSince1970: Int64
    ) throws(APNsSimulator.Refusal) {
        // As floating-point numbers: `iat` may be anything, and the difference must not overflow.
        let age = Double(secondsSince1970) - Double(token.issuedAt)
        let limit = Double(tokenLifetime.components.seconds)
        guard age <= limit else { throw APNsSimulator.Refusal(.expiredProviderToken) }
        guard age >= -limit else { throw APNsSimulator.Refusal(.invalidProviderToken) }
    }

    /// Requests that were on their way with the token before do not count as updates.
    private mutating func replaceToken(with next: Admitted) throws(APNsSimulator.Refusal) {
        guard let old = current else {
            current = next
            return
        }
        if next.authorization == old.authorization {
            current = next
            current?.since = old.since
            return
        }
        if next.authorization == previous { return }
        guard next.since - old.since >= Self.tokenUpdateInterval else {
            throw APNsSimulator.Refusal(.tooManyProviderTokenUpdates)
        }
        previous = old.authorization
        current = next
    }
}

extension ConnectionState.Sender {
    /// The same key always is; another one when both are keys of the whole team.
    func isRelated(to token: ProviderToken, _ key: APNsSimulator.ProviderKey?) -> Bool {
        guard token.teamID == teamID else { return false }
        return token.keyID == keyID || (bundleIDs == nil && key?.bundleIDs == nil)
    }
}

// MARK: - Streams

extension ConnectionState {
    /// What the server has to do after an answer.
    package enum Step: Equatable, Sendable {
        /// Nothing.
        case carryOn
        /// Announce another number of concurrent streams.
        case limitStreams(Int)
        /// Say GOAWAY and close: too many requests were wrong.
        case disconnect
    }

    /// Notes a 200: the first one opens the connection, a later one lifts what rejections took.
    package mutating func accepted() -> Step {
        rejections = 0
        guard streamLimit != streams.limit else { return .carryOn }
        streamLimit = streams.limit
        return .limitStreams(streamLimit)
    }

    /// Takes the limit down until a request is accepted.
    package mutating func limitStreams(to count: Int) { streamLimit = min(count, streams.limit) }

    /// Notes another answer.
    ///
    /// Statuses 410 and 5xx are not held against the sender, `BadDeviceToken` counts twice.
    package mutating func rejected(_ refusal: APNsSimulator.Refusal) -> Step {
        guard (400..<500).contains(refusal.status), refusal.status != 410 else { return .carryOn }
        rejections += refusal.reason == .badDeviceToken ? 2 : 1
        if let last = streams.rejectionsToDisconnect, rejections >= last { return .disconnect }
        guard let first = streams.rejectionsToCollapse, rejections >= first, streamLimit > 1 else { return .carryOn }
        streamLimit = 1
        return .limitStreams(1)
    }
}
