import Foundation
package import PushModel
import Timekeeping

/// Keeps the plans of this phone and hands the next of them to the system, which shows them without the app.
///
/// Every change is on disk before the system hears of it, and what a killed process left undone is done at the next
/// wake: nothing depends on a single push.
package actor LocalPlanner {
    private let install: Install
    private let environment: ClientEnvironment
    private let center: LocalCenter
    private var loaded: LocalSchedule?
    private var isGathering = false
    private var isUnsaved = false
    private var isBusy = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Creates a planner; nothing is read before it is used.
    package init(install: Install, environment: ClientEnvironment, center: LocalCenter) {
        self.install = install
        self.environment = environment
        self.center = center
    }

    // MARK: What is said

    /// Takes what a push says about plans, and brings the system up to date.
    package func take(_ message: ReceivedMessage, raw: JSONObject, isWanted: Bool) async {
        await inTurn {
            var schedule = self.schedule
            if let cancellation = message.cancelLocal {
                schedule.cancel(cancellation, message: message.id, now: environment.time.now)
            }
            if let plan = message.local, !isWanted {
                let order = LocalOrder(version: plan.version, message: message.id)
                schedule.refuse(plan.id, order: order, now: environment.time.now)
            }
            if let plan = message.local, isWanted, let subscriber = await install.session?.registration.subscriber.id {
                let entry = LocalEntry(
                    plan, order: LocalOrder(version: plan.version, message: message.id), subscriber: subscriber,
                    payload: raw)
                let answer = schedule.add(entry, now: environment.time.now, zone: zone)
                if answer != .taken {
                    environment.log(
                        .info, "A plan for a notification was not taken", ("message", message.id),
                        ("reason", "\(answer)"))
                }
            }
            guard isGathering else { return await settle(schedule) }
            loaded = schedule
            isUnsaved = true
        }
    }

    /// Takes what several pushes say, and brings file and system up to date once, after the last of them.
    package func gather(_ body: @Sendable () async -> Void) async {
        isGathering = true
        await body()
        isGathering = false
        await inTurn { await settle(schedule) }
    }

    /// Something happened that may make plans void.
    package func happened(_ event: String) async {
        await inTurn {
            var schedule = self.schedule
            if schedule.cancel(on: event) { await settle(schedule) }
        }
    }

    /// The app makes plans void.
    package func cancel(_ name: String) async {
        await inTurn {
            var schedule = self.schedule
            schedule.cancel(name)
            await settle(schedule)
        }
    }

    /// Whoever uses the app is about to leave it: the server learns, in their name, that their plans do not stay.
    package func leave() async {
        await inTurn {
            var schedule = self.schedule
            schedule.leave()
            guard schedule != self.schedule else { return }
            await settle(schedule)
        }
    }

    /// Fills up what the system has; called whenever the app runs.
    package func refresh() async {
        await inTurn {
            guard schedule != LocalSchedule() else { return }
            await settle(schedule)
        }
    }

    /// The plans that are still to come, the next first.
    package func planned() -> [PlannedNotification] {
        schedule.entries.compactMap { name, entry in
            guard let due = entry.plan.flatMap({ LocalDue($0, in: zone) }) else { return nil }
            return PlannedNotification(
                id: name, messageID: entry.order.message, date: due.date, isScheduled: entry.scheduled != nil)
        }
        .sorted { ($0.date, $0.id) < ($1.date, $1.id) }
    }

    // MARK: The system

    private var zone: TimeZone { TimeZone(identifier: environment.facts().timeZone) ?? .current }

    private func settle(_ changed: LocalSchedule) async {
        var schedule = changed
        let recipients = Set(await install.session?.registration.recipients ?? [])
        let pending = await center.pending()
        let changes = schedule.settle(now: environment.time.now, zone: zone, recipients: recipients, pending: pending)
        store(schedule)
        await tell(&schedule)
        await noteFired(changes.fired)
        for name in changes.missed {
            environment.log(.warning, "A planned notification found no place in time", ("plan", name))
        }
        if !changes.remove.isEmpty { await center.remove(changes.remove) }
        for (name, due) in changes.add { await handOver(name, due, &schedule) }
        await tell(&schedule)
        store(schedule)
    }

    /// Tells the server what the system does not have any more; what is on disk until then is told again after a crash,
    /// and is the same event.
    private func tell(_ schedule: inout LocalSchedule) async {
        for withdrawal in schedule.takeWithdrawals() { await install.recordUnscheduled(withdrawal) }
    }

    private func handOver(_ name: String, _ due: LocalDue, _ schedule: inout LocalSchedule) async {
        guard let entry = schedule.entries[name] else { return }
        guard let message = read(entry) else {
            schedule.drop(name)
            return environment.log(.warning, "A planned notification cannot be read any more", ("plan", name))
        }
        do {
            try await center.add(
                LocalRequest(
                    identifier: LocalEntry.prefix + name, components: due.components, message: message,
                    raw: entry.payload))
        } catch {
            return environment.log(
                .warning, "The system did not take a planned notification", ("plan", name), ("error", "\(error)"))
        }
        guard let change = schedule.noteScheduled(name, as: due.components) else { return }
        await install.recordScheduled(name, message: message, change: change)
    }

    /// Those that stand in the list were shown while the app did not run.
    private func noteFired(_ fired: [String: LocalEntry]) async {
        guard !fired.isEmpty else { return }
        let delivered = Set(await center.delivered())
        for (name, entry) in fired where delivered.contains(LocalEntry.prefix + name) {
            guard let message = read(entry) else { continue }
            let ledger = ClaimLedger(folder: environment.container.claims)
            guard ledger.note(.presentation, message: message.id) == nil else { continue }
            await install.record(Receipt(.presented, messageID: message.id, deliveryID: message.deliveryID))
            _ = ledger.claim(.presentation, message: message.id, note: "presented")
        }
    }

    private func read(_ entry: LocalEntry) -> ReceivedMessage? {
        guard let payload = PushPayload(userInfo: entry.payload.userInfo) else { return nil }
        let reader = MessageReader(vault: environment.vault, recipients: nil)
        guard case .message(let message, _) = reader.peek(payload, now: .distantPast) else { return nil }
        return message
    }

    // MARK: The file

    private var schedule: LocalSchedule {
        if let loaded { return loaded }
        guard let content = try? Data(contentsOf: environment.container.local) else { return LocalSchedule() }
        return (try? JSONDecoder().decode(LocalSchedule.self, from: content)) ?? LocalSchedule()
    }

    private func store(_ schedule: LocalSchedule) {
        guard isUnsaved || schedule != self.schedule else { return }
        loaded = schedule
        isUnsaved = false
        do {
            try AtomicFile.replace(environment.container.local, with: JSONEncoder().encode(schedule))
        } catch {
            environment.log(.error, "The planned notifications could not be stored", ("error", "\(error)"))
        }
    }

    /// One change after the other: between two of them the system may be asked.
    private func inTurn(_ body: () async -> Void) async {
        while isBusy { await withCheckedContinuation { waiters.append($0) } }
        isBusy = true
        await body()
        isBusy = false
        let waiting = waiters
        waiters = []
        for waiter in waiting { waiter.resume() }
    }
}

extension Install {
    /// Tells the server that the system of this very device has a plan; the same report is one event.
    func recordScheduled(_ plan: String, message: ReceivedMessage, change: Int) {
        var data: JSONObject = [
            "localId": .string(plan), "messageId": .string(message.id), "change": .int(change),
        ]
        if let delivery = message.deliveryID { data["deliveryId"] = .string(delivery) }
        recordOnce("$local.scheduled", data: data, key: [plan, message.id] + (change == 1 ? [] : [String(change)]))
    }

    /// Tells the server that the system of this device does not have a plan any more.
    func recordUnscheduled(_ withdrawal: LocalWithdrawal) {
        recordOnce(
            "$local.unscheduled",
            data: [
                "localId": .string(withdrawal.plan), "messageId": .string(withdrawal.message),
                "change": .int(withdrawal.change), "reason": .string(withdrawal.reason.rawValue),
            ], key: [withdrawal.plan, withdrawal.message, String(withdrawal.change)])
    }
}
