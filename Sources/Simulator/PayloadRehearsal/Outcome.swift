import SimulatedDevice

/// What became of a push in a situation.
package struct Outcome: Sendable, Hashable, Codable {
    /// Where a notification can stand.
    package enum Place: String, Sendable, Codable {
        /// Over whatever is on the screen; on a locked phone, which lights up for it, on the lock screen.
        case banner
        /// The lock screen.
        case lockScreen
        /// The list of notifications.
        case list
        /// The scheduled summary, and from there the list.
        case summary
    }

    /// A notification in the list.
    package struct Entry: Sendable, Hashable, Codable {
        /// Its name.
        package var identifier: String
        /// The texts that can be read.
        package var text: [String]
        /// The group it belongs to.
        package var thread: String
    }

    /// Where it is shown; empty where it is not.
    package var places: [Place] = []
    /// The sound that it makes.
    package var sound: String?
    /// The number that it puts on the icon; nil where it changes nothing.
    package var badge: Int?
    /// What can be read of it: title, subtitle and body, without those that are empty.
    package var text: [String] = []
    /// How loudly it interrupts.
    package var level: String?
    /// Its name on the phone.
    package var identifier: String?
    /// Whether it takes the place of a notification with the same name.
    package var isReplacement = false
    /// Why nothing, or nothing at first, is shown, or why nobody is woken, in the timeline's words.
    package var reasons: [String] = []
    /// How many seconds it takes until it is shown.
    package var delay = 0
    /// Which process starts, goes on, or ran already, and is handed the push: `app launched`, `app resumed`, `app running`,
    /// `extension launched`.
    package var processes: [String] = []
    /// What happens, in order.
    package var steps: [Step] = []
    /// What happens when the person then taps it, or swipes it away.
    package var response: [Step] = []
    /// The list afterwards, in groups, the newest first.
    package var list: [[Entry]] = []
    /// The number on the icon afterwards.
    package var iconBadge = 0
    /// What of it is not verified on a device.
    package var doubts: [Doubt] = []

    /// Whether the person sees, hears or finds anything of it.
    package var isNoticed: Bool { !places.isEmpty || sound != nil || badge != nil }
}

extension Outcome {
    /// Reads a phone's timeline.
    init(_ entries: [TimelineEntry], _ screen: Screen) {
        steps = entries.compactMap(Step.init)
        let isSummary = entries.contains { $0.kind == .summaryDelivered }
        if let shown = entries.last(where: { $0.kind == .shown && $0["origin"] == "push" }) {
            if isSummary { places.append(.summary) }
            if shown["banner"] == "true" { places.append(.banner) }
            if shown["lockScreen"] == "true" { places.append(.lockScreen) }
            if shown["list"] == "true" { places.append(.list) }
            sound = shown["sound"] == "true" ? shown["soundName"] ?? "default" : nil
            level = shown["level"]
            identifier = shown.notification
            isReplacement = shown["replaced"] == "true"
            text = [shown["title"], shown["subtitle"], shown["body"]].compactMap { $0?.isEmpty == false ? $0 : nil }
            if !isSummary, let arrived = entries.first(where: { $0.kind == .pushArrived }) {
                delay = Int(shown.time.timeIntervalSince(arrived.time).rounded())
            }
        }
        badge = entries.last { $0.kind == .badgeChanged && $0["by"] == "push" }?["value"].flatMap { Int($0) }
        let telling: [TimelineEntry.Kind] = [
            .pushDropped, .notShown, .wakeRefused, .wakeHeld, .extensionFailed, .keptForSummary,
        ]
        reasons = entries.filter { telling.contains($0.kind) }.map { $0["reason"] ?? $0.kind.rawValue }
        if entries.contains(where: { $0["silenced"] != nil }) { reasons.append("focus") }
        processes = Self.processes(entries)
        iconBadge = screen.badge
        list = screen.groups.map { group in
            group.map {
                Entry(identifier: $0.identifier, text: $0.visibleText.filter { !$0.isEmpty }, thread: $0.thread)
            }
        }
        if let entry = list.joined().first(where: { $0.identifier == identifier }) { text = entry.text }
    }

    private static func processes(_ entries: [TimelineEntry]) -> [String] {
        var found: [String] = []
        for entry in entries {
            switch entry.kind {
            case .launched:
                found.append("\(entry.process?.prefix { $0 != " " } ?? "") launched")
            // Nothing but its resumption brings an app that stood still to the background without a launch.
            case .state where entry["state"] == "background" && !found.contains("app launched"):
                found.append("app resumed")
            case Step.callback where entry.process?.hasPrefix("app") == true && !found.contains { $0.hasPrefix("app") }:
                found.append("app running")
            default: break
            }
        }
        return found
    }
}
