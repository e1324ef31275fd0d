import SimulatedDevice

/// What a phone's timeline tells about one message since a mark.
struct Fate: Sendable {
    /// The entries about the message, oldest first.
    let entries: [TimelineEntry]

    init(_ messageID: String, on phone: Phone, after mark: Int) {
        entries = phone.timeline.entries.dropFirst(mark).filter { entry in
            entry.notification == messageID || entry["collapseId"] == messageID
        }
    }

    /// How often it arrived.
    var arrivals: Int { count(.pushArrived) }
    /// How often the extension ran for it.
    var extensionRuns: Int { count(.extensionStarted) }
    /// What was shown.
    var shown: [TimelineEntry] { entries.filter { $0.kind == .shown } }
    /// Why it was not shown.
    var notShown: [TimelineEntry] { entries.filter { $0.kind == .notShown } }

    /// How often something of this kind happened.
    func count(_ kind: TimelineEntry.Kind) -> Int { entries.count { $0.kind == kind } }

    /// The kinds in order, for the reader of a failure.
    var summary: String {
        entries.isEmpty ? "nothing on the timeline" : entries.map(\.kind.rawValue).joined(separator: ", ")
    }
}

extension Phone {
    /// How long a step waits for what has to happen on a phone.
    static let patience: Duration = .seconds(8)

    /// Waits until something of this kind happened to the message; the claims that follow tell if it did not.
    func settle(_ messageID: String, after mark: Int, _ kinds: TimelineEntry.Kind...) async throws {
        do {
            _ = try await timeline.first(after: mark, within: Self.patience) {
                $0.notification == messageID && kinds.contains($0.kind)
            }
        } catch is TimelineError {}
    }

    /// Waits until something of this kind happened, whatever it is about.
    func settle(
        after mark: Int, within limit: Duration = patience, where condition: @escaping @Sendable (TimelineEntry) -> Bool
    ) async throws {
        do {
            _ = try await timeline.first(after: mark, within: limit, where: condition)
        } catch is TimelineError {}
    }

    /// Waits until the app has completed the call about a response.
    func settleResponse(to messageID: String, after mark: Int) async throws {
        try await settle(after: mark) {
            $0.kind == .callbackDone && $0["name"] == "didReceive" && $0.notification == messageID
        }
    }

    /// The entries since a mark.
    func entries(after mark: Int) -> [TimelineEntry] { Array(timeline.entries.dropFirst(mark)) }
}
