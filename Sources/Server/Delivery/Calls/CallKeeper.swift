internal import Foundation
internal import Locking
package import Metrics
package import Storage
package import Timekeeping

/// Ends the ringing of calls in time, and tells the live connections on this server what happened on others.
///
/// It keeps nothing: when the next call rings out stands in the database, so that any server may be stopped.
package final class CallKeeper: Sendable {
    private let storage: SystemHandle
    private let time: any TimeSource
    private let log: Log
    private let longestRest: Duration?
    private let wakeDelivery: @Sendable () -> Void
    private let signal: Signal
    private let hasHeard = Locked(false)
    private let isStopping = Locked(false)
    private let acts = Counter(
        "tidings_call_events_total", "What happened to calls on this server, by event.", labels: ["event"])
    /// The live connections of devices.
    package let streams: CallStreams

    /// Prepares a keeper; `run` starts it.
    ///
    /// - Parameters:
    ///   - storage: The database.
    ///   - streams: The live connections.
    ///   - time: The clock.
    ///   - log: Where faults are told.
    ///   - longestRest: How long to rest at most where other servers make calls; nil where there are none.
    ///   - wakeDelivery: Called when there are pushes to send.
    package init(
        storage: SystemHandle, streams: CallStreams, time: any TimeSource, log: Log, longestRest: Duration? = nil,
        wakeDelivery: @escaping @Sendable () -> Void
    ) {
        self.storage = storage
        self.streams = streams
        self.time = time
        self.log = log
        self.longestRest = longestRest
        self.wakeDelivery = wakeDelivery
        signal = Signal("calls", time: time)
    }

    /// Says that something happened to a call here.
    package func happened(_ event: CallEvent, to people: Set<CalledPerson>) {
        if !people.isEmpty { acts.add(1, event.rawValue) }
        tell(people)
        // A new call may ring out before anything that was known.
        signal.wake()
    }

    /// Says that another server has done something.
    package func lookForNews() {
        hasHeard.withLock { $0 = true }
        signal.wake()
    }

    /// Works until `stop`.
    package func run() async {
        var place: Int64?
        var hold = time.hold("calls")
        while !isStopping.withLock({ $0 }), !Task.isCancelled {
            do {
                let (told, isMore) = try await storage.timeOutCalls(now: time.now)
                if !told.isEmpty { acts.add(1, CallEvent.missed.rawValue) }
                tell(told)
                let isNews = hasHeard.withLock { heard in
                    defer { heard = false }
                    return heard
                }
                if isNews, streams.count > 0 {
                    let news = try await storage.toldOfCalls(since: place ?? 0)
                    place = news.place
                    streams.wake(news.told)
                }
                if isMore { continue }
                var delay = try await storage.nextCallDeadline()
                    .map { Duration.seconds($0.timeIntervalSince(time.now)) }
                if let longestRest { delay = min(longestRest, delay ?? longestRest) }
                if let delay, delay <= .zero { continue }
                let deadline = delay.map { time.uptime + $0 }
                hold.release()
                hold = await signal.wait(until: deadline)
            } catch {
                log.error("Calls cannot be looked after", ("cause", "\(error)"))
                hold.release()
                if (error as? StorageError)?.code == .closed { return }
                hold = await signal.wait(until: time.uptime + .seconds(1))
            }
        }
        hold.release()
        signal.close()
    }

    /// Lets `run` return.
    package func stop() {
        isStopping.withLock { $0 = true }
        signal.wake()
    }

    /// Writes what happened, and how many live connections there are.
    package func writeMetrics(to page: inout MetricsPage) {
        acts.write(to: &page)
        page.gauge("tidings_call_streams", "Live connections of devices.", [.init(streams.count)])
    }

    private func tell(_ people: Set<CalledPerson>) {
        guard !people.isEmpty else { return }
        streams.wake(people)
        wakeDelivery()
    }
}
