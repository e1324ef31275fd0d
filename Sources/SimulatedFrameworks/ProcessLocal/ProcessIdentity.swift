/// What a simulated process is: which program, in which role.
public struct ProcessIdentity: Sendable, Hashable, Codable {
    /// The parts that a program can play on the device.
    public enum Role: String, Sendable, Hashable, Codable {
        /// The app itself.
        case app
        /// Its notification service extension.
        case serviceExtension
        /// Its extension that draws notifications.
        case contentExtension
    }

    /// Bundle identifier of the running program.
    public let bundleIdentifier: String
    /// Bundle identifier of the app that the program belongs to.
    public let appBundleIdentifier: String
    /// The part it plays.
    public let role: Role
    /// Number of the process on its device, or the process id of a child.
    public let number: Int

    /// Describes a process.
    public init(bundleIdentifier: String, appBundleIdentifier: String, role: Role, number: Int) {
        self.bundleIdentifier = bundleIdentifier
        self.appBundleIdentifier = appBundleIdentifier
        self.role = role
        self.number = number
    }
}
