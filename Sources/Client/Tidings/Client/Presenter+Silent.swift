import Foundation
import PushModel
import TidingsCore

extension Presenter {
    /// Takes in a push that woke the app; true if it brought something new.
    func receive(_ payload: PushPayload, raw: JSONObject) async -> Bool {
        let isNew = ledger.note(.delivered, message: payload.envelope.id) == nil
        await recordDelivery(of: payload)
        switch await read(payload) {
        case .refused(let refusal):
            environment.log(
                .info, "A silent push was refused", ("message", payload.envelope.id), ("reason", refusal.rawValue))
            if refusal == .otherSubscriber { await suppress(payload, .otherSubscriber) }
            if refusal == .expired { await suppress(payload, .expired) }
            return false
        case .message(let message, _):
            let received = ReceivedNotification(message, payload: payload, raw: raw)
            if let call = message.call { await relations.calls.tell(.notice(call, .wake)) }
            if message.local != nil || message.cancelLocal != nil {
                await plan(message, received, raw: raw)
            } else if message.isSilentForm, message.banner.hasText {
                await presentOnce(message, received, raw: raw)
            } else {
                await wake(payload, received)
            }
            return isNew
        }
    }

    /// Draws the banner of a message that came without one; the second time it stays as it is.
    private func presentOnce(_ message: ReceivedMessage, _ received: ReceivedNotification, raw: JSONObject) async {
        let state = await system.appState()
        guard case .present(_, isRepeat: false) = await decide(message, received, state: state) else { return }
        _ = await show(message, identifier: message.id, raw: raw)
    }

    /// Tells the app of a push that shows nothing, or that the system shows by itself.
    private func wake(_ payload: PushPayload, _ received: ReceivedNotification) async {
        guard ledger.claim(.wake, message: payload.envelope.id) == .first else { return }
        guard payload.aps.alert == nil else {
            // The system presents it, so the answer changes nothing here, but the app hears of every message. In the
            // foreground `willPresent` asks, and heeds the answer.
            if await system.appState() == .background { _ = await mayPresent(received) }
            return
        }
        let relations = relations
        await MainActor.run { relations.delegate?.tidingsDidReceive(received) }
    }
}
