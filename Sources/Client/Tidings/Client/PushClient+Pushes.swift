import Foundation
import Locking
import PushModel
import TidingsCore
import Timekeeping
import UserNotifications

extension PushClient {
    /// How long a silent push may take: the system allows about 30 seconds.
    static let wakeLimit = Duration.seconds(25)

    /// Answers how a notification appears in the foreground.
    func options(for notification: IncomingNotification) async -> UNNotificationPresentationOptions {
        // Whoever said logout before this push came must not see it.
        await earlierCommands()
        guard let parts = await openParts() else { return configuration.foregroundPresentation.options }
        let options = await parts.presenter.options(for: notification)
        // It has left the system's schedule, and there is a place for the next.
        if notification.isPlanned { ProcessWork.start { await parts.planner.refresh() } }
        synchronise()
        return options
    }

    /// Takes in a push that woke the app; true if it brought something new.
    ///
    /// Returns in time whatever the network does and whatever was begun before; what could not be sent is in the journal.
    func receive(_ payload: PushPayload, raw: JSONObject) async -> Bool {
        let time = ProcessWork.time
        let deadline = time.uptime + Self.wakeLimit
        let news = Locked(false)
        // A pass that hangs heeds no cancellation of those who stand behind it.
        await TimeLimit.wait(until: deadline, time: time) {
            await self.takeIn(payload, raw: raw, until: deadline) { isNew in news.withLock { $0 = isNew } }
        }
        return news.withLock { $0 }
    }

    private func takeIn(
        _ payload: PushPayload, raw: JSONObject, until deadline: Duration, found: @Sendable (Bool) -> Void
    ) async {
        await earlierCommands()
        guard let parts = await openParts() else { return }
        found(await parts.presenter.receive(payload, raw: raw))
        await parts.planner.refresh()
        await parts.usage.passed()
        // The app may be suspended as soon as it answers the system, so what is said is said before.
        let outcome = await TimeLimit.run(until: deadline, time: parts.environment.time) {
            await parts.install.synchronise()
        }
        if let outcome { await follow(outcome, parts) }
    }

    /// Takes pushes about plans that the message history brings, as if they had just arrived.
    ///
    /// One that arrived before counts once and changes nothing: the newest word about a plan stands.
    func takeMissed(_ pushes: [JSONObject]) async {
        guard let parts = try? parts() else { return }
        await parts.planner.gather {
            for push in pushes {
                guard let payload = PushPayload(json: push.encoded()) else { continue }
                _ = await parts.presenter.receive(payload, raw: push)
            }
        }
    }

    /// The tap that launched the app.
    func launchOpen() async -> NotificationOpen? {
        await earlierCommands()
        // Woken in the background by a push, the app was launched by no tap.
        guard await dependencies.system.appState() == .foreground else { return nil }
        return await launch.value
    }

    /// The messages read so far, oldest first.
    func messages(in conversation: String?) async -> [HistoryMessage] {
        await earlierCommands()
        guard let parts = await openParts() else { return [] }
        return await parts.install.messages(in: conversation)
    }

    /// Goes over to the server now and waits for the end of it.
    func synchroniseNow() async {
        await earlierCommands()
        guard let parts = await openParts() else { return }
        // An app that was woken by a task of its own has this to say that it runs.
        await parts.planner.refresh()
        await follow(parts.install.synchronise(), parts)
    }
}
