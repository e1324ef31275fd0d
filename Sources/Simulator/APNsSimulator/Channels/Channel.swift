extension APNsSimulator {
    /// A broadcast channel of an app in one environment.
    public struct Channel: Sendable, Hashable {
        /// What APNs keeps of the broadcasts to a channel.
        public enum StoragePolicy: Int, Sendable, Hashable, Codable {
            /// Nothing; a broadcast has to expire at once.
            case none = 0
            /// The newest broadcast, for eight hours at most.
            case mostRecent = 1
        }

        /// The channel id, base64.
        public var id: String
        /// The app.
        public var bundleID: String
        /// The service that the channel belongs to.
        public var environment: Environment
        /// What is kept for devices that are offline.
        public var storagePolicy: StoragePolicy
    }
}
