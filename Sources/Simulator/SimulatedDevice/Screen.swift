public import Foundation
import Locking
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
        /// What can be read of it at the moment: title, subtitle and body, each empty where it is hidden.
        public let visibleText: [String]
        /// The group it belongs to.
        public let thread: String
        /// The buttons that it offers, by identifier.
        public let actions: [String]
        /// The files attached to it, in the device's store.
        public let attachments: [URL]
        /// Whom it is from, where it stands there as a message or call of a person.
        public let sender: String?
        /// Whether the person has opened it up, so that its content extension draws it.
        public let isExpanded: Bool
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

    /// The list as it is drawn: notifications with the same thread identifier stand together, under the newest of them.
    ///
    /// Summary arguments are ignored, as since iOS 15. Source: Apple's headers. That those without a thread form one group is
    /// unverified on a device.
    public var groups: [[Notification]] {
        var groups: [[Notification]] = []
        for notification in notifications {
            if let index = groups.firstIndex(where: { $0[0].thread == notification.thread }) {
                groups[index].append(notification)
            } else {
                groups.append([notification])
            }
        }
        return groups
    }
}

extension SimulatedDevice {
    /// What stands on the screen for an app.
    public func screen(of bundleID: String) throws -> Screen {
        let app = try app(bundleID)
        let (isLocked, focus) = state.withLock { ($0.isLocked, $0.focus) }
        return Screen(
            bundleID: bundleID, phase: app.phase, badge: app.badge,
            notifications: app.delivered.map { entry in
                let request = entry.notification.request
                let category = app.category(of: entry)
                let preview = Preview(
                    request.content, category, showPreviews: app.settings.showPreviews, isLocked: isLocked)
                return Screen.Notification(
                    identifier: request.identifier, title: request.content.title, subtitle: request.content.subtitle,
                    body: request.content.body, visibleText: [preview.title, preview.subtitle, preview.body],
                    thread: request.content.threadIdentifier,
                    actions: app.actions(of: entry).map(\.identifier),
                    attachments: request.content.attachments.map(\.url),
                    sender: Interruption(request.content, of: app, under: focus).communication?.senderName,
                    isExpanded: entry.isExpanded, date: entry.notification.date,
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
