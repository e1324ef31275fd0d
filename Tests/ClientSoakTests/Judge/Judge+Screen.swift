import Foundation
import SimulatedDevice

/// Which push stands on the screen, how often, and with which text.
extension Judge {
    mutating func arrive(_ entry: TimelineEntry) {
        guard let sent = entry["apnsId"].flatMap({ sent[$0] }) else { return blame("a push that nobody sent", entry) }
        let arrival = Arrival(sent: sent, states: [state])
        newest = sent.apnsID
        // Forbidden in the last moment, one disappears without a word.
        arrivals[sent.identifier]?.removeAll { !$0.always(\.isAllowed) }
        if sent.form != .silent { arrivals[sent.identifier, default: []].append(arrival) }
        if sent.form != .visible { wakes[sent.apnsID] = arrival }
    }

    mutating func drop(_ entry: TimelineEntry) {
        guard let name = entry.notification else {
            // Not for this install, or with nothing for the system to show: it is the one that came just now.
            guard let newest, let sent = sent[newest] else { return }
            arrivals[sent.identifier]?.removeAll { $0.sent.apnsID == newest }
            if entry["reason"] == "no_app" { wakes[newest] = nil }
            return
        }
        guard let arrival = takeArrival(name) else { return }
        if arrival.always(\.isAllowed) { blame("a push was dropped though notifications are allowed", entry) }
    }

    mutating func noteExtension(_ entry: TimelineEntry) {
        guard let name = entry.notification, arrivals[name]?.isEmpty == false else { return }
        switch entry.kind {
        case .extensionAnswered:
            arrivals[name]?[0].extensionAnswered = true
            if let arrival = arrivals[name]?[0] { owe("delivered", arrival) }
        case .extensionFailed, .extensionExpiring: arrivals[name]?[0].extensionFailed = true
        default: break
        }
    }

    mutating func show(_ entry: TimelineEntry) {
        guard let name = entry.notification else { return }
        if entry["origin"] == "local" { return showOwnBanner(name, entry) }
        guard let arrival = takeArrival(name) else { return blame("shown twice: \(name)", entry) }
        let sent = arrival.sent
        if entry["list"] == "true" { list[name] = Standing(sent: sent, text: Self.text(entry)) }
        if !arrival.ever(\.isAllowed) { blame("\(name) is shown though notifications are forbidden", entry) }
        judgeText(arrival, entry)
        guard arrival.always(\.isForeground), !arrival.lostApp, arrival.always(\.wasUnlocked) else { return }
        if arrival.isForeign, !isAgain(sent) {
            blame("\(name) is for somebody else and shown in the foreground", entry)
        }
        if arrival.always({ $0.isReading(sent) }), !isAgain(sent) {
            blame("\(name) is shown though its conversation is being read", entry)
        }
    }

    mutating func hide(_ entry: TimelineEntry) {
        guard let name = entry.notification, let arrival = takeArrival(name) else {
            return
        }
        let sent = arrival.sent
        kept.insert(key(sent))
        switch entry["reason"] {
        case "app_declined":
            if !arrival.ever(\.isForeground) { blame("\(name) was declined in the background", entry) }
            let mayBeHidden =
                !arrival.isOwn || sent.isExpired || arrival.ever { $0.isReading(sent) } || isAgain(sent)
            // The app may have drawn it itself, which is on its way then.
            if !mayBeHidden, arrival.drawn == 0 { declined.append(arrival) }
        default: blame("\(name) is not shown: \(entry["reason"] ?? "")", entry)
        }
    }

    /// A banner that the app drew: for a silent push, or for a sealed one that nobody decrypted before.
    private mutating func showOwnBanner(_ name: String, _ entry: TimelineEntry) {
        if arrivals[name]?.isEmpty == false { arrivals[name]?[0].drawn += 1 }
        let named = sent.values.filter { $0.identifier == name }
        let about =
            arrivals[name]?.first?.sent ?? declined.last { $0.sent.identifier == name }?.sent
            ?? named.first { $0.text == Self.text(entry) } ?? named.first
        guard let about else { return blame("a banner of nothing that was sent: \(name)", entry) }
        list[name] = Standing(sent: about, text: Self.text(entry))
        if Self.text(entry) != about.text { blame("\(name) says \(Self.text(entry))", entry) }
        ownBanners["\(state.generation) \(name)", default: 0] += 1
        for id in wakes.keys where wakes[id]?.sent.identifier == name { wakes[id]?.drawn += 1 }
        for index in answered.indices where answered[index].sent.identifier == name { answered[index].drawn += 1 }
        for index in declined.indices where declined[index].sent.identifier == name { declined[index].drawn += 1 }
        if about.form == .silent, ownBanners["\(state.generation) \(name)", default: 0] > 1 {
            blame("\(name) was drawn twice", entry)
        }
    }

    private mutating func judgeText(_ arrival: Arrival, _ entry: TimelineEntry) {
        let (sent, text) = (arrival.sent, Self.text(entry))
        guard text == sent.text || text == Sent.placeholder else {
            return blame("\(sent.identifier) says \(text)", entry)
        }
        let isExcused =
            arrival.extensionFailed || !arrival.extensionAnswered || !arrival.always(\.wasUnlocked)
            || arrival.ever { $0.generation != sent.generation }
        if text == Sent.placeholder {
            let mayBeHidden =
                !arrival.isOwn || sent.isSealed && (isExcused || sent.isExpired)
            if !mayBeHidden { blame("\(sent.identifier) stands there as a placeholder", entry) }
        } else if arrival.isForeign, !isExcused || sent.isSealed {
            blame("\(sent.identifier) is for somebody else and can be read", entry)
        }
    }

    /// The push that has waited longest under a name.
    private mutating func takeArrival(_ name: String) -> Arrival? {
        guard arrivals[name]?.isEmpty == false else { return nil }
        return arrivals[name]?.removeFirst()
    }

    func key(_ sent: Sent) -> String { "\(state.generation) \(sent.messageID)" }

    /// Whether a message came before; what was decided then goes on.
    func isAgain(_ sent: Sent) -> Bool { self.sent.values.count { $0.messageID == sent.messageID } > 1 }
}
