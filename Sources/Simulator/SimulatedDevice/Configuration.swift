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

    /// The kinds of devices.
    public enum Kind: Sendable {
        /// A phone.
        case phone
        /// A tablet, which shows several windows of an app.
        case tablet
        /// Apple's Simulator on a Mac with Apple silicon: it has tokens, but nothing wakes an app in the background.
        ///
        /// Source: field reports.
        case simulator
        /// Apple's Simulator on an older Mac: no token either.
        case simulatorWithoutTokens
    }

    /// What kind of device it is; a phone by default.
    public var kind = Kind.phone
    /// Whether a debugger is attached, which hides the budget of silent pushes and the price of held locks.
    ///
    /// Source: field reports.
    public var hasDebugger = false
    /// How many silent pushes may wake an app; nil, the default, lets every one through, so that tests need not wait.
    public var silentPushBudget: SilentPushBudget?
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
    /// Whether runs of one extension may overlap in its process; otherwise a push waits for the one before.
    ///
    /// Both have been seen on phones.
    public var overlapsExtensionRuns = false
    /// Whether one object of the extension serves push after push, as has been seen on phones.
    public var reusesExtensionObject = false
    /// Whether a category that the extension has just set is unknown when that very notification is drawn.
    ///
    /// Unless the extension asks for the categories once more, which is the known way around it. Source: field reports.
    public var forgetsFreshCategories = true
    /// Whether the type hint of an attachment is ignored, so that a file called `x.tmp` is refused.
    ///
    /// Source: field report.
    public var ignoresTypeHints = false
    /// Whether an app in the foreground is asked twice, the second time half a minute later, as iOS 18.0 did.
    ///
    /// The identifier is then in small letters. Source: field reports; fixed in 18.1. That the second answer shows nothing is
    /// unverified on a device.
    public var asksTwiceToPresent = false
    /// Whether a scene is connected without the response that it was opened for, as has been seen on phones.
    public var omitsConnectionResponse = false
    /// Time that summaries of notifications take before one is shown; up to ten seconds on iOS 18.1.
    ///
    /// Source: field report.
    public var displayDelay = Duration.zero
    /// How many notifications of an app may wait to be due: 64 on a phone.
    public var pendingLimit = 64
    /// Time that a short task of the scheduler has; about 30 seconds on a phone.
    public var refreshTaskLimit: Duration = .seconds(30)
    /// Time that a long task of the scheduler has; unverified on a device.
    public var processingTaskLimit: Duration = .seconds(300)
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
    /// Time that an app has to report a call after a push of one, where it does not say that it is done; not published.
    public var callReportLimit: Duration = .seconds(20)
    /// How often an app may fail to report a call before pushes of calls start it no more; not published.
    public var callFailureLimit = 3
    /// Time that an app has to carry out what is to be done to a call; not published.
    public var callActionLimit: Duration = .seconds(30)
    /// Whether the system says with a push whether a call must be reported, as from iOS 26.4 on.
    public var tellsWhetherToReport = true
    /// Whether what child processes print is passed on to standard error.
    public var passesChildOutput = true

    /// The behaviour of a phone, as far as it is known.
    public init() {}

    /// Whether it is Apple's Simulator on a Mac.
    var isSimulator: Bool { kind == .simulator || kind == .simulatorWithoutTokens }
}
