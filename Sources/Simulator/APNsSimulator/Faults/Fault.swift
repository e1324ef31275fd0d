extension APNsSimulator {
    /// A departure from what APNs would do, for the requests to some tokens.
    public struct Fault: Sendable, Hashable {
        /// What happens to the request.
        public enum Action: Sendable, Hashable {
            /// Answers this instead of looking at the request.
            case answer(Refusal)
            /// Never answers; the stream stays open.
            case neverAnswer
            /// Looks at the request and answers after a time, on the simulator's clock.
            case delay(Duration)
            /// Resets the stream with REFUSED_STREAM: the request was not looked at.
            case refuseStream
            /// Says GOAWAY with this reason as JSON (nil: no debug data); this and later requests were not looked at.
            case goAway(Refusal.Reason?)
            /// Cuts the connection without a word.
            case close
        }

        /// What happens to the request.
        public var action: Action
        /// The fault concerns device tokens that begin so, lowercase hex; empty for all.
        public var tokenPrefix: String
        /// The service concerned; nil for both.
        public var environment: Environment?
        /// How many matching requests pass before the first is hit.
        ///
        /// Defaults to 0.
        public var skips: Int
        /// How many requests are hit before the fault is over; nil for no end.
        public var times: Int?
        /// Which share of the matching requests is hit, 0 to 1, drawn from the seeded generator.
        ///
        /// Defaults to 1.
        public var probability: Double
        /// Whether the push still goes through: with `neverAnswer` and `close`, the case of a lost answer.
        public var delivers: Bool

        /// Creates a fault.
        ///
        /// - Parameters:
        ///   - action: What happens to the request.
        ///   - tokenPrefix: The beginning of the device tokens concerned; by default all.
        ///   - environment: The service concerned; by default both.
        ///   - skips: How many matching requests pass first.
        ///   - times: How many requests are hit; nil for no end.
        ///   - probability: Which share is hit, 0 to 1.
        ///   - delivers: Whether the push still goes through although no answer comes.
        public init(
            _ action: Action, tokenPrefix: String = "", environment: Environment? = nil, skips: Int = 0,
            times: Int? = nil, probability: Double = 1, delivers: Bool = false
        ) {
            self.action = action
            self.tokenPrefix = tokenPrefix.lowercased()
            self.environment = environment
            self.skips = skips
            self.times = times
            self.probability = probability
            self.delivers = delivers
        }
    }
}
