/// Something about app, person or phone, beside the app's state, that decides what becomes of a push.
package enum Circumstance: String, Sendable, Codable, CaseIterable {
    /// A notification service extension.
    case serviceExtension = "extension"
    /// Notifications are allowed.
    case permission
    /// They are allowed on trial.
    case provisional
    /// The app is in the scheduled summary.
    case scheduledSummary = "scheduled-summary"
    /// Low Power Mode.
    case lowPower = "low-power"
    /// A Focus that lets nothing through.
    case focus
    /// A locked screen.
    case locked
    /// The mute switch.
    case muted
    /// Summaries of texts.
    case textSummary = "text-summary"
    /// Background App Refresh.
    case backgroundRefresh = "background-refresh"
    /// The background mode for silent pushes.
    case backgroundMode = "background-mode"
    /// Silent pushes are left.
    case silentBudget = "silent-budget"
    /// A notification centre delegate.
    case delegate
    /// A call is reported for each push of one.
    case callReport = "call-report"
    /// Scenes.
    case scenes
    /// The time-sensitive capability.
    case timeSensitive = "time-sensitive"
    /// Critical alerts.
    case critical
    /// The filtering entitlement.
    case filtering
    /// An extension that never answers.
    case lateExtension = "late-extension"
    /// An extension that hands on no text.
    case emptyExtension = "empty-extension"
    /// The fault that calls the extension twice.
    case extensionTwice = "extension-twice"
    /// An app that completes nothing.
    case lateApp = "late-app"
    /// An app that presents nothing.
    case quietApp = "quiet-app"
    /// No network at first.
    case offline
    /// No network at first, and a later push.
    case overtaken
    /// The fault of iOS 18.0.
    case asksTwice = "ios-18.0"

    /// Whether it holds unless something else is said.
    package var isUsual: Bool {
        switch self {
        case .serviceExtension, .permission, .backgroundRefresh, .backgroundMode, .silentBudget, .delegate, .callReport:
            true
        default: false
        }
    }

    /// What it means, in a line.
    package var meaning: String {
        switch self {
        case .serviceExtension: "the app has a notification service extension, which adds a key to userInfo"
        case .permission: "the person allows notifications"
        case .provisional: "they are allowed on trial, without a question"
        case .scheduledSummary: "the app is in the scheduled summary"
        case .lowPower: "Low Power Mode is on"
        case .focus: "a Focus is on that allows neither the app nor the sender"
        case .locked: "the phone is locked, and was unlocked before"
        case .muted: "the mute switch is on"
        case .textSummary: "the phone summarizes notifications before it shows them, as iOS 18.1 can"
        case .backgroundRefresh: "Background App Refresh is on"
        case .backgroundMode: "the app has the background mode remote-notification"
        case .silentBudget: "the app has not used up its silent pushes"
        case .delegate: "the app has a notification centre delegate, which presents with everything"
        case .callReport: "the app reports a call for each push of one"
        case .scenes: "the app has scenes"
        case .timeSensitive: "the app has the time-sensitive capability"
        case .critical: "the app has the critical-alerts entitlement, and the person allows them"
        case .filtering: "the extension has the filtering entitlement"
        case .lateExtension: "the extension never answers"
        case .emptyExtension: "the extension hands on content without a text"
        case .extensionTwice: "the phone has the fault that calls the extension twice"
        case .lateApp: "the app never calls a completion"
        case .quietApp: "the app in front presents with nothing"
        case .offline: "the phone is off the network at first"
        case .overtaken: "it is, and another push to the app follows meanwhile"
        case .asksTwice: "the phone has the fault of iOS 18.0 that asks the delegate twice"
        }
    }
}

/// A state and the circumstances that hold beside it.
package struct Situation: Sendable, Hashable {
    /// The state of app and phone.
    package var state: PhoneState
    /// What else holds.
    package var circumstances: Set<Circumstance>

    /// The state with what is usual.
    package init(_ state: PhoneState, with more: Set<Circumstance> = [], without less: Set<Circumstance> = []) {
        self.state = state
        circumstances = Self.usual.union(more).subtracting(less)
    }

    private static let usual = Set(Circumstance.allCases.filter(\.isUsual))

    /// What holds that usually does not.
    package var with: [Circumstance] { Circumstance.allCases.filter { !$0.isUsual && circumstances.contains($0) } }
    /// What does not hold that usually does.
    package var without: [Circumstance] { Circumstance.allCases.filter { $0.isUsual && !circumstances.contains($0) } }

    func has(_ circumstance: Circumstance) -> Bool { circumstances.contains(circumstance) }

    /// The cases that are worth a look for each state, the usual one first.
    package static func matrix(_ states: [PhoneState]) -> [Situation] {
        states.flatMap { state in
            [
                Situation(state), Situation(state, without: [.serviceExtension]),
                Situation(state, without: [.permission]), Situation(state, with: [.provisional]),
                Situation(state, with: [.scheduledSummary]), Situation(state, with: [.lowPower]),
                Situation(state, with: [.focus]),
            ]
        }
    }
}
