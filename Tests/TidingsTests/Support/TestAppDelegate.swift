import ClientTestSupport
import Combine
import Foundation
import ProcessLocal
import PushModel
import Tidings
import TidingsCore
import UIKit
import UserNotifications

/// An app that uses the SDK as its documentation says and notes everything that it hears.
final class TestAppDelegate: TidingsAppDelegate, TidingsDelegate {
    let options: TestOptions
    /// Keeps the view on the SDK's state alive.
    var watch: AnyCancellable?
    /// Keeps what listens to the SDK's publishers alive.
    var followed: Set<AnyCancellable> = []

    init(_ options: TestOptions) { self.options = options }

    override func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let options = options
        let values = options.current
        if values.configures { Self.configure(options) }
        if values.beforeOpening != nil { everything() }
        if values.hasDelegate { Tidings.delegate = self }
        if values.hasLinkHandler {
            Tidings.onDeepLink { url in
                SimulatedProcess.current.log("closure", ["url": url.absoluteString])
                return options.current.handlerOpensLinks
            }
        }
        Tidings.actions.register("checkout") { data in
            SimulatedProcess.current.log("action", ["data": data.description])
        }
        if let url = launchOptions?[.url] as? URL { Tidings.open(url) }
        if let url = values.launchLink.flatMap(URL.init(string:)) { Tidings.open(url) }
        if values.isReady { Tidings.ready() }
        if values.registersAtLaunch { SimulatedProcess.current.task { await Self.register() } }
        SimulatedProcess.current.onCommand { line in await self.answer(line, options) }
        return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }

    static func configure(_ options: TestOptions) {
        let values = options.current
        guard let url = URL(string: "https://push.example") else { return }
        var configuration = Configuration(publishableKey: "td_pk_1", url: url)
        configuration.pushEnvironment = values.environment
        if values.hidesForeign { configuration.foreignForegroundPresentation = .hidden }
        configuration.sharesDiagnosis = values.sharesDiagnosis
        configuration.handlesRemoteTaps = values.handlesRemoteTaps
        configuration.registersAnonymously = values.registersAnonymously
        configuration.tracksSessions = values.tracksSessions
        configuration.clearing = values.clearing
        configuration.universalLinkHosts = ["app.example.com"]
        configuration.installsNotificationDelegate = !values.keepsNotificationDelegate
        if values.hiddenInForeground { configuration.foregroundPresentation = .hidden }
        var dependencies = PushClient.Dependencies.live(configuration)
        let make = dependencies.environment
        dependencies.environment = { configuration in
            values.beforeOpening?()
            var environment = try make(configuration)
            environment.transport = options.server.transport
            let send = environment.transport.send
            environment.transport.send = { call in
                await options.current.beforeSending()
                try Task.checkCancellation()
                return try await send(call)
            }
            environment.log = values.log.log
            environment.retry = .single(timeout: .seconds(5))
            return environment
        }
        let permission = dependencies.system.permission
        dependencies.system.permission = {
            await options.current.beforePermission()
            return await permission()
        }
        Tidings.configure(configuration, dependencies: dependencies)
        if let user = values.user { Tidings.identify(user) }
    }

    static func register(provisional: Bool = false, unique: Bool = false) async {
        let outcome: String
        do {
            outcome =
                try await Tidings.registerForPush(provisional: provisional, unique: unique)
                ? "granted" : "not granted"
        } catch {
            outcome = (error as? TidingsError)?.code.rawValue ?? "\(error)"
        }
        SimulatedProcess.current.log("registration", ["outcome": outcome])
    }

    private func answer(_ line: String, _ options: TestOptions) async -> String {
        let words = line.split(separator: " ").map(String.init)
        let argument = words.dropFirst().first
        switch words.first {
        case "conversation": Tidings.conversation = argument
        case "ready": Tidings.ready()
        case "configure": Self.configure(options)
        case "identify": Tidings.identify(argument ?? "")
        case "logout": Tidings.logout()
        case "track": Tidings.track(argument ?? "", data: ["a": 1])
        case "register": await Self.register(provisional: argument == "provisional", unique: argument == "unique")
        case "history":
            await Tidings.messages.refresh()
            return await Tidings.messages.all().map(\.id).joined(separator: " ")
        case "delegate": Tidings.delegate = argument == "off" ? nil : self
        case "take":
            var results: [UInt] = []
            for notification in await UNUserNotificationCenter.current().deliveredNotifications()
                .sorted(by: { $0.request.identifier < $1.request.identifier })
            {
                results.append(await Tidings.didReceive(notification: notification).rawValue)
            }
            return results.map { $0 == 0 ? "newData" : "noData" }.joined(separator: " ")
        case "planned":
            return await Tidings.local.planned().map { $0.id + ($0.isScheduled ? "+" : "-") }.joined(separator: " ")
        case "pending":
            return await UNUserNotificationCenter.current().pendingNotificationRequests().map(\.identifier)
                .filter { $0.hasPrefix("tidings.") }.sorted().joined(separator: " ")
        case "rotate": Tidings.rotateKeys()
        case "own": await Self.planOwn(Int(argument ?? "") ?? 0)
        case "cancelplan": await Tidings.local.cancel(argument ?? "")
        case "open": if let url = argument.flatMap(URL.init(string:)) { Tidings.open(url) }
        case "launchopen": return await Tidings.launchOpen()?.notification.messageID ?? "none"
        case "active":
            return await Tidings.activeNotifications().map { "\($0.messageID)/\($0.threadID)" }.joined(separator: " ")
        case "clear":
            switch argument {
            case "badge": await Tidings.clearBadge()
            case "thread": await Tidings.clearNotifications(inThread: words.last ?? "")
            case "message": await Tidings.clearNotifications { $0.messageID == words.last }
            default: await Tidings.clearNotifications()
            }
        case "chat": return await chat(words)
        case "follow": await follow()
        case "unfollow": await MainActor.run { followed = [] }
        case "topics", "topic", "attributes", "zone", "locale": return await profile(words)
        case "foreign":
            var rules = ForeignRules()
            rules.suppressesForegroundBanner = argument == "suppressed"
            rules.showsWithoutOptions = argument != "optionsOnly"
            let options: [AnyHashable: Any] =
                argument == "plain" || argument == "optionsOnly"
                ? [:] : ["notifee_options": ["id": "order-42", "title": "From options"]]
            let userInfo = ["aps": ["alert": ["title": "Title", "body": "Text"]], "gcm.message_id": "m1"]
                .merging(options) { $1 }
            return await Tidings.showForeign(userInfo: userInfo, rules: rules) ?? "nothing"
        case "diagnose": return await Tidings.diagnose().findings.map(\.id).joined(separator: " ")
        case "unregister": Tidings.unregisterForPush()
        case "targets": Self.claimTargets()
        case "who":
            let subscriber = await Tidings.subscriber()
            return [
                subscriber?.isAnonymous == true ? "anonymous" : subscriber?.id ?? "nobody",
                subscriber?.hasPendingMerge == true ? "pending" : "", subscriber?.isUnregistered == true ? "out" : "",
            ].filter { !$0.isEmpty }.joined(separator: " ")
        case "events":
            SimulatedProcess.current.task {
                for await event in Tidings.notificationEvents() {
                    SimulatedProcess.current.log(
                        "event",
                        [
                            "kind": event.kind.rawValue, "id": event.requestID, "message": event.messageID ?? "",
                            "remote": String(event.isRemote), "action": event.action ?? "", "input": event.input ?? "",
                            "active": String(event.isAppActive), "data": event.data.description,
                        ])
                }
            }
        case "settle": await Tidings.messages.refresh()
        default: return "?"
        }
        return "ok"
    }

    func tidingsShouldPresent(_ notification: ReceivedNotification) -> Bool {
        let presents = options.current.presents
        SimulatedProcess.current.log(
            "asked",
            [
                "id": notification.messageID, "title": notification.title, "body": notification.body,
                "conversation": notification.conversation ?? "",
                "custom": notification.userInfo["custom"] as? String ?? "",
                "aps": notification.userInfo["aps"] == nil ? "missing" : "there",
            ])
        return presents
    }

    func tidingsDecidePresentation(of notification: ReceivedNotification) async -> UNNotificationPresentationOptions? {
        await options.current.decision?()
    }

    func tidingsDidReceive(_ notification: ReceivedNotification) {
        SimulatedProcess.current.log("silent", ["id": notification.messageID, "data": notification.data.description])
    }

    func tidingsDidOpen(_ open: NotificationOpen) {
        SimulatedProcess.current.log(
            "opened",
            [
                "id": open.notification.messageID, "action": open.action ?? "", "input": open.input ?? "",
                "title": open.notification.title,
            ])
    }

    func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool {
        Tidings.open(url)
        return true
    }

    func tidingsOpenLink(_ url: URL) -> Bool {
        SimulatedProcess.current.log("incoming", ["url": url.absoluteString])
        return options.current.opensLinks
    }

    func tidingsOpenDeepLink(_ url: URL, of open: NotificationOpen) -> Bool {
        SimulatedProcess.current.log("link", ["url": url.absoluteString])
        return options.current.opensLinks
    }
}
