public import AVFAudio
public import Foundation
internal import ProcessLocal

/// What an app is told about its calls; all but the first method are optional on Apple's platforms.
public protocol CXProviderDelegate: NSObjectProtocol {
    /// All calls are over: clean up.
    func providerDidReset(_ provider: CXProvider)
    /// The provider is ready.
    func providerDidBegin(_ provider: CXProvider)
    /// A transaction is to be done; true when the app does it as a whole.
    func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool
    /// Somebody is to be called.
    func provider(_ provider: CXProvider, perform action: CXStartCallAction)
    /// The person answers.
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction)
    /// The person declines or hangs up.
    func provider(_ provider: CXProvider, perform action: CXEndCallAction)
    /// A call is held or goes on.
    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction)
    /// The microphone goes off or on.
    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction)
    /// A call joins or leaves others.
    func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction)
    /// Tones are to be sent.
    func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction)
    /// An action was not done in time.
    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction)
    /// The sound belongs to the call now.
    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession)
    /// The sound does not belong to the call any more.
    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession)
}

extension CXProviderDelegate {
    /// Marks the method as missing.
    public func providerDidBegin(_ provider: CXProvider) { OptionalRequirement.notImplemented() }
    /// Leaves the actions to the other methods.
    public func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool { false }
    /// Marks the method as missing.
    public func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        OptionalRequirement.notImplemented()
    }
    /// Marks the method as missing.
    public func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        OptionalRequirement.notImplemented()
    }
    /// Marks the method as missing.
    public func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
        OptionalRequirement.notImplemented()
    }
    /// Marks the method as missing.
    public func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
        OptionalRequirement.notImplemented()
    }
    /// Marks the method as missing.
    public func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
        OptionalRequirement.notImplemented()
    }
    /// Marks the method as missing.
    public func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction) {
        OptionalRequirement.notImplemented()
    }
    /// Marks the method as missing.
    public func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {
        OptionalRequirement.notImplemented()
    }
    /// Marks the method as missing.
    public func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
        OptionalRequirement.notImplemented()
    }
    /// Marks the method as missing.
    public func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
        OptionalRequirement.notImplemented()
    }
    /// Marks the method as missing.
    public func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {
        OptionalRequirement.notImplemented()
    }
}
