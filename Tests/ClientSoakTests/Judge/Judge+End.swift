import Foundation
import PushModel
import SimulatedDevice
import Storage

/// What has to be true when everything is well again.
extension Judge {
    mutating func conclude(_ world: World, _ ledger: Ledger) {
        for (name, waiting) in arrivals {
            for arrival in waiting where arrival.always({ $0.generation == state.generation && $0.isAllowed }) {
                blame("nothing became of \(name)")
            }
        }
        for wake in answered where wake.drawn == 0 && mustBeDrawn(wake) {
            blame("the silent push \(wake.sent.messageID) was not drawn")
        }
        for push in declined where push.drawn == 0 {
            blame("\(push.sent.identifier) is not shown though nothing speaks against it")
        }
        let screen = world.phone.screen.notifications
        if Set(screen.map(\.identifier)).count != screen.count { blame("a notification stands twice in the list") }
        if Set(screen.map(\.identifier)) != Set(list.keys) {
            blame("the list is \(screen.map(\.identifier).sorted()), expected \(list.keys.sorted())")
        }
        judgeResponses()
        judgeReceipts(ledger)
        let expected = world.memory.user ?? (world.memory.registersAnonymously ? state.subscriber : nil)
        if ledger.owner != expected {
            blame("the phone is registered to \(ledger.owner ?? "nobody"), expected \(expected ?? "nobody")")
        }
    }

    /// Whether the app has to draw what a silent push says.
    private func mustBeDrawn(_ wake: Arrival) -> Bool {
        let sent = wake.sent
        let isReadable = !sent.isSealed || wake.always { $0.generation == sent.generation }
        return wake.isOwn && isReadable && !sent.isExpired && !wake.lostApp && !isAgain(sent)
            && wake.always { $0.wasUnlocked && $0.isAllowed && !$0.isReading(sent) }
    }

    private mutating func judgeResponses() {
        for response in responses where response.action != "dismiss" {
            let key = "\(response.sent.messageID) \(response.action) \(response.input)"
            let count = (0...state.generation).reduce(0) { $0 + opens["\($1) \(key)", default: 0] }
            if response.isDone, response.isOwn, response.wasUnlocked, count == 0 { blame("never handled: \(key)") }
        }
        let answered = Set(responses.map { "\($0.sent.messageID) \($0.action) \($0.input)" })
        for key in opens.keys where !answered.contains(where: { key.hasSuffix(" " + $0) }) {
            blame("handled without an answer of the person: \(key)")
        }
        let foreign = responses.filter(\.isForeign).map { "\($0.sent.messageID) \($0.action) \($0.input)" }
        let own = Set(responses.filter { !$0.isForeign }.map { "\($0.sent.messageID) \($0.action) \($0.input)" })
        for key in foreign where !own.contains(key) && opens.keys.contains(where: { $0.hasSuffix(" " + key) }) {
            blame("handled for somebody else: \(key)")
        }
    }

    private mutating func judgeReceipts(_ ledger: Ledger) {
        faults += ledger.faults
        var counts: [String: Int] = [:]
        for event in ledger.receipts {
            let answer = event.kind == .opened ? " \(event.action) \(event.input)" : ""
            counts["\(event.message) \(event.kind.rawValue)\(answer)", default: 0] += 1
        }
        // A new install is another device to the server.
        for (key, count) in counts.sorted(by: { $0.key < $1.key }) where count > state.generation + 1 {
            blame("\(count) receipts: \(key)")
        }
        for (key, generation) in due.sorted(by: { $0.key < $1.key })
        where generation == state.generation && counts[key, default: 0] == 0 {
            blame("no receipt: \(key)")
        }
    }
}
