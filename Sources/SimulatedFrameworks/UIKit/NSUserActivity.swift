public import Foundation

/// The type of an activity that is a web page, as universal links are.
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

/// Something that the person was doing, to be gone on with.
///
/// Foundation has it on Apple's platforms; here it is part of UIKit.
open class NSUserActivity: NSObject {
    /// What kind of activity it is.
    public let activityType: String
    /// The web page, where it is one.
    open var webpageURL: URL?
    /// A title for people.
    open var title: String?
    /// More about it.
    open var userInfo: [AnyHashable: Any]?

    /// Describes an activity.
    public init(activityType: String) { self.activityType = activityType }
}

/// Something that can restore the state of an activity.
public protocol UIUserActivityRestoring: NSObjectProtocol {
    /// Restores it.
    func restoreUserActivityState(_ userActivity: NSUserActivity)
}
