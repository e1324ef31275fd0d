import AVFAudio
import CallKit
import PushKit
import Testing

/// What the modules of calls have of Apple's declarations.
struct CallModuleTests {
    @Test func `enumerations of CallKit and AVFAudio have Apple's raw values`() {
        let reasons: [CXCallEndedReason] = [
            .failed, .remoteEnded, .unanswered, .answeredElsewhere, .declinedElsewhere,
        ]
        #expect(reasons.map(\.rawValue) == [1, 2, 3, 4, 5])
        #expect([CXHandle.HandleType.generic, .phoneNumber, .emailAddress].map(\.rawValue) == [1, 2, 3])
        let permissions: [AVAudioSession.RecordPermission] = [.undetermined, .denied, .granted]
        #expect(
            permissions.map { withUnsafeBytes(of: UInt32($0.rawValue).bigEndian, Array.init) }
                == ["undt", "deny", "grnt"].map { Array($0.utf8) })
        #expect(PKPushType.voIP.rawValue == "PKPushTypeVoIP")
    }

    @Test func `errors of CallKit have Apple's codes`() {
        let incoming: [CXErrorCodeIncomingCallError.Code] = [
            .unknown, .unentitled, .callUUIDAlreadyExists, .filteredByDoNotDisturb, .filteredByBlockList,
            .filteredDuringRestrictedSharingMode, .callIsProtected, .filteredBySensitiveParticipants,
        ]
        #expect(incoming.map(\.rawValue) == Array(0...7))
        let transaction: [CXErrorCodeRequestTransactionError.Code] = [
            .unknown, .unentitled, .unknownCallProvider, .emptyTransaction, .unknownCallUUID, .callUUIDAlreadyExists,
            .invalidAction, .maximumCallGroupsReached, .callIsProtected,
        ]
        #expect(transaction.map(\.rawValue) == Array(0...8))
        let service: [CXErrorCodeNotificationServiceExtensionError.Code] = [
            .unknown, .invalidClientProcess, .missingNotificationFilteringEntitlement,
        ]
        #expect(service.map(\.rawValue) == [0, 1, 2])
        let general: [CXErrorCode.Code] = [.unknownError, .unentitled, .invalidArgument, .missingVoIPBackgroundMode]
        #expect(general.map(\.rawValue) == [0, 1, 2, 3])
    }

    @Test func `what is not set of a call or a provider has Apple's defaults`() {
        let update = CXCallUpdate()
        #expect(update.supportsHolding && update.supportsDTMF && update.supportsGrouping && !update.hasVideo)
        #expect(update.remoteHandle == nil && update.localizedCallerName == nil)
        let configuration = CXProviderConfiguration()
        #expect(configuration.maximumCallGroups == 2 && configuration.maximumCallsPerCallGroup == 5)
        #expect(configuration.includesCallsInRecents && !configuration.supportsVideo)
    }
}
