import APNsSimulator
package import Foundation
import ProcessLocal
import SimulatedDevice

/// Runs a push on simulated phones, a new one for each situation, and reads what happened from their timelines.
///
/// Nothing here knows what a push does: the programs of the phone note their calls, and everything else stands on the timeline.
package struct Rehearsal: Sendable {
    /// What the person does with the notification.
    package enum Response: String, Sendable, CaseIterable {
        /// Nothing.
        case nothing
        /// Taps it.
        case tap
        /// Swipes it away.
        case dismiss
    }

    /// A notification that stands in the list already.
    package struct Earlier: Sendable, Hashable {
        /// Its collapse id.
        package var collapseID: String?
        /// Its group.
        package var thread: String?

        /// Describes one.
        package init(collapseID: String? = nil, thread: String? = nil) {
            self.collapseID = collapseID
            self.thread = thread
        }
    }

    private let push: RehearsedPush
    private let earlier: [Earlier]
    private let sounds: URL?
    private let response: Response

    /// Describes a rehearsal.
    ///
    /// - Parameters:
    ///   - push: What is sent.
    ///   - earlier: What stands in the list already, the oldest first.
    ///   - sounds: A folder with the app's sound files.
    ///   - response: What the person does in the end.
    package init(_ push: RehearsedPush, earlier: [Earlier] = [], sounds: URL? = nil, response: Response = .nothing) {
        self.push = push
        self.earlier = earlier
        self.sounds = sounds
        self.response = response
    }

    /// What becomes of the push in each situation, in their order.
    ///
    /// - Throws: The refusal of APNs (`APNsSimulator.Refusal`), or `DeviceError` when a phone cannot be made.
    package func outcomes(in situations: [Situation]) async throws -> [Outcome] {
        _ = try push.check()
        return try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
            var outcomes: [Int: Outcome] = [:]
            var rest = situations.enumerated().makeIterator()
            func startNext() {
                guard let (index, situation) = rest.next() else { return }
                group.addTask { (index, try await outcome(in: situation)) }
            }
            // A few at a time: phones that wait for a processor are of no use.
            for _ in 0..<4 { startNext() }
            while let (index, outcome) = try await group.next() {
                outcomes[index] = outcome
                startNext()
            }
            return situations.indices.compactMap { outcomes[$0] }
        }
    }

    /// What becomes of the push in one situation.
    package func outcome(in situation: Situation) async throws -> Outcome {
        let checked = try push.check()
        let stage = try Stage(situation, checked, category: push.category, sounds: sounds)
        do {
            try await stage.prepare(earlier)
            let mark = stage.phone.timeline.mark
            let isKept = try await stage.deliver(push, checked)
            var outcome = stage.outcome(after: mark)
            if !isKept { outcome.sight.reasons.append(checked.expiration == 0 ? "not_kept" : "overtaken") }
            if response != .nothing, let identifier = outcome.identifier {
                outcome.course.response = try await stage.respond(response, to: identifier)
            }
            outcome.doubts = Doubt.all(about: outcome, of: push, in: situation)
            await stage.phone.stop()
            return outcome
        } catch {
            await stage.phone.stop()
            throw error
        }
    }
}
