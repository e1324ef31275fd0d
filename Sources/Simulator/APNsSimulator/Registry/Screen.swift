import PushModel

/// What a light device shows: one entry per app and identifier, in the order of first showing.
struct Screen: Sendable {
    private struct Key: Hashable {
        var bundleID: String
        var identifier: String
    }

    private let limit: Int
    private var places: [Key: Int] = [:]
    private var entries: [APNsSimulator.ScreenEntry] = []
    private var dropped = 0

    init(limit: Int) { self.limit = max(1, limit) }

    /// Shows a push of a type that can show something; whether it has an alert is looked at when the screen is read.
    mutating func show(_ push: APNsSimulator.Push) {
        guard push.pushType == .alert else { return }
        let key = Key(bundleID: push.bundleID, identifier: push.identifier)
        if let place = places[key], place >= dropped {
            entries[place - dropped].shown += 1
            entries[place - dropped].payload = push.payload
            return
        }
        if entries.count >= 2 * limit {
            for entry in entries.prefix(limit) {
                places[Key(bundleID: entry.bundleID, identifier: entry.identifier)] = nil
            }
            entries.removeFirst(limit)
            dropped += limit
        }
        places[key] = dropped + entries.count
        entries.append(
            APNsSimulator.ScreenEntry(
                identifier: push.identifier, bundleID: push.bundleID, shown: 1, payload: push.payload))
    }

    /// The newest entries whose payload has something to show.
    var visible: [APNsSimulator.ScreenEntry] {
        entries.suffix(limit).filter { PayloadForm.hasAlert($0.payload) }
    }

    /// Takes away everything of one app, as uninstalling it does.
    mutating func clear(bundleID: String) {
        let kept = entries.filter { $0.bundleID != bundleID }
        places = [:]
        dropped = 0
        entries = kept
        for (place, entry) in kept.enumerated() {
            places[Key(bundleID: entry.bundleID, identifier: entry.identifier)] = place
        }
    }
}
