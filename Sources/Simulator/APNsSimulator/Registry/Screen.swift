import PushModel

/// What a light device shows: one entry per app and identifier, in the order of first showing.
///
/// It keeps what was shown and works the entries out when somebody looks, as pushes come far more often.
struct Screen: Sendable {
    private struct Key: Hashable {
        var bundleID: String
        var identifier: String
    }

    private let limit: Int
    private var shown = Ring<Arrival>()

    init(limit: Int) { self.limit = max(1, limit) }

    /// Notes a push of a type that can show something; whether it has an alert is looked at when the screen is read.
    mutating func show(_ arrival: Arrival) {
        guard arrival.push.pushType == .alert else { return }
        if shown.count >= limit { shown.removeFirst() }
        shown.append(arrival)
    }

    /// Forgets what was received before a position.
    mutating func forget(before position: Int) {
        while let oldest = shown.first, oldest.position < position { shown.removeFirst() }
    }

    /// The entries of the newest pushes, as many as the limit says, whose payload has something to show.
    var visible: [APNsSimulator.ScreenEntry] {
        var places: [Key: Int] = [:]
        var entries: [APNsSimulator.ScreenEntry] = []
        for arrival in shown.suffix(from: 0) {
            let push = arrival.push
            let place = places[Key(bundleID: push.bundleID, identifier: arrival.identifier)]
            if let place {
                entries[place].shown += 1
                entries[place].payload = push.payload
            } else {
                places[Key(bundleID: push.bundleID, identifier: arrival.identifier)] = entries.count
                entries.append(
                    APNsSimulator.ScreenEntry(
                        identifier: arrival.identifier, bundleID: push.bundleID, shown: 1, payload: push.payload))
            }
        }
        return entries.filter { PayloadForm.hasAlert($0.payload) }
    }

    /// Takes away everything of one app, as uninstalling it does.
    mutating func clear(bundleID: String) { shown.removeAll { $0.push.bundleID == bundleID } }
}
