package import Foundation

/// What a simulated process asks of its device.
package enum DeviceCall: Codable, Sendable {
    case requestAuthorization(options: UInt)
    case settings
    case setCategories([WireCategory])
    case categories
    case add(WireRequest)
    case pendingRequests
    /// Nil removes all of them.
    case removePending([String]?)
    case deliveredNotifications
    /// Nil removes all of them.
    case removeDelivered([String]?)
    case setBadge(Int)
    case badge
    case registerForRemoteNotifications
    case unregisterForRemoteNotifications
    case isRegisteredForRemoteNotifications
    case isProtectedDataAvailable
    case backgroundRefreshStatus
    case localizedText(key: String, arguments: [String])
    /// The time zone that the device is set to.
    case timeZone
    /// The locale that the device is set to.
    case locale
    case backgroundTimeRemaining
    case beginBackgroundTask(name: String)
    case endBackgroundTask(Int)
    case openURL(String, universalLinksOnly: Bool)
    case keychain(KeychainCall)
    /// The app has a handler for a task of the scheduler.
    case registerTask(String)
    case submitTask(WireTask)
    /// Nil cancels all of them.
    case cancelTasks(String?)
    case pendingTasks
    /// `progress`: from 0 to 1; nil for tasks that do not tell.
    case taskCompleted(String, success: Bool, progress: Double?)
    case describeTask(String, title: String, subtitle: String, progress: Double)
    /// The app or its extension tells the system of a message or a call.
    case donate(WireCommunication)
    /// The content extension wants other buttons below the notification that is open.
    case setContentActions([WireAction])
    case performContentDefault
    case dismissContent
    /// The types of pushes that the app's registry wants.
    case setPushTypes([String])
    /// The token of a type of pushes, as the system last gave it out.
    case pushToken(type: String)
    case callKit(CallKitCall)
    /// The numbers of `AVAudioSession.RecordPermission`.
    case recordPermission
    case requestRecordPermission
    case log(kind: String, details: [String: String])
    /// The content handler ran a second time, or something else that Apple answers with a crash.
    case misuse(String)
}

/// The device's answer to a `DeviceCall`.
package enum DeviceReply: Codable, Sendable {
    case done
    case flag(Bool)
    case number(Int)
    case seconds(Double)
    case settings(WireSettings)
    case categories([WireCategory])
    case requests([WireRequest])
    case notifications([WireNotification])
    case keychain(status: Int32, items: [KeychainItem])
    case text(String)
    case tasks([WireTask])
    case calls([WireCall])
    case data(Data)
    case failure(domain: String, code: Int, message: String)
    /// The process is dead or cut off: whatever it asked for did not happen.
    case gone
}

/// One call of the Keychain's four functions.
package enum KeychainCall: Codable, Sendable {
    case add(KeychainItem)
    case find(KeychainQuery, limit: Int?)
    case update(KeychainQuery, data: Data?, accessible: String?)
    case delete(KeychainQuery)
}

/// A generic password.
package struct KeychainItem: Codable, Sendable, Hashable {
    package var service: String
    package var account: String
    /// Empty stands for the program's own group.
    package var accessGroup: String
    package var accessible: String
    package var data: Data

    package init(service: String, account: String, accessGroup: String, accessible: String, data: Data) {
        self.service = service
        self.account = account
        self.accessGroup = accessGroup
        self.accessible = accessible
        self.data = data
    }
}

/// Which generic passwords are meant; nil matches any.
package struct KeychainQuery: Codable, Sendable, Hashable {
    package var service: String?
    package var account: String?
    package var accessGroup: String?

    package init(service: String?, account: String?, accessGroup: String?) {
        self.service = service
        self.account = account
        self.accessGroup = accessGroup
    }
}
