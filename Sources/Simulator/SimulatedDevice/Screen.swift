public import Foundation
import ProcessLocal

/// What stands on the screen of a device for one app.
public struct Screen: Codable, Sendable, Hashable {
    /// A notification in the list.
    public struct Notification: Codable, Sendable, Hashable {
        /// Its name.
        public let identifier: String
        /// First line.
        public let title: String
        /// Second line.
        public let subtitle: String
        /// Main text.
        public let body: String
        /// The group it belongs to.
        public let thread: String
        /// The buttons that it offers, by identifier.
        public let actions: [String]
        /// The files attached to it, in the device's store.
        public let attachments: [URL]
        /// When it came.
        public let date: Date
        /// Whether it came as a push, rather than from the app.
        public let isPush: Bool
        /// Its `userInfo` as JSON text.
        public let userInfo: String
    }

    /// The app.
    public let bundleID: String
    /// The state that it is in.
    public let phase: AppPhase
    /// The number on its icon; 0 is none.
    public let badge: Int
    /// The list, newest first.
    public let notifications: [Notification]
}

extension SimulatedDevice {
    /// What stands on the screen for an app.
    public func screen(of bundleID: String) throws -> Screen {
        let app = try app(bundleID)
        return Screen(
            bundleID: bundleID, phase: app.phase, badge: app.badge,
            notifications: app.delivered.map { entry in
                let request = entry.notification.request
                let category = app.categories.first { $0.identifier == request.content.categoryIdentifier }
                return Screen.Notification(
                    identifier: request.identifier, title: request.content.title, subtitle: request.content.subtitle,
                    body: request.content.body, thread: request.content.threadIdentifier,
                    actions: category?.actions.map(\.identifier) ?? [],
                    attachments: request.content.attachments.map(\.url), date: entry.notification.date,
                    isPush: request.trigger == .push, userInfo: request.content.userInfo.json)
            })
    }
}

extension WireValue {
    /// The value as JSON text, keys in alphabetical order.
    var json: String {
        let data = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .fragmentsAllowed])
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
