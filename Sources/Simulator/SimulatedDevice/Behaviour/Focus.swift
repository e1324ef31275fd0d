import ProcessLocal

/// A Focus: which notifications may still interrupt the person.
///
/// What it silences goes into the list without a banner or a sound. Source: Apple documentation of interruption levels and
/// Focus filters.
public struct Focus: Sendable {
    /// Apps that may interrupt, by bundle identifier.
    public var allowedApps: Set<String>
    /// People who may interrupt, by name or address, in apps that send in the style of messages.
    public var allowedSenders: Set<String>
    /// Whether time-sensitive notifications of other apps interrupt.
    public var allowsTimeSensitive: Bool
    /// What an app's Focus filter lets through, by bundle identifier: the values that `filterCriteria` may have.
    ///
    /// That a notification without criteria passes is unverified on a device.
    public var filters: [String: Set<String>]

    /// Describes a Focus.
    public init(
        allowedApps: Set<String> = [], allowedSenders: Set<String> = [], allowsTimeSensitive: Bool = true,
        filters: [String: Set<String>] = [:]
    ) {
        self.allowedApps = allowedApps
        self.allowedSenders = allowedSenders
        self.allowsTimeSensitive = allowsTimeSensitive
        self.filters = filters
    }
}

/// How loudly a notification of an app may interrupt, all things considered.
struct Interruption: Sendable {
    /// The level that the app is entitled to and the person allows.
    let level: UInt
    /// Whose message or call it is, where the app may show it in that style.
    let communication: WireCommunication?
    /// Whether a Focus keeps it quiet.
    let isSilenced: Bool
    /// Whether it waits for the next scheduled summary.
    let waitsForSummary: Bool

    var isCritical: Bool { level == 3 }

    /// Weighs a notification; a level without its entitlement or switch counts as `active`.
    ///
    /// Source: Apple documentation of interruption levels. For critical notifications that fallback is unverified on a device.
    init(_ content: WireContent, of app: AppState, under focus: Focus?) {
        let capabilities = app.definition.capabilities
        let wanted = content.sound?.isCritical == true ? 3 : content.interruptionLevel
        level =
            switch wanted {
            case 3 where !(capabilities.contains(.criticalAlerts) && app.settings.criticalAlert == 2): 1
            case 2 where !(capabilities.contains(.timeSensitive) && app.settings.timeSensitive == 2): 1
            default: wanted
            }
        communication = content.communication.flatMap { app.mayShow($0) ? $0 : nil }
        let passes = focus?.lets(content, of: app.definition.bundleID, communication, level)
        isSilenced = passes == false
        waitsForSummary = app.settings.scheduledDelivery == 2 && level < 2 && communication == nil
    }
}

extension Focus {
    fileprivate func lets(
        _ content: WireContent, of bundleID: String, _ communication: WireCommunication?, _ level: UInt
    ) -> Bool {
        if level == 3 { return true }
        if level == 2, allowsTimeSensitive { return true }
        if let criteria = content.filterCriteria, let filter = filters[bundleID], !filter.contains(criteria) {
            return false
        }
        if let communication,
            !allowedSenders.isDisjoint(with: [communication.senderName, communication.senderHandle])
        {
            return true
        }
        return allowedApps.contains(bundleID)
    }
}

extension AppState {
    /// Whether the system believes that a notification is a message or call of a person: the app has the capability, lists
    /// the intent among its activity types, and has donated it as incoming.
    ///
    /// Source: Apple documentation, "Implementing communication notifications".
    fileprivate func mayShow(_ communication: WireCommunication) -> Bool {
        definition.capabilities.contains(.communication)
            && definition.activityTypes.contains(communication.isCall ? "INStartCallIntent" : "INSendMessageIntent")
            && donations.contains(communication)
    }
}
