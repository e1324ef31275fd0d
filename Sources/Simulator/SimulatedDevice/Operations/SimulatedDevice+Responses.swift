import Foundation
import Locking
import ProcessLocal

extension SimulatedDevice {
    /// Taps a notification in the list, by default the newest, and so opens its app.
    public func tap(_ identifier: String? = nil, in bundleID: String) async throws {
        let notification = try take(identifier, in: bundleID, reason: "tapped")
        let response = WireResponse(
            notification: notification, actionIdentifier: "com.apple.UNNotificationDefaultActionIdentifier",
            userText: nil, hasScene: true)
        note(response, bundleID)
        try await open(bundleID, response: response, reason: "tap")
    }

    /// Swipes a notification away.
    ///
    /// The app hears of it, in the background, only if the notification's category asks for that.
    public func dismiss(_ identifier: String? = nil, in bundleID: String) async throws {
        let category = category(of: try find(identifier, in: bundleID), bundleID)
        let notification = try take(identifier, in: bundleID, reason: "dismissed")
        let response = WireResponse(
            notification: notification, actionIdentifier: "com.apple.UNNotificationDismissActionIdentifier",
            userText: nil, hasScene: false)
        note(response, bundleID)
        guard let category, category.options & 1 != 0 else { return }
        try await respondInBackground(response, bundleID, reason: "dismiss")
    }

    /// Clears the whole list of an app; the app hears nothing of it, which is unverified on a device.
    public func clearAll(in bundleID: String) throws {
        let delivered = try app(bundleID).delivered
        update(bundleID) { $0.delivered = [] }
        for entry in delivered {
            timeline.add(
                .removed, app: bundleID, notification: entry.notification.request.identifier, ["reason": "cleared"])
        }
    }

    /// Clears a group of notifications; the app hears nothing of it, which is unverified on a device.
    ///
    /// A group is what has the same thread identifier.
    public func clearGroup(_ thread: String, in bundleID: String) throws {
        let names = try app(bundleID).delivered.map(\.notification.request)
            .filter { $0.content.threadIdentifier == thread }.map(\.identifier)
        remove(names, in: bundleID, reason: "cleared")
    }

    /// Presses a button of a notification.
    ///
    /// A button with the option `foreground` opens the app; any other launches or resumes it in the background, without a
    /// scene.
    public func act(
        _ action: String, on identifier: String? = nil, text: String? = nil, in bundleID: String
    ) async throws {
        let notification = try find(identifier, in: bundleID)
        guard let button = buttons(of: notification, bundleID).first(where: { $0.identifier == action }) else {
            throw DeviceError(
                .unknownAction,
                "The notification \(notification.request.identifier) has no button \(action). Its category is "
                    + "\"\(notification.request.content.categoryIdentifier)\".")
        }
        try await press(button, notification, text: text, bundleID)
    }

    /// Writes a reply with the first button of a notification that asks for a text.
    public func reply(_ text: String, to identifier: String? = nil, in bundleID: String) async throws {
        let notification = try find(identifier, in: bundleID)
        guard let button = buttons(of: notification, bundleID).first(where: { $0.textInput != nil }) else {
            throw DeviceError(
                .unknownAction,
                "The notification \(notification.request.identifier) has no button that asks for a text.")
        }
        try await press(button, notification, text: text, bundleID)
    }

    /// Follows the system's button to the app's own notification settings.
    ///
    /// - Parameters:
    ///   - bundleID: The app.
    ///   - identifier: The notification whose button it was; nil for the one in the Settings app.
    /// - Throws: `DeviceError` when app or notification are not there.
    public func openNotificationSettings(of bundleID: String, from identifier: String? = nil) async throws {
        let notification = try identifier.map { try find($0, in: bundleID) }
        try await open(bundleID, reason: "settings")
        _ = await callApp(bundleID, "openSettings", notification: identifier, .openSettings(notification))
    }

    private func press(
        _ button: WireAction, _ notification: WireNotification, text: String?, _ bundleID: String
    ) async throws {
        if button.options & 1 != 0, state.withLock({ $0.isLocked }) {
            throw DeviceError(.locked, "The button \(button.identifier) needs an unlocked device. Unlock it first.")
        }
        let isForeground = button.options & 4 != 0
        let response = WireResponse(
            notification: notification, actionIdentifier: button.identifier,
            userText: button.textInput == nil ? nil : text ?? "", hasScene: isForeground)
        if let option = await askContentExtension(response, bundleID), option != 2 {
            // The content extension has dealt with it; the app hears nothing.
            if option == 1 { _ = try take(notification.request.identifier, in: bundleID, reason: "content") }
            return
        }
        _ = try take(notification.request.identifier, in: bundleID, reason: "action")
        note(response, bundleID)
        if isForeground {
            try await open(bundleID, response: response, reason: "action")
        } else {
            try await respondInBackground(response, bundleID, reason: "action")
        }
    }

    private func respondInBackground(_ response: WireResponse, _ bundleID: String, reason: String) async throws {
        let isLaunch = phase(of: bundleID) == .notRunning
        try await inBackground(bundleID, notification: nil, reason: reason) {
            // The app has as long as for a silent push; the figure is unverified on a device.
            _ = await within(self.configuration.wakeTimeLimit, of: self.time) {
                await self.callApp(
                    bundleID, "didReceive", notification: response.notification.request.identifier,
                    .didReceive(response, isLaunch: isLaunch))
            }
        }
    }

    // MARK: The list

    func find(_ identifier: String?, in bundleID: String) throws -> WireNotification {
        let delivered = try app(bundleID).delivered.map(\.notification)
        guard let found = delivered.first(where: { identifier == nil || $0.request.identifier == identifier }) else {
            let which = identifier.map { "no notification \($0)" } ?? "no notification"
            throw DeviceError(.unknownNotification, "There is \(which) of \(bundleID) in the list.")
        }
        return found
    }

    private func take(_ identifier: String?, in bundleID: String, reason: String) throws -> WireNotification {
        let found = try find(identifier, in: bundleID)
        remove([found.request.identifier], in: bundleID, reason: reason)
        return found
    }

    /// Takes notifications off the list; nil takes all of them.
    func remove(_ identifiers: [String]?, in bundleID: String, reason: String) {
        let removed = update(bundleID) { app -> [String] in
            let names = app.delivered.map(\.notification.request.identifier)
            let gone = names.filter { identifiers?.contains($0) ?? true }
            app.delivered.removeAll { gone.contains($0.notification.request.identifier) }
            return gone
        }
        for identifier in removed ?? [] {
            timeline.add(.removed, app: bundleID, notification: identifier, ["reason": reason])
        }
    }

    private func category(of notification: WireNotification, _ bundleID: String) -> WireCategory? {
        guard let app = try? app(bundleID) else { return nil }
        return app.delivered.first { $0.notification == notification }.flatMap(app.category)
    }

    private func buttons(of notification: WireNotification, _ bundleID: String) -> [WireAction] {
        guard let app = try? app(bundleID) else { return [] }
        return app.delivered.first { $0.notification == notification }.map(app.actions) ?? []
    }

    private func note(_ response: WireResponse, _ bundleID: String) {
        var details = ["action": response.actionIdentifier]
        if let text = response.userText { details["text"] = text }
        timeline.add(
            .responded, app: bundleID, notification: response.notification.request.identifier, details)
    }
}
