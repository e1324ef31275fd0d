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
            ///
            /// With `unprocessed` above 1, as many of the requests before it that have no answer yet were not either.
            case goAway(Refusal.Reason?, unprocessed: Int = 1)
            /// Takes the limit of streams to this number and refuses the request; the next accepted one lifts it.
            case limitStreams(Int)
            /// Cuts the connection without a word, by TCP reset.
            case close
            /// Ends TLS and TCP properly, without GOAWAY.
            case closeTLS
            /// Hears and says no more while the connection stays open.
            case halfOpen
        }

        /// Which requests a fault is for.
        public enum Service: String, Sendable, Hashable, Codable {
            /// Pushes to device tokens.
            case devices
            /// Broadcasts to channels.
            case broadcasts
            /// The management of channels.
            case channels
        }

        /// What happens to the request.
        public var action: Action
        /// Which requests it is for.
        ///
        /// Defaults to pushes to device tokens.
        public var service: Service = .devices
        /// The fault concerns device tokens that begin so, lowercase hex; empty for all.
        public var tokenPrefix: String
        /// The environment concerned; nil for both.
        public var environment: Environment?
        /// How many matching requests pass before the first is hit.
        ///
        /// Defaults to 0.
        public var skips: Int
        /// How many requests are hit before the fault is over; nil for no end.
        public var times: Int?
        /// How many matching requests pass in each second; only those beyond are hit.
        ///
        /// Defaults to nil: every matching one is hit.
        public var perSecond: Int?
        /// When the fault begins, from the moment it was scripted, on the simulator's clock.
        ///
        /// Defaults to zero.
        public var after: Duration = .zero
        /// When the fault is over, from the moment it was scripted; nil for no end.
        public var until: Duration?
        /// Which share of the matching requests is hit, 0 to 1, drawn from the seeded generator.
        ///
        /// Defaults to 1.
        public var probability: Double
        /// Whether the push still goes through: where no answer comes, the case of a lost answer.
        public var delivers: Bool

        /// Creates a fault.
        ///
        /// - Parameters:
        ///   - action: What happens to the request.
        ///   - tokenPrefix: The beginning of the device tokens concerned; by default all.
        ///   - environment: The environment concerned; by default both.
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
