import SimulatedDevice

/// What the timeline says about the state of phone and app.
struct PhoneState: Equatable {
    var phase = "notRunning"
    /// Nil before anybody decided.
    var isAllowed = false
    /// Whether the phone was unlocked since its start.
    var wasUnlocked = true
    /// The ids that the SDK shows messages for; nil while it is being told.
    var recipients: Set<String>?
    /// The id that the SDK named last.
    private(set) var subscriber: String?
    /// The conversation that is on the screen; nil for none.
    var reading: String?
    /// How many installs there were before this one.
    var generation = 0

    var isForeground: Bool { phase == "active" || phase == "inactive" }

    /// Whether messages for an owner are for whoever uses the app; nil while that changes.
    func isOwn(_ owner: String) -> Bool? {
        guard let recipients else { return nil }
        if recipients.contains(owner) { return true }
        // An anonymous past that the app never heard of may be that of whoever uses it.
        return owner.hasPrefix("anon_") && !named.contains(owner) ? nil : false
    }

    /// Whether a message is kept silent because its conversation is in front of the person.
    func isReading(_ sent: Sent) -> Bool { isForeground && sent.conversation != nil && sent.conversation == reading }

    mutating func read(_ entry: TimelineEntry) {
        switch entry.kind {
        case .state: phase = entry["state"] ?? phase
        case .permissionDecided: isAllowed = ["authorized", "provisional"].contains(entry["status"] ?? "")
        case .lockChanged: wasUnlocked = entry["state"] == "unlocked" || wasUnlocked && entry["state"] != "restarted"
        case "app.says": if entry["user"] != subscriber { recipients = nil }
        case "app.said": learn(entry["user"] ?? "")
        case "app.reads": reading = entry["conversation"].flatMap { $0.isEmpty ? nil : $0 }
        case .ended:
            if entry.process?.hasPrefix("app") == true { reading = nil }
        case .uninstalled:
            generation += 1
            (recipients, subscriber, isAllowed, aliases) = (nil, nil, false, [])
        default: break
        }
    }

    /// Takes in whom the SDK has named; an anonymous past belongs to the person that it turned out to be.
    private mutating func learn(_ user: String) {
        if user != subscriber, let old = subscriber, old.hasPrefix("anon_"), !user.hasPrefix("anon_") {
            aliases.insert(old)
        } else if user != subscriber {
            aliases = []
        }
        subscriber = user
        named.insert(user)
        recipients = aliases.union([user])
    }

    private var aliases: Set<String> = []
    /// Everybody who was ever named.
    private var named: Set<String> = []
}
