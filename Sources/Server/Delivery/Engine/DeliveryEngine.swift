internal import Foundation
internal import Locking
package import Metrics
package import Storage
internal import Targeting
package import Timekeeping

/// Plans accepted messages and sends what is due, until it is stopped.
///
/// It holds a bounded number of batches in memory, however large an audience is.
package final class DeliveryEngine: Sendable {
    /// How much is done at a time.
    package struct Configuration: Sendable {
        /// How many deliveries a batch has at most; default 500.
        package var batchLimit = 500
        /// How many batches are under way at the same time; default 32.
        package var batchesInFlight = 32
        /// How many of them an app has a part in at most; default 8.
        package var batchesPerApp = 8
        /// After how long without an answer an app gets one batch at a time, until one is answered sooner; default 5 s.
        package var patience: Duration = .seconds(5)
        /// For how long nobody else takes a claimed delivery; default 60 s.
        package var lease: Duration = .seconds(60)
        /// How long to rest at most before looking for work that other servers left; nil, the default, where there are none.
        package var longestRest: Duration?
        /// How long to wait after the storage failed; default 1 s.
        package var faultPause: Duration = .seconds(1)

        /// Makes a configuration with all defaults.
        package init() {}
    }

    private let storage: SystemHandle
    private let time: any TimeSource
    private let configuration: Configuration
    private let log: Log
    private let runner: AttemptRunner
    private let metrics = DeliveryMetrics()
    private let planSignal: Signal
    private let attemptSignal: Signal
    private let urgentSignal: Signal
    private let slots: Locked<BatchSlots>
    private let isStopping = Locked(false)

    /// Prepares an engine; `run` starts it.
    package init(
        storage: SystemHandle, sender: PushSender, time: any TimeSource, log: Log,
        configuration: Configuration = Configuration()
    ) {
        self.storage = storage
        self.time = time
        self.log = log
        self.configuration = configuration
        runner = AttemptRunner(storage: storage, sender: sender, time: time, log: log, metrics: metrics)
        slots = Locked(BatchSlots(limit: configuration.batchesPerApp, patience: configuration.patience))
        planSignal = Signal("delivery.plan", time: time)
        attemptSignal = Signal("delivery.attempt", time: time)
        urgentSignal = Signal("delivery.urgent", time: time)
    }

    /// Says that there is something new to plan.
    package func wake() { planSignal.wake() }

    /// Says that there are deliveries that have to go out at once.
    package func wakeUrgently() { urgentSignal.wake() }

    /// Writes what the engine has done, and how long the first delivery that is due has waited.
    package func writeMetrics(to page: inout MetricsPage) async {
        metrics.write(to: &page)
        storage.stages.write(to: &page)
        let due: Date?
        // While the storage is away there is no number to tell.
        do { due = try await storage.nextDue(now: time.now) } catch { return }
        let delay = due.map { max(0, time.now.timeIntervalSince($0)) } ?? 0
        page.gauge(
            "tidings_delivery_delay_seconds", "How long the first delivery that is due has been waiting.",
            [.init(delay)])
    }

    /// Says that another server has made deliveries: there may be more of them than it sends alone.
    package func lookForWork() {
        planSignal.wake()
        attemptSignal.wake()
        urgentSignal.wake()
    }

    /// Works until `stop` is called and everything under way is recorded.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.plan() }
            group.addTask { await self.attempt(.usual, self.attemptSignal) }
            group.addTask { await self.attempt(.urgent, self.urgentSignal) }
        }
        planSignal.close()
        attemptSignal.close()
        urgentSignal.close()
    }

    /// Lets `run` finish what is under way and return.
    package func stop() {
        isStopping.withLock { $0 = true }
        planSignal.wake()
        attemptSignal.wake()
        urgentSignal.wake()
    }

    private var goesOn: Bool { !isStopping.withLock { $0 } && !Task.isCancelled }

    private func plan() async {
        var hold = time.hold("delivery.plan")
        while goesOn {
            let progress: PlanProgress
            do {
                progress = try await storage.plan(now: time.now, rules: .stored)
            } catch {
                hold = await pause(hold, after: error, planSignal)
                continue
            }
            metrics.planned(progress.deliveries)
            if progress.deliveries > 0 { attemptSignal.wake() }
            if progress.messages == 0 {
                hold = await restUntilNextPlan(hold)
            }
        }
        hold.release()
    }

    /// Waits for a new message or for the next one that is scheduled.
    private func restUntilNextPlan(_ hold: BusyHold) async -> BusyHold {
        do {
            var delay = try await storage.nextPlan().map { Duration.seconds($0.timeIntervalSince(time.now)) }
            if let longest = configuration.longestRest { delay = min(longest, delay ?? longest) }
            if let delay, delay <= .zero { return hold }
            let deadline = delay.map { time.uptime + $0 }
            hold.release()
            return await planSignal.wait(until: deadline)
        } catch {
            return await pause(hold, after: error, planSignal)
        }
    }

    private func attempt(_ lane: ClaimLane, _ signal: Signal) async {
        var hold = time.hold("delivery.attempt")
        let batchLimit = configuration.batchLimit
        let moments = ScheduledMoments()
        await withTaskGroup(of: Void.self) { group in
            var inFlight = 0
            while goesOn {
                if inFlight >= configuration.batchesInFlight {
                    await group.next()
                    inFlight -= 1
                }
                // Where those that are due have enough under way, nothing need be written to find that out.
                if !busy(lane).isEmpty {
                    hold = await rest(hold, hasFound: true, lane, signal)
                    guard goesOn else { break }
                }
                let batch: ClaimedBatch
                do {
                    let now = time.now
                    let metrics = metrics
                    batch = try await storage.claim(
                        lane, limit: batchLimit, lease: configuration.lease, now: now,
                        besides: busy(lane)
                    ) {
                        let decision = AttemptScreening.decide($0, now: now, moments: moments)
                        if case .finish(let outcome, _) = decision { metrics.finishedUnsent(outcome) }
                        return decision
                    }
                } catch {
                    hold = await pause(hold, after: error, signal)
                    continue
                }
                if !batch.deliveries.isEmpty {
                    let batchHold = time.hold("delivery.batch")
                    if lane == .usual { slots.withLock { slots in batch.apps.forEach { slots.begin($0) } } }
                    group.addTask {
                        await self.runner.run(batch) { app, took in
                            if lane == .usual { self.slots.withLock { $0.end(app, took: took) } }
                            // A retry may be due earlier than anything that was known when the claimer went to sleep.
                            signal.wake()
                        }
                        batchHold.release()
                    }
                    inFlight += 1
                }
                if batch.examined < batchLimit {
                    hold = await rest(hold, hasFound: batch.examined > 0, lane, signal)
                }
            }
        }
        hold.release()
    }

    /// The apps that have enough under way; a call waits for none of it.
    private func busy(_ lane: ClaimLane) -> Set<Int64> { lane == .usual ? slots.withLock { $0.busy } : [] }

    /// Waits for news or for the next delivery that is due.
    private func rest(
        _ hold: BusyHold, hasFound: Bool, _ lane: ClaimLane, _ signal: Signal
    ) async -> BusyHold {
        do {
            let due = try await storage.nextDue(lane, now: time.now, besides: busy(lane))
            var delay = due.map { Duration.seconds($0.timeIntervalSince(time.now)) }
            if let longest = configuration.longestRest {
                // What is due and was not found is being claimed by another server at this moment.
                let shortest: Duration = hasFound ? .zero : .milliseconds(100)
                delay = max(shortest, min(longest, delay ?? longest))
            }
            if let delay, delay <= .zero { return hold }
            let deadline = delay.map { time.uptime + $0 }
            hold.release()
            return await signal.wait(until: deadline)
        } catch {
            return await pause(hold, after: error, signal)
        }
    }

    /// Waits a moment, or for the signal of the loop that asks: a signal wakes one waiting task only.
    private func pause(_ hold: BusyHold, after error: any Error, _ signal: Signal) async -> BusyHold {
        log.error("Storage failed, delivery waits", ("cause", "\(error)"))
        hold.release()
        if (error as? StorageError)?.code == .closed { isStopping.withLock { $0 = true } }
        guard goesOn else { return .none }
        return await signal.wait(until: time.uptime + configuration.faultPause)
    }
}
