public import PushModel

extension APNsSimulator {
    /// A push that was accepted and that the device's courier cannot have yet.
    public struct WaitingPush: Sendable, Hashable {
        /// Why a push waits.
        public enum Reason: String, Sendable, Hashable, Codable {
            /// The device cannot be reached.
            case offline
            /// The device saves power, and the priority is below 10.
            case savingPower = "saving_power"
            /// The device is at rest, and the priority is below 10.
            case asleep
            /// The app has had its background pushes for this hour.
            case backgroundBudget = "background_budget"
        }

        /// `apns-id`.
        public var id: String
        /// The app.
        public var bundleID: String
        /// The service it came through.
        public var environment: Environment
        /// The push type.
        public var pushType: PushType
        /// 1, 5 or 10.
        public var priority: Int
        /// Why it waits.
        public var reason: Reason

        init(_ entry: Store.Entry, _ reason: Reason) {
            id = entry.push.id
            bundleID = entry.push.bundleID
            environment = entry.environment
            pushType = entry.push.pushType
            priority = entry.push.priority
            self.reason = reason
        }
    }
}
