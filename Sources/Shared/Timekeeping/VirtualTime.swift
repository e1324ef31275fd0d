public import Foundation
import Locking

/// A clock for tests and demos that stands still until it is moved.
///
/// By hand it moves with ``advance(by:)``. After ``startMoving(until:)`` it moves by itself: whenever no hold is out
/// and nothing has happened for a moment of real time, it jumps to the next sleeper.
public final class VirtualTime: TimeSource {
    /// A hold that was out for longer than work may take.
    public struct Stall: Sendable, CustomStringConvertible {
        /// Who took the hold.
        public let owner: String
        /// How long it was out, in real time.
        public let age: Duration

        /// A sentence for the report of a failed test.
        public var description: String {
            let seconds = (age.seconds * 10).rounded() / 10
            return "Virtual time stood still for \(seconds) s because \"\(owner)\" did not release its hold. "
                + "Release it on every path, or find out what this work waits for."
        }
    }

    let core: VirtualTimeCore

    /// Makes a clock that stands still.
    ///
    /// - Parameters:
    ///   - now: What the wall clock shows at uptime zero; the default is the first of January 2026, midnight UTC.
    ///   - stallLimit: The real time after which a hold is reported and no longer counts; 10 s unless a test is about it.
    ///   - settling: The real time without any activity after which nobody is taken to be busy.
    ///   - onStall: Receives each hold that outlived the limit; by default it goes to standard error.
    public init(
        now: Date = Date(timeIntervalSince1970: 1_767_225_600), stallLimit: Duration = .seconds(10),
        settling: Duration = .milliseconds(1),
        onStall: @escaping @Sendable (Stall) -> Void = { FileHandle.standardError.write(Data("\($0)\n".utf8)) }
    ) {
        core = VirtualTimeCore(now: now, stallLimit: stallLimit, settling: settling, onStall: onStall)
    }

    deinit { core.update { $0.isStopped = true } }

    // MARK: Reading

    /// The virtual wall clock.
    public var now: Date { core.state.withLock { $0.now } }

    /// The virtual time since the clock was made.
    public var uptime: Duration { core.state.withLock { $0.uptime } }

    /// How many tasks sleep.
    public var sleeperCount: Int { core.state.withLock { $0.sleepers.count } }

    /// Who holds time at the moment, in alphabetical order.
    public var holders: [String] { core.state.withLock { $0.holds.values.map(\.owner) }.sorted() }

    // MARK: Sleeping and holding

    /// Suspends the task until somebody moves the clock to the deadline.
    public func sleep(until deadline: Duration) async throws {
        let id = try await suspend(until: deadline, owner: nil)
        core.endHold(id)
    }

    /// Suspends until the deadline and comes back with the hold out, without a gap in between.
    public func sleep(until deadline: Duration, thenHold owner: String) async throws -> BusyHold {
        holdHandle(try await suspend(until: deadline, owner: owner))
    }

    /// Keeps the clock from moving by itself.
    public func hold(_ owner: String) -> BusyHold {
        holdHandle(
            core.update { $0.add(VirtualTimeState.Hold(owner: owner, since: .now, isWakeUp: false)) })
    }

    private func holdHandle(_ id: UInt64) -> BusyHold { BusyHold { [core] in core.endHold(id) } }

    /// Returns the id of the hold that was taken for the caller at the moment of waking.
    private func suspend(until deadline: Duration, owner: String?) async throws -> UInt64 {
        let id = core.update { $0.newID() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let immediate: Result<UInt64, any Error>? = core.update { state in
                    // The flag is set before the handler below runs, so one of the two sees the other.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if deadline <= state.uptime { return .success(state.addWakeUpHold(owner: owner)) }
                    state.insert(.init(id: id, deadline: deadline, owner: owner, continuation: continuation))
                    return nil
                }
                if let immediate { continuation.resume(with: immediate) }
            }
        } onCancel: {
            core.update { $0.removeSleeper(id) }?.continuation.resume(throwing: CancellationError())
        }
    }
}
