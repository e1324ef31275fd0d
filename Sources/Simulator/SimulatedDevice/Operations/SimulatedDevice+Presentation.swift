import Foundation
import Locking
import ProcessLocal

/// How a notification appears; the numbers are those of `UNNotificationPresentationOptions`.
struct Presentation: Sendable {
    var banner: Bool
    var list: Bool
    var sound: Bool
    var badge: Bool

    static let everything = Presentation(banner: true, list: true, sound: true, badge: true)

    init(banner: Bool, list: Bool, sound: Bool, badge: Bool) {
        self.banner = banner
        self.list = list
        self.sound = sound
        self.badge = badge
    }

    init(options: UInt) {
        let alert = options & 4 != 0
        self.init(
            banner: alert || options & 16 != 0, list: alert || options & 8 != 0, sound: options & 2 != 0,
            badge: options & 1 != 0)
    }

    var isNothing: Bool { !(banner || list || sound || badge) }
}

extension SimulatedDevice {
    /// Brings a visible push to the screen: permission, service extension, foreground rule, screen.
    func present(_ received: ReceivedPush, in bundleID: String) async {
        guard let app = try? app(bundleID) else { return }
        guard app.settings.isAllowed else {
            return timeline.add(
                .pushDropped, app: bundleID, notification: received.identifier, ["reason": "not_allowed"])
        }
        var request = received.request
        if received.isMutable, app.settings.alert == 2, let program = app.definition.serviceExtension {
            if configuration.callsExtensionTwice { _ = await runExtension(program, of: bundleID, request) }
            switch await runExtension(program, of: bundleID, request) {
            case .original: break
            case .changed(let content): request.content = content
            case .filtered:
                return timeline.add(
                    .notShown, app: bundleID, notification: request.identifier, ["reason": "filtered"])
            }
        }
        request.content.attachments = store(request.content.attachments, request.identifier, bundleID)
        if configuration.displayDelay > .zero { try? await time.sleep(for: configuration.displayDelay) }
        await show(request, in: bundleID, origin: "push")
    }

    /// Shows a request now: in the foreground the app decides, otherwise what the person allowed.
    ///
    /// An app that is being launched is asked when its launch methods have returned: unverified on a device.
    func show(_ request: WireRequest, in bundleID: String, origin: String) async {
        if let app = try? app(bundleID), app.phase.isForeground, !app.hasLaunched {
            await lanes(bundleID).lifecycle.run {}
        }
        guard let app = try? app(bundleID) else { return }
        let notification = WireNotification(date: now, request: request)
        var presentation = Presentation.everything
        if app.phase.isForeground {
            if configuration.asksTwiceToPresent, origin == "push" { askOnceMore(notification, in: bundleID) }
            guard let asked = await askApp(notification, in: bundleID) else { return }
            presentation = asked
        }
        place(notification, presentation, in: bundleID, origin: origin)
    }

    /// Asks an app in the foreground how to present a notification; nil when it does not appear at all.
    ///
    /// A missing method, an empty answer and no answer in time all keep it from appearing.
    private func askApp(_ notification: WireNotification, in bundleID: String) async -> Presentation? {
        let identifier = notification.request.identifier
        let reply = await within(configuration.presentationTimeLimit, of: time) {
            await self.callApp(bundleID, "willPresent", notification: identifier, .willPresent(notification))
        }
        let reason: String
        switch reply {
        case .presentation(let options)?:
            let presentation = Presentation(options: options)
            if !presentation.isNothing { return presentation }
            reason = "app_declined"
        case .notImplemented?: reason = "not_implemented"
        case .gone?: return .everything
        default: reason = "timed_out"
        }
        timeline.add(.notShown, app: bundleID, notification: identifier, ["reason": reason])
        return nil
    }

    /// Asks the app a second time, half a minute later, as iOS 18.0 did; its answer changes nothing.
    private func askOnceMore(_ notification: WireNotification, in bundleID: String) {
        var again = notification
        again.request.identifier = again.request.identifier.lowercased()
        Task { [again, time] in
            guard (try? await time.sleep(for: .seconds(30))) != nil, self.phase(of: bundleID).isForeground else {
                return
            }
            _ = await self.callApp(
                bundleID, "willPresent", notification: again.request.identifier, .willPresent(again))
        }
    }

    /// Puts a notification on the screen, in place of one with the same name.
    func place(
        _ notification: WireNotification, _ asked: Presentation, in bundleID: String, origin: String,
        isOfSummary: Bool = false
    ) {
        guard let app = try? app(bundleID) else { return }
        let content = notification.request.content
        let identifier = notification.request.identifier
        let settings = app.settings
        let (focus, isMuted, isLocked) = state.withLock { ($0.focus, $0.isMuted, $0.isLocked) }
        let interruption = Interruption(content, of: app, under: focus)
        if interruption.waitsForSummary, !isOfSummary, !app.phase.isForeground, content.hasText {
            return keepForSummary(notification, origin, bundleID)
        }
        var presentation = asked
        // On trial, and for what is to be passive or comes in a summary: into the list, without a sound.
        let isQuiet =
            settings.authorizationStatus == 3 || interruption.level == 0 || interruption.isSilenced || isOfSummary
        presentation.banner = asked.banner && content.hasText && settings.alert == 2 && !isQuiet
        presentation.list = asked.list && content.hasText && settings.notificationCenter == 2
        presentation.sound =
            asked.sound && content.sound != nil && settings.sound == 2 && !isQuiet
            && (!isMuted || interruption.isCritical)
        presentation.badge = asked.badge && content.badge != nil && settings.badge == 2

        let replaced = update(bundleID) { app -> Bool in
            let old = app.delivered.firstIndex { $0.notification.request.identifier == identifier }
            if let old, presentation.list || presentation.banner { app.delivered.remove(at: old) }
            if presentation.list {
                let knowsCategory = !app.freshCategories.contains(content.categoryIdentifier)
                app.delivered.insert(
                    Delivered(notification: notification, origin: origin, knowsCategory: knowsCategory), at: 0)
            }
            app.freshCategories = []
            return old != nil
        }
        // Uninstalled in the last moment.
        guard let replaced else { return }
        if presentation.banner || presentation.list || presentation.sound {
            var details = [
                "title": content.title, "subtitle": content.subtitle, "body": content.body,
                "banner": "\(presentation.banner)", "list": "\(presentation.list)",
                "sound": "\(presentation.sound)", "replaced": "\(replaced)",
                "attachments": "\(content.attachments.count)", "category": content.categoryIdentifier,
                "origin": origin, "level": Self.levelNames[Int(min(interruption.level, 3))],
            ]
            if interruption.isSilenced { details["silenced"] = "focus" }
            if isLocked {
                // That what a Focus silences stays off the lock screen is unverified on a device.
                let isThere = content.hasText && settings.lockScreen == 2 && !interruption.isSilenced
                details["lockScreen"] = "\(isThere)"
            }
            if presentation.sound, let sound = content.sound {
                details["soundName"] = SoundFile.resolved(sound.name, in: app.soundFolders)
            }
            if let communication = interruption.communication {
                details["sender"] = communication.senderName
                details["avatar"] = "\(communication.hasAvatar)"
            }
            timeline.add(.shown, app: bundleID, notification: identifier, details)
        }
        if presentation.badge, let badge = content.badge { setBadge(badge, bundleID, by: origin) }
    }

    private static let levelNames = ["passive", "active", "timeSensitive", "critical"]

    /// Sets the number on the icon; no code of the app runs for it.
    func setBadge(_ value: Int, _ bundleID: String, by origin: String) {
        let changed = update(bundleID) { app in
            defer { app.badge = max(0, value) }
            return app.badge != max(0, value)
        }
        if changed == true {
            timeline.add(.badgeChanged, app: bundleID, ["value": "\(max(0, value))", "by": origin])
        }
    }

    /// Moves attachments into the device's store; what cannot be moved is dropped.
    ///
    /// That the notification then appears without it, rather than not at all, is unverified on a device.
    func store(_ attachments: [WireAttachment], _ identifier: String, _ bundleID: String) -> [WireAttachment] {
        let store = directory.appendingPathComponent("store")
        return attachments.compactMap { attachment in
            var attachment = attachment
            if attachment.url.path.hasPrefix(store.path) { return attachment }
            let target = store.appendingPathComponent(UUID().uuidString)
                .appendingPathExtension(attachment.url.pathExtension)
            do {
                try FileManager.default.moveItem(at: attachment.url, to: target)
            } catch {
                timeline.add(
                    .attachmentDropped, app: bundleID, notification: identifier, ["reason": "not_moved"])
                return nil
            }
            attachment.url = target
            return attachment
        }
    }
}

extension WireSettings {
    /// Whether the app may notify at all.
    var isAllowed: Bool { [2, 3, 4].contains(authorizationStatus) }
}
