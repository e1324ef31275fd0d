import SimulatedDevice

/// One thing that happened on the phone because of a push, as the timeline has it.
package struct Step: Sendable, Hashable, Codable {
    /// Who does something.
    package enum Actor: String, Sendable, Codable {
        /// The system.
        case system
        /// The app, in one of its callbacks.
        case app
        /// The service extension, in one of its callbacks.
        case serviceExtension = "extension"
    }

    /// Who does something.
    package var actor: Actor
    /// A callback by its full name, or the kind of the timeline's entry.
    package var name: String
    /// The arguments of a callback, or more about the entry.
    package var details: [String: String]
    /// What the callback answers.
    package var answer: String?

    /// Reads an entry; nil for what is no news to whoever looks at a push.
    init?(_ entry: TimelineEntry) {
        details = entry.details
        switch entry.kind {
        case Self.callback:
            actor = entry.process?.hasPrefix("extension") == true ? .serviceExtension : .app
            name = details.removeValue(forKey: "name") ?? ""
            answer = details.removeValue(forKey: "answer")
        case .callbackDone where entry["result"] == "not_implemented" && Self.asked.contains(entry["name"] ?? ""):
            actor = .system
            name = "callback.missing"
            details = ["name": entry["name"] ?? ""]
        case .launched, .extensionFailed:
            actor = .system
            name = entry.kind.rawValue
            details["process"] = entry.process.map { String($0.prefix { $0 != " " }) }
            details["error"] = nil
        case .state, .pushDropped, .wakeRefused, .wakeHeld, .wakeAnswered, .extensionExpiring, .extensionFrozen, .shown,
            .notShown, .removed, .badgeChanged, .keptForSummary, .summaryDelivered, .responded, .misuse:
            actor = .system
            name = entry.kind.rawValue
        default: return nil
        }
    }

    /// What the programs of a rehearsal put on the timeline.
    static let callback: TimelineEntry.Kind = "app.callback"
    private static let asked = ["willPresent", "didReceiveRemoteNotification"]
}
