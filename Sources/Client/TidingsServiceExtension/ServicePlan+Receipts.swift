import Foundation
import PushModel
import TidingsCore
import TidingsNotifications
import Timekeeping

extension ServicePlan {
    /// Records that a message came, before anything that could fail or take time.
    func recordDelivery(of payload: PushPayload, session: Session?) {
        ExtensionMark.leave(in: environment.container, now: environment.time.now)
        let envelope = payload.envelope
        guard ledger.note(.delivered, message: envelope.id) == nil else { return }
        // First the journal, then the claim: a death in between repeats the receipt, and the server counts it once.
        record(Receipt(.delivered, messageID: envelope.id, deliveryID: envelope.delivery), session)
        _ = ledger.claim(.delivered, message: envelope.id)
    }

    /// Records that a message was kept from the person.
    func recordSuppression(of payload: PushPayload, _ reason: SuppressionReason, session: Session?) {
        let envelope = payload.envelope
        guard ledger.note(.presentation, message: envelope.id) == nil else { return }
        record(
            Receipt(.suppressed, messageID: envelope.id, deliveryID: envelope.delivery, reason: reason), session)
        _ = ledger.claim(.presentation, message: envelope.id, note: reason.rawValue)
    }

    private func record(_ receipt: Receipt, _ session: Session?) {
        guard let session else {
            return environment.log(
                .warning, "The app has left no session; a receipt is lost", ("kind", receipt.kind.rawValue))
        }
        do {
            try EventRecorder(journal: journal, time: environment.time).record(receipt, session: session)
        } catch {
            environment.log(.error, "A receipt could not be stored", ("error", "\(error)"))
        }
    }

    private var journal: Journal { Journal(folder: environment.container.journal, log: environment.log) }

    /// Tells the server what the journal holds, within its own time; nil if that was not enough.
    func tell(_ session: Session?) async -> Void? {
        guard let session else { return () }
        return await TimeLimit.run(budget.receipts, time: environment.time) {
            let api = APIClient(
                url: session.url, publishableKey: session.publishableKey, transport: environment.transport,
                time: environment.time, retry: .single(timeout: budget.receipts))
            _ = await EventSender(journal: journal, log: environment.log)
                .flush(api: api, limit: EventSender.batchLimit) {
                    // Somebody else may have come to the app meanwhile.
                    guard case .session(let newest) = Session.read(from: environment.container.session) else {
                        return nil
                    }
                    return newest
                }
        }
    }
}
