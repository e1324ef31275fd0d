public import Foundation

/// How the system shows the calls of an app.
open class CXProviderConfiguration: NSObject, NSCopying {
    /// The file of the sound that rings.
    open var ringtoneSound: String?
    /// The picture of the button that leads into the app.
    open var iconTemplateImageData: Data?
    /// How many calls there may be side by side, one of them held; 2 unless set.
    open var maximumCallGroups = 2
    /// How many calls may be joined into one; 5 unless set.
    open var maximumCallsPerCallGroup = 5
    /// Whether calls stand in the list of recent ones; true unless set.
    open var includesCallsInRecents = true
    /// Whether calls may have a picture; false unless set.
    open var supportsVideo = false
    /// The kinds of handles that people have.
    open var supportedHandleTypes: Set<CXHandle.HandleType> = []
    /// Whether the system may translate what is said.
    open var supportsAudioTranslation = false
    /// The app's name as it is shown; since iOS 14 that of the app counts.
    @available(*, deprecated, message: "The app's name is shown")
    open var localizedName: String? { nil }

    /// Makes a configuration.
    public override init() {}

    /// A configuration with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = CXProviderConfiguration()
        copy.ringtoneSound = ringtoneSound
        copy.iconTemplateImageData = iconTemplateImageData
        copy.maximumCallGroups = maximumCallGroups
        copy.maximumCallsPerCallGroup = maximumCallsPerCallGroup
        copy.includesCallsInRecents = includesCallsInRecents
        copy.supportsVideo = supportsVideo
        copy.supportedHandleTypes = supportedHandleTypes
        copy.supportsAudioTranslation = supportsAudioTranslation
        return copy
    }
}

/// Why a call is over, where the person did not end it.
public enum CXCallEndedReason: Int, Sendable {
    /// It could not go on.
    case failed = 1
    /// The other side ended it.
    case remoteEnded = 2
    /// Nobody answered.
    case unanswered = 3
    /// The person answered on another device.
    case answeredElsewhere = 4
    /// The person declined on another device.
    case declinedElsewhere = 5
}
