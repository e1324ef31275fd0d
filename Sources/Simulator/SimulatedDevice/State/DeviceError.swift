/// Why a simulated device could not do what it was told.
public struct DeviceError: Error, CustomStringConvertible, Sendable {
    /// The kinds of failure.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable name.
        public let rawValue: String
        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// There is no such app on the device.
        public static let unknownApp = Self(rawValue: "unknown_app")
        /// There is no such notification in the list.
        public static let unknownNotification = Self(rawValue: "unknown_notification")
        /// The notification has no such button.
        public static let unknownAction = Self(rawValue: "unknown_action")
        /// A program could not be started.
        public static let launchFailed = Self(rawValue: "launch_failed")
        /// There is no such call.
        public static let unknownCall = Self(rawValue: "unknown_call")
        /// The device is locked.
        public static let locked = Self(rawValue: "locked")
        /// The app does not run.
        public static let notRunning = Self(rawValue: "not_running")
        /// The device or the app has nothing of the kind.
        public static let notSupported = Self(rawValue: "not_supported")
        /// A file could not be made.
        public static let storage = Self(rawValue: "storage")
    }

    /// The kind of failure.
    public let code: Code
    /// What it is about, and what to do.
    public let detail: String

    init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    /// The whole sentence.
    public var description: String { detail }
}
