/// How a simulated device behaves where Apple gives no figure, or where a test wants another one.
public struct DeviceConfiguration: Sendable {
    /// How the person answers the permission prompt.
    public enum PermissionAnswer: Sendable {
        /// Allows.
        case allow
        /// Refuses.
        case deny
        /// Does not answer until `answerPermissionPrompt` is called.
        case wait
    }

    /// How the person answers the permission prompt; allows by default.
    public var permissionAnswer = PermissionAnswer.allow
    /// Time from the start of an extension to its expiry call; about 30 seconds on a phone.
    public var extensionTimeLimit: Duration = .seconds(30)
    /// Time from the expiry call to the end of the extension; unverified on a device.
    public var extensionGrace: Duration = .seconds(1)
    /// Whether the expiry call comes at all: on phones it has been seen to stay away.
    public var callsExtensionExpiry = true
    /// Whether each push goes through the extension twice, as has been seen on phones; the second answer counts.
    public var callsExtensionTwice = false
    /// Memory that one run of a child extension may add, in kilobytes; about 24 MB on a phone.
    public var extensionMemoryLimitKilobytes = 24 * 1024
    /// Time that an app has for a silent push; about 30 seconds on a phone.
    public var wakeTimeLimit: Duration = .seconds(30)
    /// Time that an app has to say how to present a notification; unverified on a device.
    public var presentationTimeLimit: Duration = .seconds(30)
    /// Time from leaving the foreground, or finishing work in the background, to standing still; unverified.
    public var suspensionDelay: Duration = .seconds(5)
    /// Time that a background task may take after that; about 30 seconds on a phone.
    public var backgroundTaskLimit: Duration = .seconds(30)
    /// Whether what child processes print is passed on to standard error.
    public var passesChildOutput = true

    /// The behaviour of a phone, as far as it is known.
    public init() {}
}
