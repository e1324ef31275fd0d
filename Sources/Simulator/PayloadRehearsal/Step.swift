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
        if entry.kind == Self.callback {
            actor = entry.process?.hasPrefix("extension") == true ? .serviceExtension : .app
            details = entry.details
            name = details.removeValue(forKey: "name") ?? ""
            answer = details.removeValue(forKey: "answer")
            return
        }
        guard Self.news.contains(entry.kind) || Self.isMissing(entry) else { return nil }
        actor = .system
        name = entry.kind == .callbackDone ? "callback.missing" : entry.kind.rawValue
        // What is seen stands in what the person finds; numbers of processes tell nothing.
        details = entry.details.filter { Self.told.contains($0.key) }
        details["process"] =
            [.launched, .ended].contains(entry.kind) ? entry.process.map { String($0.prefix { $0 != " " }) } : nil
    }

    /// Whether the app was asked for something that it has no method for.
    private static func isMissing(_ entry: TimelineEntry) -> Bool {
        entry.kind == .callbackDone && entry["result"] == "not_implemented"
            && ["willPresent", "didReceiveRemoteNotification"].contains(entry["name"])
    }

    /// What the programs of a rehearsal put on the timeline.
    static let callback: TimelineEntry.Kind = "app.callback"
    private static let news: Set<TimelineEntry.Kind> = [
        .launched, .state, .pushDropped, .wakeRefused, .wakeHeld, .wakeAnswered, .extensionExpiring, .extensionFailed,
        .extensionFrozen, .shown, .notShown, .removed, .badgeChanged, .keptForSummary, .summaryDelivered, .responded,
        .misuse, .ended, .callRinging, .callRefused,
    ]
    private static let told: Set<String> = ["reason", "result", "value", "state", "what", "name", "action", "code"]
}
