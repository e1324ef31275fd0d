import Locking
import Timekeeping

/// Lets one thing after the other happen in a world, each when nobody has anything left to do at this moment; or at once.
final class Pace: Sendable {
    private let time: VirtualTime
    private let state = Locked((pending: [Task<Void, Never>](), faults: [String]()))

    /// The real time that a step may take before it counts as stuck.
    private static let patience = Duration.seconds(90)

    init(_ time: VirtualTime) { self.time = time }

    /// What got stuck.
    var faults: [String] { state.withLock { $0.faults } }

    /// Does something; unless what comes next is in a hurry, waits until everything is still.
    func carryOut(_ name: String, isHasty: Bool, _ body: @escaping @Sendable () async -> Void) async {
        let work = Task { await body() }
        if isHasty { return state.withLock { $0.pending.append(work) } }
        await finish(work, name)
        await settle()
    }

    /// Waits until everything is over that was begun in a hurry.
    func finishAll() async {
        let pending = state.withLock { state in
            defer { state.pending = [] }
            return state.pending
        }
        for work in pending { await finish(work, "what was begun in a hurry") }
        await settle()
    }

    private func finish(_ work: Task<Void, Never>, _ name: String) async {
        let (ends, end) = AsyncStream.makeStream(of: Bool.self)
        let waiting = Task {
            await work.value
            end.yield(true)
        }
        let alarm = Task {
            if (try? await SystemTime().sleep(for: Self.patience)) != nil { end.yield(false) }
        }
        let isOver = await ends.first { _ in true }
        alarm.cancel()
        waiting.cancel()
        if isOver != true {
            state.withLock { $0.faults.append("\(name) does not end; time is held by \(time.holders)") }
        }
    }

    /// Time goes on only when nobody is busy: whoever sleeps for a moment comes back when everything is still.
    func settle() async {
        for _ in 0..<2 { try? await time.sleep(for: .milliseconds(1)) }
    }
}
