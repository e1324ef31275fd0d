import Foundation
import PushModel

/// Sends what the journal holds, in batches of one subscriber each, and forgets what the server acknowledged.
///
/// The app and the extension may send the same event at the same time: the server counts it once by its id.
package struct EventSender: Sendable {
    /// The most events in one request.
    package static let batchLimit = 100

    private let journal: Journal
    private let log: ClientLog

    /// Creates a sender over a journal.
    package init(journal: Journal, log: ClientLog) {
        self.journal = journal
        self.log = log
    }

    /// How a pass over the journal ended.
    package enum Outcome: Sendable, Equatable {
        /// Nothing that may be sent is left.
        case drained
        /// The server or the network asks to come back later.
        case postponed(retryAfter: Duration?)
        /// The server does not know the device any more; register, then come back.
        case unknownDevice
        /// The server refuses the identity; a new `identify` is needed.
        case unauthorized
    }

    /// Sends everything that the session can speak for.
    ///
    /// Events of a subscriber stay until there is a device id. Whoever left before the server knew of them at all cannot be
    /// spoken for: the server refuses what they did, and it is dropped.
    ///
    /// With `onlyOthers` the current subscriber is left out, to clear the way before another takes the device. With a
    /// limit only so many of the oldest are read: a full journal does not fit into the memory of an extension.
    package func flush(
        api: APIClient, onlyOthers: Bool = false, limit: Int = .max, session current: @Sendable () async -> Session?
    ) async -> Outcome {
        // Read once: what is recorded meanwhile brings a pass of its own. The session afterwards, or whoever has come in
        // between would be taken for somebody who left.
        let pending = journal.pending(limit: limit)
        guard let session = await current() else { return .drained }
        var left = addressed(pending, session, onlyOthers: onlyOthers)
        while let first = left.first {
            guard !Task.isCancelled else { return .postponed(retryAfter: nil) }
            // Events of one subscriber stay in order; those of another wait for their own request.
            let batch = Array(left.filter { $0.speaker == first.speaker }.prefix(Self.batchLimit))
            let outcome = await send(batch.map(\.event), as: first.speaker, session: session, api: api)
            guard outcome == .drained else { return outcome }
            let done = Set(batch.map(\.event.record.id))
            left.removeAll { done.contains($0.event.record.id) }
        }
        return .drained
    }

    private struct Addressed {
        let event: PendingEvent
        let speaker: APIClient.Speaker
    }

    private func addressed(_ pending: [PendingEvent], _ session: Session, onlyOthers: Bool) -> [Addressed] {
        pending.compactMap { event in
            let (subscriber, device) = (event.record.subscriber, event.record.deviceID)
            if onlyOthers, subscriber.id == session.registration.subscriber.id { return nil }
            return session.speaker(for: subscriber, deviceID: device).map { Addressed(event: event, speaker: $0) }
        }
    }

    /// Sends one batch; `drained` if none of it has to be sent again.
    private func send(
        _ batch: [PendingEvent], as speaker: APIClient.Speaker, session: Session, api: APIClient
    ) async -> Outcome {
        do throws(APIFailure) {
            try await acknowledge(batch, results: api.send(batch.map(\.record), as: speaker))
            return .drained
        } catch {
            let isCurrent = speaker.subscriber.id == session.registration.subscriber.id
            switch error {
            case .unreachable, .redirected: return .postponed(retryAfter: nil)
            case .temporary(_, let retryAfter):
                journal.noteFailure(of: batch)
                return .postponed(retryAfter: retryAfter)
            case .rejected(401, _) where isCurrent: return .unauthorized
            case .rejected(404, _) where isCurrent: return .unknownDevice
            case .rejected where batch.count > 1 && !isLost(error):
                // One bad event must not take the others with it: find it by sending them one by one.
                for event in batch {
                    let outcome = await send([event], as: speaker, session: session, api: api)
                    guard outcome == .drained else { return outcome }
                }
                return .drained
            case .rejected:
                log(
                    .warning, "The server refused events; they were dropped", ("count", String(batch.count)),
                    ("reason", error.summary))
                journal.remove(batch)
                return .drained
            }
        }
    }

    /// Whether no event of the batch can ever be sent: the device was never theirs, or their proof is none.
    private func isLost(_ failure: APIFailure) -> Bool {
        switch failure {
        case .rejected(401, _), .rejected(404, _): true
        default: false
        }
    }

    private func acknowledge(_ batch: [PendingEvent], results: [EventResult]) {
        let rejected = Set(results.filter(\.isRejected).map(\.id))
        let answered = Set(results.map(\.id))
        for event in batch where rejected.contains(event.record.id.uuidString.lowercased()) {
            log(.warning, "The server rejected an event; it was dropped", ("event", event.record.name))
        }
        let done = batch.filter { answered.contains($0.record.id.uuidString.lowercased()) }
        journal.remove(done)
        // An event that the answer does not mention is not lost, but it must not be repeated forever either.
        journal.noteFailure(of: batch.filter { !answered.contains($0.record.id.uuidString.lowercased()) })
    }
}
