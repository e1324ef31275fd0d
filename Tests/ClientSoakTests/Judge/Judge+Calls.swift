import Foundation
import SimulatedDevice

/// What the app was asked, and what the person did.
extension Judge {
    mutating func call(_ entry: TimelineEntry) {
        calls[callName(entry), default: 0] += 1
    }

    mutating func answer(_ entry: TimelineEntry) {
        let name = callName(entry)
        calls[name, default: 0] -= 1
        if calls[name, default: 0] < 0 { blame("\(name) was answered twice", entry) }
        guard let notification = entry.notification else { return }
        guard entry["result"] != "gone" else {
            if arrivals[notification]?.isEmpty == false { arrivals[notification]?[0].lostApp = true }
            return
        }
        switch entry["name"] {
        case "didReceive": finishResponse(notification, entry)
        case "didReceiveRemoteNotification": finishWake(notification, entry)
        case "willPresent":
            if let arrival = arrivals[notification]?.first { owe("delivered", arrival) }
        default: break
        }
    }

    private func callName(_ entry: TimelineEntry) -> String {
        "\(entry.process ?? "-") \(entry["name"] ?? "") \(entry.notification ?? "")"
    }

    /// A process is over: what it was asked stays without an answer of its own.
    mutating func end(_ entry: TimelineEntry) {
        guard entry.process?.hasPrefix("app") == true else { return }
        for name in arrivals.keys {
            for index in arrivals[name, default: []].indices { arrivals[name]?[index].lostApp = true }
        }
        for id in wakes.keys { wakes[id]?.lostApp = true }
        for index in answered.indices where answered[index].drawn == 0 { answered[index].lostApp = true }
    }

    private mutating func finishWake(_ notification: String, _ entry: TimelineEntry) {
        guard let id = wakes.keys.first(where: { wakes[$0]?.sent.identifier == notification }),
            let wake = wakes.removeValue(forKey: id)
        else { return }
        owe("delivered", wake)
        // The system may ask the app about the banner after the app has answered this.
        if wake.sent.form == .silent { answered.append(wake) }
    }

    // MARK: The person

    mutating func respond(_ entry: TimelineEntry) {
        guard let name = entry.notification, let sent = gone[name]?.sent ?? list[name]?.sent else { return }
        let system = "com.apple.UNNotification"
        var action = entry["action"] ?? ""
        if action == system + "DefaultActionIdentifier" { action = "" }
        if action == system + "DismissActionIdentifier" { action = "dismiss" }
        responses.append(
            Response(
                sent: sent, name: name, action: action, input: entry["text"] ?? "",
                isOwn: state.isOwn(sent.owner) == true,
                // For whom it is stands in what is sealed, which an install without the key cannot read.
                isForeign: state.isOwn(sent.owner) == false && !(sent.isSealed && sent.generation != state.generation),
                wasUnlocked: state.wasUnlocked))
    }

    private mutating func finishResponse(_ name: String, _ entry: TimelineEntry) {
        guard entry["result"] == "done", let index = responses.lastIndex(where: { $0.name == name && !$0.isDone })
        else {
            return
        }
        responses[index].isDone = true
        // Before the first unlock it can only be kept in memory.
        responses[index].wasUnlocked = responses[index].wasUnlocked && state.wasUnlocked
        responses[index].isOwn = responses[index].isOwn && state.isOwn(responses[index].sent.owner) == true
        responses[index].isForeign = responses[index].isForeign && state.isOwn(responses[index].sent.owner) == false
        guard responses[index].isOwn, responses[index].wasUnlocked else { return }
        let response = responses[index]
        owe(response.action == "dismiss" ? "dismissed" : "opened \(response.action) \(response.input)", response.sent)
    }

    mutating func open(_ entry: TimelineEntry) {
        let key =
            "\(state.generation) \(entry["message"] ?? "") \(entry["action"] ?? "") \(entry["input"] ?? "")"
        opens[key, default: 0] += 1
        if opens[key, default: 0] > 1 { blame("handled twice: \(key)", entry) }
    }

    // MARK: Receipts

    /// The receipt of a push has to reach the server.
    mutating func owe(_ kind: String, _ arrival: Arrival) {
        guard arrival.isOwn, arrival.always(\.wasUnlocked), !arrival.extensionFailed, !arrival.lostApp else { return }
        owe(kind, arrival.sent)
    }

    private mutating func owe(_ kind: String, _ sent: Sent) {
        due["\(sent.messageID) \(kind)"] = state.generation
    }
}
