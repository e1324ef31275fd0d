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

/// The newest requests, as many as the limits say.
final class RequestLog: Sendable {
    /// A request with what came of it.
    struct Entry: Sendable {
        let request: KeptRequest
        let receivedAt: Int64
        let environment: APNsSimulator.Environment
        let connection: UInt64
        let status: Int
        let reason: APNsSimulator.Refusal.Reason?
    }

    private struct State {
        var entries = Ring<Entry>()
        var bytes = 0
        var count = 0
    }

    private let limit: Int
    private let byteLimit: Int
    private let state = Locked(State())

    init(limit: Int, byteLimit: Int) {
        self.limit = max(1, limit)
        self.byteLimit = byteLimit
    }

    /// How many requests have arrived.
    var count: Int { state.withLock { $0.count } }

    func append(_ entry: Entry) {
        state.withLock { state in
            state.entries.append(entry)
            state.bytes += Self.size(entry)
            state.count += 1
            // The newest stays, however long it is.
            while state.entries.count > limit || state.bytes > byteLimit && state.entries.count > 1 {
                guard let oldest = state.entries.first else { break }
                state.bytes -= Self.size(oldest)
                state.entries.removeFirst()
            }
        }
    }

    private static func size(_ entry: Entry) -> Int { entry.request.byteCount + MemoryLayout<Entry?>.stride }

    /// The requests with a greater number that are still kept, oldest first.
    func entries(after sequence: Int, limit wanted: Int) -> [APNsSimulator.Request] {
        let (first, kept): (Int, [Entry]) = state.withLock { state in
            let forgotten = state.count - state.entries.count
            let skipped = max(0, min(sequence, state.count) - forgotten)
            return (forgotten + skipped, Array(state.entries.suffix(from: skipped).prefix(max(0, wanted))))
        }
        return kept.enumerated().map { APNsSimulator.Request(sequence: first + $0 + 1, $1) }
    }
}

extension APNsSimulator.Request {
    init(sequence: Int, _ entry: RequestLog.Entry) {
        self.init(
            sequence: sequence, receivedAt: entry.receivedAt, environment: entry.environment,
            connection: entry.connection, path: entry.request.path, headers: entry.request.headers,
            payload: entry.request.payload, status: entry.status, reason: entry.reason?.rawValue,
            id: entry.request.id?.text ?? "")
    }
}
