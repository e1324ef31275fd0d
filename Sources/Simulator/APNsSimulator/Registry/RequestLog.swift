import Locking

extension APNsSimulator {
    /// A request as it arrived at one of the APNs ports, with its answer.
    public struct Request: Sendable, Hashable {
        /// Position in the log, from 1.
        public var sequence: Int
        /// Milliseconds since 1970.
        public var receivedAt: Int64
        /// The service it came to.
        public var environment: Environment
        /// Number of the connection, unique while the simulator runs.
        public var connection: UInt64
        /// The path, which holds the device token.
        public var path: String
        /// The push headers as they came, without `authorization`, by name.
        public var headers: [String: String]
        /// The body as it came, at most its first 8,192 bytes.
        public var payload: [UInt8]
        /// The status of the answer; 0 when there was none.
        public var status: Int
        /// The reason of the answer; `accepted` requests have none.
        public var reason: String?
        /// The `apns-id` of the answer.
        public var id: String
    }
}

/// The newest requests, as many as the limit says.
final class RequestLog: Sendable {
    /// What the log keeps of a request: the fields that are put into a dictionary only when somebody reads.
    ///
    /// An object, so that the ring moves references only.
    final class Entry: Sendable {
        /// No push is longer than this: what is refused for its length shall not fill the log.
        static let bodyByteLimit = 8192

        let receivedAt: Int64
        let environment: APNsSimulator.Environment
        let connection: UInt64
        let path: String
        let headers: Headers
        let body: [UInt8]
        let status: Int
        let reason: APNsSimulator.Refusal.Reason?
        let id: String

        init(
            receivedAt: Int64, environment: APNsSimulator.Environment, connection: UInt64, fields: PushFields,
            status: Int, reason: APNsSimulator.Refusal.Reason?, id: String
        ) {
            self.receivedAt = receivedAt
            self.environment = environment
            self.connection = connection
            path = fields.path
            headers = Headers(
                id: fields.apnsID, topic: fields.topic, pushType: fields.pushType, priority: fields.priority,
                expiration: fields.expiration, collapseID: fields.collapseID, channelID: fields.channelID,
                requestID: fields.requestID)
            body = fields.body.count <= Self.bodyByteLimit ? fields.body : Array(fields.body.prefix(Self.bodyByteLimit))
            self.status = status
            self.reason = reason
            self.id = id
        }
    }

    /// The push headers as text, without the provider token.
    struct Headers: Sendable {
        var id: String?
        var topic: String?
        var pushType: String?
        var priority: String?
        var expiration: String?
        var collapseID: String?
        var channelID: String?
        var requestID: String?
    }

    private struct State {
        var ring: [Entry] = []
        var count = 0
    }

    private let limit: Int
    private let state = Locked(State())

    init(limit: Int) { self.limit = max(1, limit) }

    /// How many requests have arrived.
    var count: Int { state.withLock { $0.count } }

    func append(_ entry: Entry) {
        state.withLock { state in
            if state.ring.count < limit { state.ring.append(entry) } else { state.ring[state.count % limit] = entry }
            state.count += 1
        }
    }

    /// The requests with a greater number that are still kept, oldest first.
    func entries(after sequence: Int, limit wanted: Int) -> [APNsSimulator.Request] {
        let kept: [(Int, Entry)] = state.withLock { state in
            let first = max(sequence, state.count - state.ring.count, 0)
            guard first < state.count else { return [] }
            return (first..<first + min(state.count - first, max(0, wanted))).map { ($0 + 1, state.ring[$0 % limit]) }
        }
        return kept.map { APNsSimulator.Request(sequence: $0, $1) }
    }
}

extension APNsSimulator.Request {
    init(sequence: Int, _ entry: RequestLog.Entry) {
        var headers: [String: String] = [:]
        headers["apns-id"] = entry.headers.id
        headers["apns-topic"] = entry.headers.topic
        headers["apns-push-type"] = entry.headers.pushType
        headers["apns-priority"] = entry.headers.priority
        headers["apns-expiration"] = entry.headers.expiration
        headers["apns-collapse-id"] = entry.headers.collapseID
        headers["apns-channel-id"] = entry.headers.channelID
        headers["apns-request-id"] = entry.headers.requestID
        self.init(
            sequence: sequence, receivedAt: entry.receivedAt, environment: entry.environment,
            connection: entry.connection, path: entry.path, headers: headers, payload: entry.body,
            status: entry.status, reason: entry.reason?.rawValue, id: entry.id)
    }
}
