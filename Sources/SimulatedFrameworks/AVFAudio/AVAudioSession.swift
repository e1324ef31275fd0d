public import Foundation
internal import ProcessLocal

/// The sound of the app, as far as calls need it.
///
/// Nothing sounds here: the phone only notes when calls have the sound. That no category has to be set is a simplification.
open class AVAudioSession: NSObject {
    private static let box = ProcessScoped { AVAudioSession() }

    private override init() {}

    /// The session of the running app.
    open class func sharedInstance() -> AVAudioSession { box.value }

    /// Whether the app may use the microphone.
    public enum RecordPermission: UInt, Sendable {
        /// Nobody was asked yet.
        case undetermined = 1_970_168_948
        /// It may not.
        case denied = 1_684_369_017
        /// It may.
        case granted = 1_735_552_628
    }

    /// Whether the app may use the microphone.
    open var recordPermission: RecordPermission {
        guard case .number(let number) = SimulatedProcess.current.callNow(.recordPermission) else {
            return .undetermined
        }
        return RecordPermission(rawValue: UInt(number)) ?? .undetermined
    }

    /// Asks the person for the microphone, once per install.
    open func requestRecordPermission(_ response: @escaping @Sendable (Bool) -> Void) {
        let process = SimulatedProcess.current
        process.task {
            guard case .flag(let isGranted) = await process.call(.requestRecordPermission) else {
                return response(false)
            }
            response(isGranted)
        }
    }
}
