import Locking

/// What became of pushes, in the words of Apple's metrics; stored and later delivered are two data points.
enum DeliveryCause: Int, Sendable, CaseIterable {
    case delivered, deliveredFromStorage, storedOffline, storedPower, heldBudget, discardedExpired, discardedReplaced
    case discardedUnregistered, discardedDisabled

    /// The event, then the cause.
    var words: (event: String, cause: String) {
        switch self {
        case .delivered: ("delivered", "Delivered – Immediately")
        case .deliveredFromStorage: ("delivered", "Delivered – From Storage")
        case .storedOffline: ("stored", "Stored – Device Offline")
        case .storedPower: ("stored", "Stored – Device Power Considerations")
        // Not Apple's word: this happens on the device, where Apple's metrics do not reach.
        case .heldBudget: ("held", "Held – Background Budget")
        case .discardedExpired: ("discarded", "Discarded – Expired")
        case .discardedReplaced: ("discarded", "Discarded – Replaced")
        case .discardedUnregistered: ("discarded", "Discarded – Unregistered")
        case .discardedDisabled: ("discarded", "Discarded – Disabled")
        }
    }
}

/// The counts of one app in one environment.
final class DeliveryCounters: Sendable {
    private let counts = Locked([Int](repeating: 0, count: DeliveryCause.allCases.count))

    func add(_ cause: DeliveryCause) { counts.withLock { $0[cause.rawValue] += 1 } }

    /// The causes that happened, with their counts.
    var all: [(cause: DeliveryCause, count: Int)] {
        let counts = counts.withLock { $0 }
        return DeliveryCause.allCases.map { ($0, counts[$0.rawValue]) }.filter { $0.1 > 0 }
    }
}

extension APNsSimulator {
    /// How often something became of pushes to an app, in the words of Apple's metrics.
    public struct Metric: Sendable, Hashable, Codable {
        /// The app.
        public var bundleId: String
        /// The service.
        public var environment: Environment
        /// `delivered`, `stored`, `held` or `discarded`.
        public var event: String
        /// The event with its cause, such as `Stored – Device Offline`.
        public var cause: String
        /// How often.
        public var count: Int
    }

    /// What became of the pushes that were accepted, by app, environment and cause.
    public var metrics: [Metric] {
        core.devices.counters.flatMap { bundleID, environment, counters in
            counters.all.map {
                Metric(
                    bundleId: bundleID, environment: environment, event: $0.cause.words.event,
                    cause: $0.cause.words.cause, count: $0.count)
            }
        }
    }
}
