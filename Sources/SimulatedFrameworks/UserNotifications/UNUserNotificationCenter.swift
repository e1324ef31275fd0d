public import Foundation
internal import ProcessLocal

/// The app's way to the notifications of its device.
open class UNUserNotificationCenter: NSObject {
    private static let shared = ProcessScoped { UNUserNotificationCenter() }

    private override init() {}

    /// The centre of the running process.
    open class func current() -> UNUserNotificationCenter { shared.value }

    /// Whoever is told about notifications; the app keeps it alive, and sets it before it has finished launching.
    open weak var delegate: (any UNUserNotificationCenterDelegate)?

    /// Whether the device can run content extensions.
    open var supportsContentExtensions: Bool { true }

    // MARK: Permission

    /// Asks the person once; later calls answer what was decided.
    open func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
        let reply = await SimulatedProcess.current.call(.requestAuthorization(options: options.rawValue))
        switch reply {
        case .flag(let isGranted): return isGranted
        case .failure: throw reply.error
        default: return false
        }
    }

    /// Asks the person once; later calls answer what was decided.
    open func requestAuthorization(
        options: UNAuthorizationOptions = [],
        completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        answer(.requestAuthorization(options: options.rawValue)) { reply in
            if case .flag(let isGranted) = reply { return completionHandler(isGranted, nil) }
            completionHandler(false, reply.error)
        }
    }

    /// What the person has allowed.
    open func notificationSettings() async -> UNNotificationSettings {
        Self.settings(await SimulatedProcess.current.call(.settings))
    }

    /// What the person has allowed.
    open func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
        answer(.settings) { completionHandler(Self.settings($0)) }
    }

    // MARK: Categories

    /// Replaces all categories.
    open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
        _ = SimulatedProcess.current.callNow(
            .setCategories(categories.map(\.wire).sorted { $0.identifier < $1.identifier }))
    }

    /// The categories that were set last.
    open func notificationCategories() async -> Set<UNNotificationCategory> {
        Self.categories(await SimulatedProcess.current.call(.categories))
    }

    /// The categories that were set last.
    open func getNotificationCategories(completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void) {
        answer(.categories) { completionHandler(Self.categories($0)) }
    }

    // MARK: Requests

    /// Schedules a notification, or shows it now when it has no trigger.
    open func add(_ request: UNNotificationRequest) async throws {
        let reply = await SimulatedProcess.current.call(.add(request.wire))
        if case .failure = reply { throw reply.error }
    }

    /// Schedules a notification, or shows it now when it has no trigger.
    open func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        answer(.add(request.wire)) { reply in
            if case .failure = reply { completionHandler?(reply.error) } else { completionHandler?(nil) }
        }
    }

    /// What is scheduled and not yet due.
    open func pendingNotificationRequests() async -> [UNNotificationRequest] {
        Self.requests(await SimulatedProcess.current.call(.pendingRequests))
    }

    /// What is scheduled and not yet due.
    open func getPendingNotificationRequests(
        completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
    ) {
        answer(.pendingRequests) { completionHandler(Self.requests($0)) }
    }

    /// Unschedules some notifications.
    open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        _ = SimulatedProcess.current.callNow(.removePending(identifiers))
    }

    /// Unschedules all notifications.
    open func removeAllPendingNotificationRequests() { _ = SimulatedProcess.current.callNow(.removePending(nil)) }

    // MARK: Delivered notifications

    /// What stands in the list.
    open func deliveredNotifications() async -> [UNNotification] {
        Self.notifications(await SimulatedProcess.current.call(.deliveredNotifications))
    }

    /// What stands in the list.
    open func getDeliveredNotifications(completionHandler: @escaping @Sendable ([UNNotification]) -> Void) {
        answer(.deliveredNotifications) { completionHandler(Self.notifications($0)) }
    }

    /// Takes some notifications off the list.
    open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        _ = SimulatedProcess.current.callNow(.removeDelivered(identifiers))
    }

    /// Empties the list.
    open func removeAllDeliveredNotifications() { _ = SimulatedProcess.current.callNow(.removeDelivered(nil)) }

    // MARK: Badge

    /// Sets the number on the app's icon; 0 removes it.
    open func setBadgeCount(_ newBadgeCount: Int) async throws {
        guard newBadgeCount >= 0 else { throw UNError(.badgeInputInvalid) }
        _ = await SimulatedProcess.current.call(.setBadge(newBadgeCount))
    }

    /// Sets the number on the app's icon; 0 removes it.
    open func setBadgeCount(
        _ newBadgeCount: Int, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        answer(.setBadge(newBadgeCount)) { _ in
            completionHandler?(newBadgeCount < 0 ? UNError(.badgeInputInvalid) : nil)
        }
    }

    /// Completions run on a thread of the process, not on the main one.
    private func answer(_ call: DeviceCall, _ completion: @escaping @Sendable (DeviceReply) -> Void) {
        let process = SimulatedProcess.current
        process.task {
            let reply = await process.call(call)
            // Whoever waits in a process that is over waits for ever, as on a phone.
            if process.life != .ended { completion(reply) }
        }
    }
}

extension UNUserNotificationCenter {
    fileprivate static func settings(_ reply: DeviceReply) -> UNNotificationSettings {
        guard case .settings(let settings) = reply else { return UNNotificationSettings(wire: WireSettings()) }
        return UNNotificationSettings(wire: settings)
    }

    fileprivate static func categories(_ reply: DeviceReply) -> Set<UNNotificationCategory> {
        guard case .categories(let categories) = reply else { return [] }
        return Set(categories.map(UNNotificationCategory.init(wire:)))
    }

    fileprivate static func requests(_ reply: DeviceReply) -> [UNNotificationRequest] {
        guard case .requests(let requests) = reply else { return [] }
        return requests.map(UNNotificationRequest.init(wire:))
    }

    fileprivate static func notifications(_ reply: DeviceReply) -> [UNNotification] {
        guard case .notifications(let notifications) = reply else { return [] }
        return notifications.map(UNNotification.init(wire:))
    }
}

extension DeviceReply {
    fileprivate var error: any Error {
        guard case .failure(let domain, let code, let message) = self else { return CancellationError() }
        if domain == UNErrorDomain, let code = UNError.Code(rawValue: code) { return UNError(code) }
        return NSError(domain: domain, code: code, userInfo: [NSLocalizedDescriptionKey: message])
    }
}
