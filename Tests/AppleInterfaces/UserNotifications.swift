// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the SDK uses of Apple's UserNotifications, with Apple's optionality, sendability and availability.
@_exported public import Foundation

public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

public enum UNAuthorizationStatus: Int, Sendable {
    case notDetermined, denied, authorized, provisional
    #if CHECKED_iOS
        case ephemeral
    #endif
}
public struct UNAuthorizationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var badge: Self { Self(rawValue: 1) }
    public static var sound: Self { Self(rawValue: 2) }
    public static var alert: Self { Self(rawValue: 4) }
    public static var provisional: Self { Self(rawValue: 64) }
}
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var badge: Self { Self(rawValue: 1) }
    public static var sound: Self { Self(rawValue: 2) }
    public static var list: Self { Self(rawValue: 8) }
    public static var banner: Self { Self(rawValue: 16) }
}
public enum UNNotificationInterruptionLevel: UInt, Sendable { case passive, active, timeSensitive, critical }
public struct UNNotificationActionOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var authenticationRequired: Self { Self(rawValue: 1) }
    public static var destructive: Self { Self(rawValue: 2) }
    public static var foreground: Self { Self(rawValue: 4) }
}
public struct UNNotificationCategoryOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var customDismissAction: Self { Self(rawValue: 1) }
}

public struct UNNotificationSoundName: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
}
open class UNNotificationSound: NSObject {
    open class var `default`: UNNotificationSound { UNNotificationSound() }
    #if !CHECKED_watchOS
        public init(named name: UNNotificationSoundName) {}
    #endif
    override init() {}
    open class var defaultCritical: UNNotificationSound { UNNotificationSound() }
    open class func defaultCriticalSound(withAudioVolume volume: Float) -> UNNotificationSound { UNNotificationSound() }
    #if !CHECKED_watchOS
        open class func criticalSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
            UNNotificationSound()
        }
        open class func criticalSoundNamed(
            _ name: UNNotificationSoundName, withAudioVolume volume: Float
        ) -> UNNotificationSound { UNNotificationSound() }
    #endif
}
public let UNNotificationAttachmentOptionsThumbnailHiddenKey = "a"
public let UNNotificationAttachmentOptionsThumbnailClippingRectKey = "b"
public let UNNotificationAttachmentOptionsThumbnailTimeKey = "c"
open class UNNotificationAttachment: NSObject {
    public init(identifier: String, url: URL, options: [AnyHashable: Any]? = nil) throws {}
}
open class UNNotificationAction: NSObject {
    public init(identifier: String, title: String, options: UNNotificationActionOptions = []) {}
}
open class UNTextInputNotificationAction: UNNotificationAction {
    public init(
        identifier: String, title: String, options: UNNotificationActionOptions = [], textInputButtonTitle: String,
        textInputPlaceholder: String
    ) { super.init(identifier: identifier, title: title, options: options) }
}
open class UNNotificationCategory: NSObject {
    open var identifier: String { "" }
    public init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        options: UNNotificationCategoryOptions = []
    ) {}
}
open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying {
    open var attachments: [UNNotificationAttachment] { [] }
    open var badge: NSNumber? { nil }
    open var body: String { "" }
    open var categoryIdentifier: String { "" }
    open var interruptionLevel: UNNotificationInterruptionLevel { .active }
    open var relevanceScore: Double { 0 }
    open var sound: UNNotificationSound? { nil }
    open var subtitle: String { "" }
    open var targetContentIdentifier: String? { nil }
    open var threadIdentifier: String { "" }
    open var title: String { "" }
    open var userInfo: [AnyHashable: Any] { [:] }
    open func copy(with zone: NSZone?) -> Any { self }
    open func mutableCopy(with zone: NSZone?) -> Any { self }
}
open class UNMutableNotificationContent: UNNotificationContent {
    private var values: [AnyHashable: Any] = [:]
    override public init() {}
    open override var attachments: [UNNotificationAttachment] {
        get { [] }
        set {}
    }
    open override var badge: NSNumber? {
        get { nil }
        set {}
    }
    open override var body: String {
        get { "" }
        set {}
    }
    open override var categoryIdentifier: String {
        get { "" }
        set {}
    }
    open override var interruptionLevel: UNNotificationInterruptionLevel {
        get { .active }
        set {}
    }
    #if !CHECKED_macOS
        open var launchImageName = ""
    #endif
    open override var relevanceScore: Double {
        get { 0 }
        set {}
    }
    open override var sound: UNNotificationSound? {
        get { nil }
        set {}
    }
    open override var subtitle: String {
        get { "" }
        set {}
    }
    open override var targetContentIdentifier: String? {
        get { nil }
        set {}
    }
    open override var threadIdentifier: String {
        get { "" }
        set {}
    }
    open override var title: String {
        get { "" }
        set {}
    }
    open override var userInfo: [AnyHashable: Any] {
        get { values }
        set { values = newValue }
    }
}
open class UNNotificationTrigger: NSObject {}
open class UNPushNotificationTrigger: UNNotificationTrigger {}
open class UNCalendarNotificationTrigger: UNNotificationTrigger {
    public init(dateMatching dateComponents: DateComponents, repeats: Bool) {}
}
open class UNNotificationRequest: NSObject {
    public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
        self.identifier = identifier
        self.content = content
        self.trigger = trigger
    }
    open private(set) var identifier: String
    open private(set) var content: UNNotificationContent
    open private(set) var trigger: UNNotificationTrigger?
}
open class UNNotification: NSObject {
    init(_ request: UNNotificationRequest) { self.request = request }
    open private(set) var date = Date()
    open private(set) var request: UNNotificationRequest
}
open class UNNotificationResponse: NSObject {
    init(_ notification: UNNotification) { self.notification = notification }
    open private(set) var notification: UNNotification
    open private(set) var actionIdentifier = ""
}
open class UNTextInputNotificationResponse: UNNotificationResponse { open private(set) var userText = "" }
open class UNNotificationSettings: NSObject {
    open private(set) var authorizationStatus = UNAuthorizationStatus.notDetermined
}

open class UNUserNotificationCenter: NSObject {
    override init() {}
    open class func current() -> UNUserNotificationCenter { UNUserNotificationCenter() }
    open weak var delegate: (any UNUserNotificationCenterDelegate)?
    open func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool { false }
    open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {}
    open func notificationCategories() async -> Set<UNNotificationCategory> { [] }
    open func notificationSettings() async -> UNNotificationSettings { UNNotificationSettings() }
    open func add(_ request: UNNotificationRequest) async throws {}
    open func pendingNotificationRequests() async -> [UNNotificationRequest] { [] }
    open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {}
    open func removeAllPendingNotificationRequests() {}
    open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {}
    open func removeAllDeliveredNotifications() {}
    #if !CHECKED_watchOS
        open func setBadgeCount(_ newBadgeCount: Int) async throws {}
    #endif
    open func deliveredNotifications() async -> [UNNotification] { [] }
}
/// Optional on Apple's platforms; required here, so that a method with another signature does not pass for it.
public protocol UNUserNotificationCenterDelegate: AnyObject, NSObjectProtocol {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void)
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void)
    func userNotificationCenter(_ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?)
}
/// `userNotificationCenter?(…)` for a language without optional requirements; the script renames the calls.
extension UNUserNotificationCenterDelegate {
    public func optional_userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) -> Void? { nil }
    public func optional_userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) -> Void? { nil }
    @discardableResult
    public func optional_userNotificationCenter(
        _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
    ) -> Void? { nil }
}
open class UNNotificationServiceExtension: NSObject {
    override public init() {}
    open func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {}
    open func serviceExtensionTimeWillExpire() {}
}
