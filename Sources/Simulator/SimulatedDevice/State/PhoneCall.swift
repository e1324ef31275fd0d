public import Foundation
import ProcessLocal

/// A call as it stands on the screen of a simulated phone.
public struct PhoneCall: Sendable, Hashable {
    /// How far a call is.
    public enum State: String, Sendable, Hashable {
        /// It rings.
        case ringing
        /// The person has answered, and the app has not said yet that the call is there; or the person calls somebody.
        case connecting
        /// Both sides hear each other.
        case connected
        /// It waits while another goes on.
        case held
    }

    /// Names the call.
    public let id: UUID
    /// The app that has it.
    public let bundleID: String
    /// Whether the person calls.
    public let isOutgoing: Bool
    /// How far it is.
    public internal(set) var state: State
    /// The name that is shown.
    public internal(set) var name = ""
    /// The number, address or name of the other side.
    public internal(set) var handle = ""
    /// Whether there is a picture.
    public internal(set) var hasVideo = false
    /// Whether the microphone is off.
    public internal(set) var isMuted = false
    /// The call that it is joined with.
    public internal(set) var group: UUID?

    init(id: UUID, bundleID: String, isOutgoing: Bool, state: State) {
        self.id = id
        self.bundleID = bundleID
        self.isOutgoing = isOutgoing
        self.state = state
    }

    mutating func take(_ update: WireCallUpdate) {
        name = update.name ?? name
        handle = update.handle ?? handle
        hasVideo = update.hasVideo ?? hasVideo
    }

    func wire(hasEnded: Bool = false) -> WireCall {
        var wire = WireCall(id: id, isOutgoing: isOutgoing)
        wire.isOnHold = state == .held
        wire.hasConnected = state == .connected || state == .held
        wire.hasEnded = hasEnded
        return wire
    }
}

/// What the device knows of an app's calls, beside the calls themselves.
struct CallAccount: Sendable {
    /// The token for pushes of calls.
    var token: String?
    /// Whether the running app's registry wants pushes of calls.
    var wantsPushes = false
    /// Pushes that the app has in hand and has to report a call for.
    var owed = 0
    /// Calls that were reported and have not paid for a push yet.
    var reports = 0
    /// What is told when the app's registry wants pushes of calls.
    var waiting: [FirstAnswer<Bool>] = []
    /// How often the app was ended for a push that it reported no call for.
    var failures = 0
    /// Whether the person may be called as often as the app's provider says.
    var maximumGroups = 2
    /// What is to be done and what its end is told to.
    var actions: [UUID: FirstAnswer<Bool>] = [:]
    /// The codes with which the next calls are refused.
    var refusals: [Int] = []
    /// The number of `AVAudioSession.RecordPermission`.
    var recordPermission = CallAccount.undetermined

    /// The app is done with a push; whether it has reported a call for it.
    mutating func pay() -> Bool {
        owed -= 1
        guard reports > 0 else { return false }
        reports -= 1
        return true
    }

    static let undetermined = 1_970_168_948
    static let denied = 1_684_369_017
    static let granted = 1_735_552_628
}
