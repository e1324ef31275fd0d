/// One thing that the linter knows to be wrong with pushes.
///
/// The list of all is ``all``; `Documentation/LintRules.md` shows it.
public struct LintRule: Sendable, Hashable {
    /// How bad it is.
    public enum Severity: String, Sendable, Hashable, CaseIterable {
        /// The push is refused, or does not do what is written in it.
        case error
        /// It may do something else than was meant.
        case warning
        /// Worth knowing.
        case note
    }

    /// A push that shows the rule.
    public struct Example: Sendable, Hashable, ExpressibleByStringLiteral {
        /// The file.
        public var file: String
        /// Headers beside it, as `name: value`.
        public var headers: [String]
        /// What the file is, if that has to be said.
        public var format: PayloadFormat?

        /// Makes an example.
        public init(_ file: String, headers: [String] = [], format: PayloadFormat? = nil) {
            self.file = file
            self.headers = headers
            self.format = format
        }

        /// Makes an example of a file alone.
        public init(stringLiteral value: String) { self.init(value) }
    }

    /// A stable `snake_case` name.
    public let code: String
    /// How bad it usually is.
    public let severity: Severity
    /// What is wrong, in one sentence.
    public let summary: String
    /// What comes of it.
    public let why: String
    /// The document that says so.
    public let source: String
    /// A push that breaks the rule.
    public let failing: Example
    /// The same push as it should be.
    public let passing: Example

    init(
        _ code: String, _ severity: Severity, _ summary: String, why: String, source: String, failing: Example,
        passing: Example
    ) {
        self.code = code
        self.severity = severity
        self.summary = summary
        self.why = why
        self.source = source
        self.failing = failing
        self.passing = passing
    }

    /// Two rules are the same when they have the same code.
    public static func == (left: LintRule, right: LintRule) -> Bool { left.code == right.code }

    /// Feeds the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

/// The documents that rules come from.
enum RuleSource {
    static let payload = "Apple, \"Generating a remote notification\""
    static let request = "Apple, \"Sending notification requests to APNs\""
    static let background = "Apple, \"Pushing background updates to your App\""
    static let activity = "Apple, \"Starting and updating Live Activities with ActivityKit push notifications\""
    static let broadcast = "Apple, \"Sending broadcast push notification requests to APNs\""
    static let serviceExtension = "Apple, \"Modifying content in newly delivered notifications\""
    static let attachment = "Apple, \"UNNotificationAttachment\""
    static let sound = "Apple, \"UNNotificationSound\""
    static let token = "Apple, \"Establishing a token-based connection to APNs\""
    static let json = "RFC 8259"
    static let firebase = "Firebase, \"REST Resource: projects.messages\""
    static let firebaseAdmin = "Firebase, \"Aps\" of the Admin SDK for Node"
    static let notifyKit = "react-native-notify-kit, \"Remote Notification support\" and \"FCM Mode\""
    static let oneSignal = "OneSignal, \"Create message\""
    static let expo = "Expo, \"Send notifications with the Expo push service\""
    static let tidings = "Tidings, \"The payload\""
}
