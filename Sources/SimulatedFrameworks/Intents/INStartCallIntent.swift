package import ProcessLocal
public import UserNotifications

/// An earlier call that a call has to do with.
open class INCallRecord: NSObject {}
/// Which earlier calls are meant.
open class INCallRecordFilter: NSObject {}

/// What a call is heard on.
public enum INCallAudioRoute: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// The loudspeaker.
    case speakerphoneAudioRoute = 1
    /// A wireless headset.
    case bluetoothAudioRoute = 2
}

/// Whom a call goes to.
public enum INCallDestinationType: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// Somebody.
    case normal = 1
    /// Help.
    case emergency = 2
    /// The answering machine.
    case voicemail = 3
    /// Whoever was called last.
    case redial = 4
    /// Whoever called.
    case callBack = 5
}

/// What a call carries.
public enum INCallCapability: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// Sound.
    case audioCall = 1
    /// Sound and pictures.
    case videoCall = 2
}

/// A call that is made or, donated as incoming, received.
open class INStartCallIntent: INIntent, UNNotificationContentProviding {
    /// Who takes part; of an incoming call the caller.
    open private(set) var contacts: [INPerson]?
    /// What it is heard on.
    open private(set) var audioRoute: INCallAudioRoute
    /// Whom it goes to.
    open private(set) var destinationType: INCallDestinationType
    /// What it carries.
    open private(set) var callCapability: INCallCapability

    /// Describes a call.
    public init(
        callRecordFilter: INCallRecordFilter?, callRecordToCallBack: INCallRecord?, audioRoute: INCallAudioRoute,
        destinationType: INCallDestinationType, contacts: [INPerson]?, callCapability: INCallCapability
    ) {
        self.contacts = contacts
        self.audioRoute = audioRoute
        self.destinationType = destinationType
        self.callCapability = callCapability
    }
}

extension INStartCallIntent: CommunicationProviding {
    package var communication: WireCommunication? {
        guard let caller = contacts?.first else { return nil }
        return WireCommunication(
            isCall: true, senderName: caller.displayName, senderHandle: caller.personHandle?.value ?? "",
            hasAvatar: caller.image != nil || hasImage, conversation: nil, groupName: nil)
    }
}
