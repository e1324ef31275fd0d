import Foundation
import Locking
import ProcessLocal

extension SimulatedDevice {
    /// Answers what a process asks.
    func answer(_ call: DeviceCall, from process: ProcessIdentity) async -> DeviceReply {
        let bundleID = process.appBundleIdentifier
        return switch call {
        case .requestAuthorization(let options): await requestAuthorization(options, bundleID)
        case .add(let request): await add(request, from: bundleID)
        case .requestRecordPermission: await requestRecordPermission(bundleID)
        default: answerNow(call, from: process)
        }
    }

    /// Answers what can be answered at once.
    func answerNow(_ call: DeviceCall, from process: ProcessIdentity) -> DeviceReply {
        let bundleID = process.appBundleIdentifier
        guard let app = try? app(bundleID) else { return .gone }
        switch call {
        case .requestAuthorization, .add, .requestRecordPermission:
            return .gone
        case .settings:
            return .settings(app.settings)
        case .setCategories(let categories):
            update(bundleID) { app in
                let isFresh = process.role == .serviceExtension && configuration.forgetsFreshCategories
                let known = Set(app.categories)
                if isFresh { app.freshCategories = Set(categories.filter { !known.contains($0) }.map(\.identifier)) }
                app.categories = categories
            }
            timeline.add(
                .categoriesSet, app: bundleID, process: label(process),
                ["identifiers": categories.map(\.identifier).sorted().joined(separator: ",")])
        case .categories:
            // Reading them makes them known: the way around a category that is missing when its notification is drawn.
            update(bundleID) { $0.freshCategories = [] }
            return .categories(app.categories)
        case .pendingRequests:
            return .requests(app.pending.values.map(\.request).sorted { $0.identifier < $1.identifier })
        case .removePending(let identifiers):
            removePending(identifiers, bundleID)
        case .deliveredNotifications:
            // Those that were due at a place can be removed, but not listed. Source: Apple's headers.
            return .notifications(app.delivered.map(\.notification).filter { !$0.request.isOfPlace })
        case .removeDelivered(let identifiers):
            remove(identifiers, in: bundleID, reason: "app")
        case .setBadge(let value):
            if app.settings.badge == 2 { setBadge(value, bundleID, by: process.role == .app ? "app" : "extension") }
        case .badge:
            return .number(app.badge)
        case .registerForRemoteNotifications:
            register(bundleID)
        case .unregisterForRemoteNotifications:
            update(bundleID) { $0.isRegistered = false }
        case .isRegisteredForRemoteNotifications:
            return .flag(app.isRegistered)
        case .isProtectedDataAvailable:
            return .flag(!state.withLock { $0.isLocked })
        case .backgroundRefreshStatus:
            return .number(backgroundRefreshStatus(app))
        case .localizedText(let key, let arguments):
            return .text(app.definition.strings[key]?.filled(with: arguments) ?? key)
        case .timeZone:
            return .text(state.withLock { $0.timeZone }.identifier)
        case .locale:
            return .text(state.withLock { $0.locale }.identifier)
        case .registerTask(let identifier):
            return registerTask(identifier, process)
        case .submitTask(let task):
            return task.kind == .continued
                ? submitContinued(task, bundleID, from: process) : submitTask(task, bundleID)
        case .cancelTasks(let identifier):
            cancelTasks(identifier, bundleID)
        case .pendingTasks:
            return .tasks(app.tasks.values.map(\.request).sorted { $0.identifier < $1.identifier })
        case .taskCompleted(let identifier, let success, let progress):
            taskCompleted(identifier, success, progress, bundleID)
        case .describeTask(let identifier, let title, let subtitle, let progress):
            describeTask(identifier, title, subtitle, progress, bundleID)
        case .donate(let communication):
            update(bundleID) { _ = $0.donations.insert(communication) }
        case .backgroundTimeRemaining:
            return .seconds(app.phase.isForeground ? .greatestFiniteMagnitude : 30)
        case .beginBackgroundTask:
            return beginBackgroundTask(bundleID)
        case .endBackgroundTask(let number):
            endBackgroundTask(number, bundleID)
        case .openURL(let url, let isUniversalOnly):
            return openURL(url, isUniversalOnly, from: process)
        case .setContentActions(let actions):
            setContentActions(actions, bundleID)
        case .performContentDefault:
            closeContent(bundleID, opensApp: true)
        case .dismissContent:
            closeContent(bundleID, opensApp: false)
        case .keychain(let call):
            return keychain(call, groups: app.keychainGroups)
        case .setPushTypes(let types):
            setPushTypes(types, bundleID)
        case .pushToken(let type):
            guard type == "PKPushTypeVoIP", let token = app.calls.token else { return .done }
            return .data(Data(hexadecimal: token))
        case .callKit(let call):
            return callKit(call, from: process)
        case .recordPermission:
            return .number(app.calls.recordPermission)
        case .log(let kind, let details):
            timeline.add(
                TimelineEntry.Kind(rawValue: kind), app: bundleID, process: label(process), notification: details["id"],
                details)
        case .misuse(let what):
            timeline.add(.misuse, app: bundleID, process: label(process), ["what": what])
            // On a phone this is an exception that nobody catches.
            switch process.role {
            case .app: endApp(bundleID, reason: "crash")
            case .serviceExtension: endExtension(bundleID, reason: "crash")
            case .contentExtension: endContentExtension(bundleID, reason: "crash")
            }
        }
        return .done
    }

    private func beginBackgroundTask(_ bundleID: String) -> DeviceReply {
        let number = update(bundleID) { app in
            defer { app.nextBackgroundTask += 1 }
            app.backgroundTasks.insert(app.nextBackgroundTask)
            return app.nextBackgroundTask
        }
        return number.map { .number($0) } ?? .gone
    }

    private func endBackgroundTask(_ number: Int, _ bundleID: String) {
        let isLast = update(bundleID) { app in
            app.backgroundTasks.remove(number) != nil && app.backgroundTasks.isEmpty
        }
        if isLast == true, phase(of: bundleID) == .background { scheduleSuspension(bundleID) }
    }

    /// Opens a web page in the browser, which is only noted; no other app is there to take a link.
    private func openURL(_ url: String, _ isUniversalOnly: Bool, from process: ProcessIdentity) -> DeviceReply {
        guard let scheme = URL(string: url)?.scheme?.lowercased(), !isUniversalOnly else { return .flag(false) }
        guard ["http", "https", "app-settings", "mailto", "tel"].contains(scheme) else { return .flag(false) }
        timeline.add(.urlOpened, app: process.appBundleIdentifier, process: label(process), ["url": url])
        return .flag(true)
    }
}

extension WireRequest {
    /// Whether it is due somewhere rather than some time.
    fileprivate var isOfPlace: Bool {
        if case .location? = trigger { return true }
        return false
    }
}
