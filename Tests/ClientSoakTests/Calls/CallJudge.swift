import Foundation
import PushModel
import SimulatedDevice
import Storage

/// Holds phones and server to what calls promise, from the phones' timelines and the server's database alone.
struct CallJudge {
    private(set) var faults: [String] = []
    /// How many pushes of PushKit reached an app, and how many of them were reported.
    private(set) var pushes = 0
    private(set) var reports = 0
    /// How many calls were answered on a phone.
    private(set) var connections = 0
    /// How many rang because the server said so over the live connection.
    private(set) var liveRings = 0

    /// Which phones connected each call.
    private var connected: [String: Set<String>] = [:]

    /// Judges everything that happened.
    static func judge(_ world: CallWorld) async throws -> CallJudge {
        var judge = CallJudge()
        for (index, phone) in world.phones.enumerated() { judge.read(phone, unreported: world.unreported[index] ?? 0) }
        for call in world.calls {
            guard let (call, details) = try await world.server.storage.call(call) else {
                judge.faults.append("a call is gone")
                continue
            }
            judge.read(call, details)
        }
        return judge
    }

    // MARK: A phone

    /// Every push is reported, unless the app was ended or had no token meanwhile; and what rings stops.
    private mutating func read(_ phone: Phone, unreported: Int) {
        var owed: Set<String> = []
        // Pushes whose app was ended before it could report them, for no fault of its own.
        var lost: Set<String> = []
        var ringing: [String: Date] = [:]
        let name = phone.device.name
        for entry in phone.timeline.entries {
            let call = entry["call"] ?? ""
            switch entry.kind {
            case .pushArrived where entry["type"] == "voip":
                pushes += 1
                owed.insert(entry["apnsId"] ?? "")
            case .callPushReported:
                reports += 1
                owed.remove(entry.notification ?? "")
            case .pushDropped where entry["type"] == "voip":
                let push = entry.notification ?? ""
                let isExcused = entry["reason"] == "no_app" || entry["reason"] == "launch_failed" && lost.contains(push)
                if !isExcused { faults.append("\(name) drops a push of a call: \(entry["reason"] ?? "")") }
                owed.remove(push)
            case .ended:
                if entry["reason"] == "voip_unreported" { faults.append("\(name): an app was ended for a push") }
                lost.formUnion(owed)
                owed = []
            case .misuse, .callPushesBlocked: faults.append("\(name): \(entry["what"] ?? "pushes are blocked")")
            case .callRinging: ringing[call] = entry.time
            case "app.rings": liveRings += entry["source"] == "liveConnection" ? 1 : 0
            case .callConnected:
                connections += 1
                connected[call, default: []].insert(name)
                stop(&ringing, entry, name)
            case .callEnded: stop(&ringing, entry, name)
            default: break
            }
        }
        if !owed.isEmpty { faults.append("\(name): \(owed.count) pushes of calls came to nothing") }
        if unreported > lost.count { faults.append("\(name): the app counts \(unreported) unreported pushes") }
        if !ringing.isEmpty { faults.append("\(name): \(ringing.count) calls did not stop to ring") }
    }

    /// How long the system waits for an answer to be carried out, and a little more.
    private static let answerLimit = 32

    /// Something rings no more, which must not have taken longer than it may ring and be answered.
    private mutating func stop(_ ringing: inout [String: Date], _ entry: TimelineEntry, _ phone: String) {
        guard let since = ringing.removeValue(forKey: entry["call"] ?? "") else { return }
        let seconds = Int(entry.time.timeIntervalSince(since))
        if seconds > CallPlan.longestRing + Self.answerLimit { faults.append("\(phone) rang for \(seconds) s") }
    }

    // MARK: A call

    private mutating func read(_ call: Call, _ details: CallDetails) {
        if call.machine.state == .ringing || call.machine.state == .accepted {
            faults.append("a call is \(call.machine.state.rawValue) for ever")
        }
        // Each of the people is told each thing once, and of one end.
        for (person, entries) in Dictionary(grouping: details.events, by: \.externalID) {
            let events = entries.map(\.event)
            let ends = events.count { [.declined, .cancelled, .ended, .missed].contains($0) }
            if Set(events).count != events.count || ends != 1 {
                faults.append("\(person) is told \(events.map(\.rawValue)) of a call")
            }
        }
        // An app that ended amid a call and hears of it once more may be answered again.
        let phones = connected[call.id] ?? []
        if phones.count > 1 { faults.append("a call is answered on \(phones.sorted())") }
        guard phones.count == 1 else { return }
        if call.answeredDevice == nil {
            faults.append("\(phones.sorted()) has a call that the server has not given it")
        }
    }
}
