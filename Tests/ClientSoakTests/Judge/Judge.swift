import Foundation
import SimulatedDevice

/// Holds the record of a phone to what iOS and the SDK promise, from nothing but what was sent and the timeline.
///
/// It is a small model of its own: it knows which push iOS would show in which state, and nothing of how the SDK comes to
/// do its part. Where a program was killed in the midst of something, more than one outcome is right, and it says so.
struct Judge {
    /// What was found to be wrong.
    var faults: [String] = []

    let sent: [String: Sent]
    /// The state of the phone, as far as the timeline has been read.
    var state = PhoneState()
    /// Visible pushes that have arrived and have no outcome yet, by the name of their notification, oldest first.
    var arrivals: [String: [Arrival]] = [:]
    /// The push that arrived last.
    var newest: String?
    /// Runs of the app for silent pushes.
    var wakes: [String: Arrival] = [:]
    /// Silent pushes that the app has answered.
    var answered: [Arrival] = []
    /// Pushes that the app kept from the screen without a reason, so that it has to draw them itself.
    var declined: [Arrival] = []
    /// What stands in the list, by name.
    var list: [String: Standing] = [:]
    /// What left the list last, by name.
    var gone: [String: Standing] = [:]
    /// Banners that the app drew by itself, by generation and message.
    var ownBanners: [String: Int] = [:]
    var responses: [Response] = []
    var opens: [String: Int] = [:]
    /// Receipts that have to reach the server, by message and kind, and the install that owes them, counted.
    var due: [String: Int] = [:]
    /// Calls of the app that have no answer yet, by process, name and notification.
    var calls: [String: Int] = [:]
    /// Messages that were kept from the screen, in this generation.
    var kept: Set<String> = []

    init(_ sent: [Sent]) { self.sent = Dictionary(sent.map { ($0.apnsID, $0) }, uniquingKeysWith: { $1 }) }

    /// Judges everything that happened.
    static func judge(_ world: World, _ ledger: Ledger) -> [String] {
        var judge = Judge(world.apple.sent)
        for entry in world.phone.timeline.entries { judge.read(entry) }
        judge.conclude(world, ledger)
        return judge.faults + world.faults
    }

    mutating func blame(_ fault: String, _ entry: TimelineEntry? = nil) {
        faults.append(entry.map { "\(fault) (entry \($0.sequence))" } ?? fault)
    }

    private mutating func read(_ entry: TimelineEntry) {
        let before = state
        state.read(entry)
        if state != before { disturb(entry) }
        switch entry.kind {
        case .pushArrived: arrive(entry)
        case .pushDropped: drop(entry)
        case .extensionStarted, .extensionAnswered, .extensionFailed, .extensionExpiring: noteExtension(entry)
        case .shown: show(entry)
        case .notShown: hide(entry)
        case .removed:
            if let name = entry.notification { gone[name] = list.removeValue(forKey: name) ?? gone[name] }
        case .responded: respond(entry)
        case .callback: call(entry)
        case .callbackDone: answer(entry)
        case "app.opened": open(entry)
        case "app.misuse", .misuse: blame("misuse: \(entry["what"] ?? "")", entry)
        default: break
        }
    }

    /// What changes while a push is on its way may change what becomes of it.
    private mutating func disturb(_ entry: TimelineEntry) {
        for name in arrivals.keys {
            for index in arrivals[name, default: []].indices { arrivals[name]?[index].see(state) }
        }
        for name in wakes.keys { wakes[name]?.see(state) }
        for index in answered.indices where answered[index].drawn == 0 { answered[index].see(state) }
        if entry.kind == .ended { end(entry) }
    }

    /// The texts of a notification, as the timeline has them.
    static func text(_ entry: TimelineEntry) -> String { "\(entry["title"] ?? "")|\(entry["body"] ?? "")" }
}

/// A push on its way to the screen or to the app.
struct Arrival {
    let sent: Sent
    /// The states of the phone that it has seen.
    var states: [PhoneState]
    /// Whether the extension was called and has not answered well every time.
    var extensionFailed = false
    var extensionAnswered = false
    /// Whether the app's process ended meanwhile.
    var lostApp = false
    /// How often the app drew the banner meanwhile.
    var drawn = 0

    mutating func see(_ state: PhoneState) { states.append(state) }

    func always(_ condition: (PhoneState) -> Bool) -> Bool { states.allSatisfy(condition) }
    func ever(_ condition: (PhoneState) -> Bool) -> Bool { states.contains(where: condition) }

    /// Whether it was for the person who used the app all the time, as far as the SDK could know.
    var isOwn: Bool { always { $0.isOwn(sent.owner) == true } }
    /// Whether it was for somebody else all the time, and the SDK knew that.
    var isForeign: Bool { always { $0.isOwn(sent.owner) == false } }
}

/// A notification in the list.
struct Standing {
    /// The message; nil where the timeline does not tell, of several pushes under one name.
    let sent: Sent?
    let text: String
}

/// An answer of the person.
struct Response {
    let sent: Sent
    let name: String
    let action: String
    let input: String
    var isOwn: Bool
    var isForeign: Bool
    /// Whether the app's completion came.
    var isDone = false
    var wasUnlocked = true
}
