import HTTP2
import Locking
import Timekeeping

/// The lanes of a client: one to begin with, more as pushes pile up, and one apart for suspect tokens.
final class LanePool: Sendable {
    /// Where a batch goes.
    struct Place: Sendable {
        let lane: PushLane
        fileprivate let index: Int
    }

    private struct State {
        /// Pushes in each lane, the quarantine last.
        var loads: [Int]
        /// How many streams the connections of each lane have, as far as known.
        var widths: [Int]
        var usedLanes = 1
        var isDraining = false
        var waiters: [CheckedContinuation<Void, Never>] = []

        var isIdle: Bool { loads.allSatisfy { $0 == 0 } }
    }

    /// Tokens that were refused lately.
    let suspects = SuspectTokens()
    private let lanes: [PushLane]
    private let quarantine: PushLane
    private let state: Locked<State>

    /// What a connection is expected to take until its SETTINGS are known.
    private static let expectedWidth = 100
    /// A smaller share of a batch is not worth another connection.
    private static let smallestShare = 64

    init(
        threads: APNsThreads, settings: APNsConfiguration, target: HTTP2ClientConfiguration,
        authentication: Authentication, time: any TimeSource
    ) {
        let count = settings.connectionCount
        let state = Locked(
            State(
                loads: .init(repeating: 0, count: count + 1),
                widths: .init(repeating: Self.expectedWidth, count: count + 1)))
        self.state = state
        let suspects = suspects
        lanes = (0..<count).map { index in
            PushLane(
                loop: threads.nextLoop(), settings: settings, target: target, authentication: authentication,
                time: time, suspects: suspects,
                // A limit of one says that APNs has not seen a good token yet, not that it wants many connections.
                widthChanged: { width in state.withLock { $0.widths[index] = max(width, Self.expectedWidth) } })
        }
        quarantine = PushLane(
            loop: threads.nextLoop(), settings: settings, target: target, authentication: authentication, time: time,
            suspects: suspects, isQuarantine: true)
    }

    /// Every lane, used or not.
    var all: [PushLane] { lanes + [quarantine] }

    /// How many pushes of a batch should stay together.
    func share(of count: Int) -> Int { max(Self.smallestShare, (count + lanes.count - 1) / lanes.count) }

    /// The lane for a batch: the least loaded one, or a new one when that has its streams full; nil when closing.
    func place(for count: Int, isQuarantined: Bool) -> Place? {
        let index = state.withLock { state -> Int? in
            guard !state.isDraining else { return nil }
            var index = lanes.count
            if !isQuarantined {
                index = 0
                for other in 1..<max(1, state.usedLanes) where state.loads[other] < state.loads[index] { index = other }
                if state.loads[index] >= state.widths[index], state.usedLanes < lanes.count {
                    index = state.usedLanes
                    state.usedLanes += 1
                }
            }
            state.loads[index] += count
            return index
        }
        return index.map { Place(lane: $0 < lanes.count ? lanes[$0] : quarantine, index: $0) }
    }

    /// Notes that a batch has its results.
    func leave(_ place: Place, count: Int) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.loads[place.index] -= count
            guard state.isIdle else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Gives no more places and waits until all batches have left.
    func drain() async {
        await withCheckedContinuation { done in
            let isIdle = state.withLock { state in
                state.isDraining = true
                if !state.isIdle { state.waiters.append(done) }
                return state.isIdle
            }
            if isIdle { done.resume() }
        }
    }

    /// Ends the waits for batches.
    func stopWaiting() {
        let waiters = state.withLock { state in
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
