import PushModel
import SimulatedDevice

/// Tells the fate of pushes that are sent while the demo stays up: what phones do with them, and how the server counts them.
struct DemoWatcher: Sendable {
    /// The stage whose phones and server are watched.
    let stage: DemoStage
    /// Where it is told.
    let output: Output

    /// What is worth telling of a phone's timeline.
    private static let told: Set<TimelineEntry.Kind> = [
        .pushArrived, .pushDropped, .extensionStarted, .extensionFailed, .shown, .notShown, .wakeAnswered, .wakeRefused,
        DemoStep.opened,
    ]

    /// Watches until the task is cancelled.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            for person in stage.people { group.addTask { await follow(person) } }
            group.addTask { await followMessages() }
        }
    }

    private func follow(_ person: DemoStage.Person) async {
        for await entry in person.phone.timeline.stream() where Self.told.contains(entry.kind) {
            let words = ["title", "body", "reason", "result", "action"].compactMap { name in
                entry[name].flatMap { $0.isEmpty ? nil : "\(name) \(quoted($0))" }
            }
            output.text("  \(person.phone.device.name): \(entry.kind.rawValue)  \(words.joined(separator: ", "))")
        }
    }

    /// Looks at the newest messages a few times a second and tells each change.
    private func followMessages() async {
        var known: [String: String] = [:]
        var isFirst = true
        while !Task.isCancelled {
            let newest: [MessageStatus] = (try? await stage.api.items("/v1/messages", limit: 20)) ?? []
            for message in newest.reversed() {
                let line = "\(message.status): \(message.outcomeText); \(message.receiptText)"
                if !isFirst, known[message.id] != line { output.text("  server: \(message.id)  \(line)") }
                known[message.id] = line
            }
            isFirst = false
            try? await stage.time.sleep(for: .milliseconds(300))
        }
    }
}
