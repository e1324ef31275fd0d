import Timekeeping

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
        /// The body as it came.
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
        let receivedAt: Int64
        let environment: APNsSimulator.Environment
        let connection: UInt64
        let fields: PushFields
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
            self.fields = fields
            self.status = status
            self.reason = reason
            self.id = id
        }
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
        let fields = entry.fields
        var headers: [String: String] = [:]
        headers["apns-id"] = fields.apnsID
        headers["apns-topic"] = fields.topic
        headers["apns-push-type"] = fields.pushType
        headers["apns-priority"] = fields.priority
        headers["apns-expiration"] = fields.expiration
        headers["apns-collapse-id"] = fields.collapseID
        self.init(
            sequence: sequence, receivedAt: entry.receivedAt, environment: entry.environment,
            connection: entry.connection, path: fields.path, headers: headers, payload: fields.body,
            status: entry.status, reason: entry.reason?.rawValue, id: entry.id)
    }
}
