import Foundation
import PushModel
import TidingsCore
import TidingsNotifications
import Timekeeping
import UserNotifications

/// Turns a push into what the person sees, the most important things first.
///
/// Text, then the receipt into the journal, then the buttons, then what needs the network: picture and receipts. After
/// each step the notification could be handed over as it stands.
struct ServicePlan: Sendable {
    /// Lets a subclass change the content; the payload is nil for what was not decrypted.
    typealias Customize = @Sendable (UNMutableNotificationContent, DecryptedPayload?) -> Void

    let environment: ServiceEnvironment
    let budget: ServiceBudget
    let customize: Customize

    /// Works on a request; the run has the result after each step.
    func carryOut(_ request: Carried<UNNotificationRequest>, for run: ServiceRun) async {
        let request = request.object
        guard let payload = PushPayload(userInfo: request.content.userInfo),
            let content = request.content.mutableCopy() as? UNMutableNotificationContent
        else { return }
        let session = currentSession()
        let message = write(payload, to: content, session: session)
        run.improve(content)
        recordDelivery(of: payload, session: session)
        customize(content, message.flatMap { $0.wasSealed ? DecryptedPayload($0) : nil })
        run.improve(content)
        if let message {
            _ = await TimeLimit.run(budget.category, time: environment.time) {
                await CategoryRegistrar().register(message)
            }
        }
        let picture = await useNetwork(message, session: session)
        if let picture {
            content.attachments.append(picture.object)
            run.improve(content)
        }
    }

    private func currentSession() -> Session? {
        guard case .session(let session) = Session.read(from: environment.container.session) else { return nil }
        return session
    }

    private var ledger: ClaimLedger { ClaimLedger(folder: environment.container.claims) }

    /// Puts the text in place; nil if the placeholder has to stay.
    private func write(
        _ payload: PushPayload, to content: UNMutableNotificationContent, session: Session?
    ) -> ReceivedMessage? {
        let reader = MessageReader(vault: environment.vault, recipients: session?.registration.recipients)
        switch reader.read(payload, counting: ledger, now: environment.time.now) {
        case .message(let message, let isRepeat):
            ContentWriter.write(message, to: content, vault: environment.vault, isRepeat: isRepeat)
            return message
        case .refused(let refusal):
            environment.log(
                .info, "A push was not shown as meant", ("message", payload.envelope.id), ("reason", refusal.rawValue))
            refuse(payload, refusal, content, session: session)
            return nil
        }
    }

    private func refuse(
        _ payload: PushPayload, _ refusal: MessageReader.Refusal, _ content: UNMutableNotificationContent,
        session: Session?
    ) {
        switch refusal {
        case .otherSubscriber:
            ContentWriter.neutralise(content, wasSealed: payload.envelope.isSealed)
            recordSuppression(of: payload, .otherSubscriber, session: session)
        case .expired:
            content.sound = nil
            content.interruptionLevel = .passive
            recordSuppression(of: payload, .expired, session: session)
        case .contradiction:
            content.sound = nil
            content.interruptionLevel = .passive
        case .noKey, .undecipherable:
            // The placeholder is what the sender wanted to be seen in this case, sound included.
            break
        }
    }

    private func recordDelivery(of payload: PushPayload, session: Session?) {
        let envelope = payload.envelope
        guard ledger.note(.delivered, message: envelope.id) == nil else { return }
        // First the journal, then the claim: a death in between repeats the receipt, and the server counts it once.
        record(Receipt(.delivered, messageID: envelope.id, deliveryID: envelope.delivery), session)
        _ = ledger.claim(.delivered, message: envelope.id)
    }

    private func recordSuppression(of payload: PushPayload, _ reason: SuppressionReason, session: Session?) {
        let envelope = payload.envelope
        guard ledger.claim(.presentation, message: envelope.id, note: reason.rawValue) == .first else { return }
        record(
            Receipt(.suppressed, messageID: envelope.id, deliveryID: envelope.delivery, reason: reason), session)
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

    /// Fetches the picture and tells the server, side by side, each within its own time.
    private func useNetwork(_ message: ReceivedMessage?, session: Session?) async -> Carried<UNNotificationAttachment>?
    {
        async let isTold: Void? = TimeLimit.run(budget.receipts, time: environment.time) {
            if let session { await tell(session) }
        }
        async let picture = self.picture(of: message)
        _ = await isTold
        return await picture
    }

    private func picture(of message: ReceivedMessage?) async -> Carried<UNNotificationAttachment>? {
        guard let address = message?.image else { return nil }
        let attacher = PictureAttacher(transport: environment.transport, limits: budget.picture, log: environment.log)
        let attachment = await TimeLimit.run(budget.picture.time, time: environment.time) {
            await attacher.attachment(for: address).map { Carried($0) }
        }
        return attachment ?? nil
    }

    private func tell(_ session: Session) async {
        let api = APIClient(
            url: session.url, publishableKey: session.publishableKey, transport: environment.transport,
            time: environment.time, retry: .single(timeout: budget.receipts))
        _ = await EventSender(journal: journal, log: environment.log).flush(session: session, api: api)
    }
}
