#if !os(macOS) && !os(watchOS) && !os(tvOS)
    public import CallKit
    import Foundation

    /// Everything that an app can set about its calls.
    public struct CallsConfiguration: Sendable {
        /// How long a call rings whose push does not say it; 60 s by default.
        public var ringTimeout: Duration = .seconds(60)
        /// How long server and media may take after the person has answered; 60 s by default, and never longer than the
        /// system waits.
        public var connectTimeout: Duration = .seconds(60)
        /// How many calls may go on side by side; 1 by default: a second one is turned away.
        public var maximumCallGroups = 1
        /// How many calls may be joined into one; 1 by default.
        public var maximumCallsPerCallGroup = 1
        /// Whether calls may have a picture; true by default.
        public var supportsVideo = true
        /// Whether calls stand in the list of recent ones; true by default.
        public var includesCallsInRecents = true
        /// The file of the sound that rings; the system's own by default.
        public var ringtoneSound: String?
        /// The picture of the button that leads into the app.
        public var iconTemplateImageData: Data?
        /// What the handles of callers are; names of the app's own by default.
        public var handleType: CXHandle.HandleType = .generic
        /// What stands in the place of the name where a push could not be read.
        public var unknownCallerName = "Unknown"
        /// Whether the app listens to the server while it is on the screen; true by default.
        public var usesLiveConnection = true
        /// From which time between a push and its report on a warning is given; 1 s by default.
        public var reportDelayLimit: Duration = .seconds(1)

        /// Creates a configuration with the defaults.
        public init() {}

        /// How the system shows the calls.
        var provider: CXProviderConfiguration {
            let provider = CXProviderConfiguration()
            provider.maximumCallGroups = maximumCallGroups
            provider.maximumCallsPerCallGroup = maximumCallsPerCallGroup
            provider.supportsVideo = supportsVideo
            provider.includesCallsInRecents = includesCallsInRecents
            provider.ringtoneSound = ringtoneSound
            provider.iconTemplateImageData = iconTemplateImageData
            provider.supportedHandleTypes = [handleType]
            return provider
        }
    }
#endif
