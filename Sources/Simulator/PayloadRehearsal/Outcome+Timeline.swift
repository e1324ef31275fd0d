import SimulatedDevice

extension Outcome {
    /// Reads a phone's timeline.
    init(_ entries: [TimelineEntry], _ screen: Screen) {
        sight = Sight(entries, screen)
        course = Course(entries)
    }
}

extension Sight {
    fileprivate init(_ entries: [TimelineEntry], _ screen: Screen) {
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
            // When the summary comes is the person's choice.
            if !isSummary, let arrived = entries.first(where: { $0.kind == .pushArrived }) {
                delay = Int(shown.time.timeIntervalSince(arrived.time).rounded())
            }
        }
        if entries.contains(where: { $0.kind == .callRinging }) { places.append(.call) }
        if entries.contains(where: { $0.kind == .ended && $0["reason"] == "voip_unreported" }) {
            reasons.append("voip_unreported")
        }
        badge = entries.last { $0.kind == .badgeChanged && $0["by"] == "push" }?["value"].flatMap { Int($0) }
        let telling: [TimelineEntry.Kind] = [
            .pushDropped, .notShown, .extensionFailed, .keptForSummary, .callRefused,
        ]
        reasons += entries.filter { telling.contains($0.kind) }.map { $0["reason"] ?? $0.kind.rawValue }
        if entries.contains(where: { $0["silenced"] != nil }) { reasons.append("focus") }
        iconBadge = screen.badge
        list = screen.groups.map { group in
            group.map {
                Entry(identifier: $0.identifier, text: $0.visibleText.filter { !$0.isEmpty }, thread: $0.thread)
            }
        }
        if let entry = list.joined().first(where: { $0.identifier == identifier }) { text = entry.text }
    }
}

extension Course {
    fileprivate init(_ entries: [TimelineEntry]) {
        steps = entries.compactMap(Step.init)
        wakeRefusal = entries.first { [.wakeRefused, .wakeHeld].contains($0.kind) }.map {
            $0["reason"] ?? $0.kind.rawValue
        }
        for entry in entries {
            switch entry.kind {
            case .launched:
                processes.append("\(entry.process?.prefix { $0 != " " } ?? "") launched")
            // Nothing but its resumption brings an app that stood still to the background without a launch.
            case .state where entry["state"] == "background" && !processes.contains("app launched"):
                processes.append("app resumed")
            case Step.callback
            where entry.process?.hasPrefix("app") == true && !processes.contains { $0.hasPrefix("app") }:
                processes.append("app running")
            default: break
            }
        }
    }
}
