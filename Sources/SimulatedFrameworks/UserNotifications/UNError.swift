public import Foundation

/// The error domain of notifications.
public let UNErrorDomain = "UNErrorDomain"

/// An error of the notification centre.
public struct UNError: Error, CustomNSError, Hashable, Sendable {
    /// What went wrong.
    public enum Code: Int, Sendable {
        /// The app is not allowed to notify.
        case notificationsNotAllowed = 1
        /// The attachment's URL is no readable file.
        case attachmentInvalidURL = 100
        /// The attachment's type is not supported.
        case attachmentUnrecognizedType = 101
        /// The attachment is too large.
        case attachmentInvalidFileSize = 102
        /// The attachment is not in the system's store.
        case attachmentNotInDataStore = 103
        /// The attachment could not be moved into the system's store.
        case attachmentMoveIntoDataStoreFailed = 104
        /// The attachment's file is damaged.
        case attachmentCorrupt = 105
        /// The trigger names no date.
        case notificationInvalidNoDate = 1400
        /// There is nothing to show.
        case notificationInvalidNoContent = 1401
        /// The object may not provide content.
        case contentProvidingObjectNotAllowed = 1500
        /// The object provides no valid content.
        case contentProvidingInvalid = 1501
        /// The badge number is not valid.
        case badgeInputInvalid = 1600
    }

    /// What went wrong.
    public let code: Code

    /// Makes an error of a kind.
    public init(_ code: Code) { self.code = code }

    /// The domain of every such error.
    public static var errorDomain: String { UNErrorDomain }
    /// The number of its kind.
    public var errorCode: Int { code.rawValue }
    /// Nothing beyond the code.
    public var errorUserInfo: [String: Any] { [:] }
}
