import Foundation
import TidingsCalls

extension SampleAppDelegate: CallsDelegate {
    /// Takes part in calls; what they are about is left to the diary, for the sample has nobody to talk to.
    func startCalls() {
        Tidings.calls.delegate = self
        Tidings.calls.start { SampleMedia($0) }
    }

    func callDidStartRinging(_ call: IncomingCall) {
        Diary.shared.note(
            "callRinging",
            ["call": call.id.uuidString.lowercased(), "from": call.displayName, "by": call.source.rawValue]
        )
    }

    func callWasTurnedAway(_ call: IncomingCall, ongoing: IncomingCall) {
        Diary.shared.note("callTurnedAway", ["call": call.id.uuidString.lowercased(), "from": call.displayName])
    }

    func callDidConnect(_ call: IncomingCall) {
        Diary.shared.note("callConnected", ["call": call.id.uuidString.lowercased(), "from": call.displayName])
    }

    func callDidEnd(_ call: IncomingCall, _ end: CallEnd) {
        Diary.shared.note(
            "callEnded", ["call": call.id.uuidString.lowercased(), "from": call.displayName, "end": end.rawValue])
    }

    func callWasMissed(_ notice: CallNotice) {
        Diary.shared.note("callMissed", ["call": notice.id, "from": notice.caller?.name ?? ""])
    }

    func callsWarn(_ warning: CallWarning) { Diary.shared.note("callWarning", ["text": "\(warning)"]) }
}

/// Connects at once and is silent; an app has its media library here.
@MainActor
private final class SampleMedia: CallMedia {
    init(_ call: IncomingCall) {}

    func connect() async throws {}
    func disconnect() {}
}
