public import Foundation
internal import ProcessLocal

/// Why a call that came in is not shown.
public struct CXErrorCodeIncomingCallError: Error, CustomNSError, Hashable, Sendable {
    /// The reasons.
    public enum Code: Int, Sendable {
        /// Not known.
        case unknown = 0
        /// The app may not have calls.
        case unentitled = 1
        /// There is a call with this UUID.
        case callUUIDAlreadyExists = 2
        /// The person does not want to be disturbed.
        case filteredByDoNotDisturb = 3
        /// The person does not want to hear from the caller.
        case filteredByBlockList = 4
        /// The phone is shared with restrictions.
        case filteredDuringRestrictedSharingMode = 5
        /// The call is protected.
        case callIsProtected = 6
        /// People are there whom the person does not want to be called by now.
        case filteredBySensitiveParticipants = 7
    }

    /// The reason.
    public let code: Code
    /// Makes an error.
    public init(_ code: Code) { self.code = code }
    /// The domain of every such error.
    public static var errorDomain: String { CXErrorDomainIncomingCall }
    /// The number of the reason.
    public var errorCode: Int { code.rawValue }
}

/// Why a transaction was refused.
public struct CXErrorCodeRequestTransactionError: Error, CustomNSError, Hashable, Sendable {
    /// The reasons.
    public enum Code: Int, Sendable {
        /// Not known.
        case unknown = 0
        /// The app may not have calls.
        case unentitled = 1
        /// The app has no provider.
        case unknownCallProvider = 2
        /// There is nothing to do in it.
        case emptyTransaction = 3
        /// There is no such call.
        case unknownCallUUID = 4
        /// There is a call with this UUID.
        case callUUIDAlreadyExists = 5
        /// It cannot be done to the call as it is.
        case invalidAction = 6
        /// There are as many calls as there may be.
        case maximumCallGroupsReached = 7
        /// The call is protected.
        case callIsProtected = 8
    }

    /// The reason.
    public let code: Code
    /// Makes an error.
    public init(_ code: Code) { self.code = code }
    /// The domain of every such error.
    public static var errorDomain: String { CXErrorDomainRequestTransaction }
    /// The number of the reason.
    public var errorCode: Int { code.rawValue }
}

/// Why a service extension could not hand on a call.
public struct CXErrorCodeNotificationServiceExtensionError: Error, CustomNSError, Hashable, Sendable {
    /// The reasons.
    public enum Code: Int, Sendable {
        /// Not known.
        case unknown = 0
        /// It is no service extension that asks.
        case invalidClientProcess = 1
        /// The extension may not keep pushes from being shown.
        case missingNotificationFilteringEntitlement = 2
    }

    /// The reason.
    public let code: Code
    /// Makes an error.
    public init(_ code: Code) { self.code = code }
    /// The domain of every such error.
    public static var errorDomain: String { CXErrorDomainNotificationServiceExtension }
    /// The number of the reason.
    public var errorCode: Int { code.rawValue }
}

/// What else can go wrong with calls.
public struct CXErrorCode: Error, CustomNSError, Hashable, Sendable {
    /// The reasons.
    public enum Code: Int, Sendable {
        /// Not known.
        case unknownError = 0
        /// The app may not have calls.
        case unentitled = 1
        /// What was asked makes no sense.
        case invalidArgument = 2
        /// The property list does not say that the app has calls.
        case missingVoIPBackgroundMode = 3
    }

    /// The reason.
    public let code: Code
    /// Makes an error.
    public init(_ code: Code) { self.code = code }
    /// The domain of every such error.
    public static var errorDomain: String { CXErrorDomain }
    /// The number of the reason.
    public var errorCode: Int { code.rawValue }
}

/// The domain of general errors.
public let CXErrorDomain = "com.apple.CallKit.error"
/// The domain of errors about calls that came in.
public let CXErrorDomainIncomingCall = "com.apple.CallKit.error.incomingcall"
/// The domain of errors about transactions.
public let CXErrorDomainRequestTransaction = "com.apple.CallKit.error.requesttransaction"
/// The domain of errors of service extensions.
public let CXErrorDomainNotificationServiceExtension = "com.apple.CallKit.error.notificationserviceextension"

extension DeviceReply {
    /// The error that the system answered; nil when it did what was asked.
    var callError: (any Error)? {
        guard case .failure(let domain, let code, _) = self else { return nil }
        switch domain {
        case CXErrorDomainIncomingCall: return CXErrorCodeIncomingCallError(.init(rawValue: code) ?? .unknown)
        case CXErrorDomainRequestTransaction:
            return CXErrorCodeRequestTransactionError(.init(rawValue: code) ?? .unknown)
        case CXErrorDomainNotificationServiceExtension:
            return CXErrorCodeNotificationServiceExtensionError(.init(rawValue: code) ?? .unknown)
        default: return CXErrorCode(.init(rawValue: code) ?? .unknownError)
        }
    }
}
