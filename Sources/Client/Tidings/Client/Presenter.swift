import Foundation
import PushModel
import TidingsCore
import Timekeeping
import UserNotifications

/// Decides what becomes of a message that reaches the app itself, and says so in a receipt.
struct Presenter: Sendable {
    let relations: HostRelations
    let install: Install
    let environment: ClientEnvironment
    let system: PushSystem
    let planner: LocalPlanner
    let rules: PushRules
    let foreground: Configuration.ForegroundPresentation

    var ledger: ClaimLedger { ClaimLedger(folder: environment.container.claims) }

    /// Answers the system's question how a notification appears in the foreground.
    func options(for notification: IncomingNotification) async -> UNNotificationPresentationOptions {
        let payload = notification.payload
        if notification.isPlanned { return await options(forPlanned: notification) }
        // A banner of our own was decided on when it was drawn.
        guard notification.isRemote else { return Configuration.ForegroundPresentation.banner.options }
        await recordDelivery(of: payload)
        switch await read(payload) {
        case .refused(let refusal):
            return await options(afterRefusal: refusal, of: payload)
        case .message(let message, _):
            if let call = message.call, await relations.calls.tell(.notice(call, .foreground)), call.event != .missed {
                // The app shows the call itself.
                return []
            }
            let received = ReceivedNotification(message, payload: payload, raw: notification.raw)
            let verdict = await decide(message, received, state: .foreground)
            guard case .present(let options, let isRepeat) = verdict else { return [] }
            // The list entry of a repeat is replaced; banner and sound were there the first time.
            guard !isRepeat else { return [.list] }
            guard message.wasSealed, !DecryptionMark.isValid(in: payload, vault: environment.vault) else {
                return options
            }
            // No extension decrypted it, so the system would show the placeholder: show the text ourselves instead.
            let isShown = await show(message, identifier: notification.requestID, raw: notification.raw)
            return isShown ? [] : options
        }
    }

    /// Reads a push under the rules of whoever uses the app now, and counts its content.
    func read(_ payload: PushPayload) async -> MessageReader.Reading {
        let recipients = await install.session?.registration.recipients
        return MessageReader(vault: environment.vault, recipients: recipients)
            .read(payload, counting: ledger, now: environment.time.now)
    }

    /// What the rules say about a message.
    enum Verdict: Sendable, Equatable {
        case present(UNNotificationPresentationOptions, isRepeat: Bool)
        case suppress
    }

    /// Asks the app, applies the display rule, and records the outcome once per message.
    func decide(
        _ message: ReceivedMessage, _ received: ReceivedNotification, state: DisplayRule.AppState
    ) async -> Verdict {
        if let note = ledger.note(.presentation, message: message.id) { return repeated(note) }
        let (decision, options) = await firstDecision(message, received, state: state)
        let note: String
        switch decision {
        case .present: note = Self.presentedNote
        case .suppress(let reason): note = reason.rawValue
        }
        let receipt =
            switch decision {
            case .present: Receipt(.presented, messageID: message.id, deliveryID: message.deliveryID)
            case .suppress(let reason):
                Receipt(.suppressed, messageID: message.id, deliveryID: message.deliveryID, reason: reason)
            }
        // Between the question and here another callback may have decided on the same message.
        if case .repeated(let earlier) = await install.record(receipt, claiming: .presentation, note: note) {
            return repeated(earlier)
        }
        guard decision == .present else { return .suppress }
        return .present(options, isRepeat: environment.container.showsByItself(message))
    }

    private static let presentedNote = "presented"

    private func repeated(_ note: String) -> Verdict {
        note == Self.presentedNote ? .present([], isRepeat: true) : .suppress
    }

    private func firstDecision(
        _ message: ReceivedMessage, _ received: ReceivedNotification, state: DisplayRule.AppState
    ) async -> (DisplayRule.Decision, UNNotificationPresentationOptions) {
        guard await mayPresent(received) else { return (.suppress(.intercepted), []) }
        let rule = rules.display(state, relations.conversation, message.conversation)
        guard rule == .present else { return (rule, []) }
        guard state == .foreground else { return (.present, Configuration.ForegroundPresentation.banner.options) }
        let options = await chosenOptions(for: received) ?? foreground.options
        // Meanwhile the person may have opened the conversation.
        let ruleNow = rules.display(state, relations.conversation, message.conversation)
        guard ruleNow == .present else { return (ruleNow, []) }
        return options == [] ? (.suppress(.hidden), []) : (.present, options)
    }

    /// How long the app's delegate may take to choose; the system gives up on the app a little later.
    private static let choiceLimit = Duration.seconds(8)

    /// What the app's delegate chooses; nil if it does not, or takes too long.
    ///
    /// It is not waited for beyond that: whatever it hangs on may not even notice that nobody waits any more.
    private func chosenOptions(for received: ReceivedNotification) async -> UNNotificationPresentationOptions? {
        let (relations, time) = (relations, environment.time)
        let choice = await TimeLimit.wait(until: time.uptime + Self.choiceLimit, time: time) {
            await Self.choice(of: relations, for: received)
        }
        guard let choice else {
            environment.log(
                .warning, "The app did not choose in time how a message appears", ("message", received.messageID))
            return nil
        }
        return choice
    }

    @MainActor private static func choice(
        of relations: HostRelations, for received: ReceivedNotification
    ) async -> UNNotificationPresentationOptions? {
        await relations.delegate?.tidingsDecidePresentation(of: received)
    }

    /// Asks the app's delegate, once per message however often it comes and through whichever callback.
    func mayPresent(_ received: ReceivedNotification) async -> Bool {
        guard ledger.claim(.intercept, message: received.messageID) == .first else { return true }
        let relations = relations
        let rules = rules
        return await MainActor.run { relations.delegate.map { rules.mayPresent($0, received) } ?? true }
    }

    /// Draws a banner of our own; false if the system did not take it.
    func show(_ message: ReceivedMessage, identifier: String, raw: JSONObject) async -> Bool {
        do {
            try await system.show(OwnBanner(identifier: identifier, message: message, raw: raw))
            return true
        } catch {
            environment.log(.warning, "A banner could not be shown", ("message", message.id), ("error", "\(error)"))
            return false
        }
    }

    /// Records that a push arrived, unless the extension did so already.
    func recordDelivery(of payload: PushPayload) async {
        let envelope = payload.envelope
        _ = await install.record(
            Receipt(.delivered, messageID: envelope.id, deliveryID: envelope.delivery), claiming: .delivered)
    }

    /// What a push looks like that may not be shown as it was meant.
    private func options(afterRefusal refusal: MessageReader.Refusal, of payload: PushPayload) async
        -> UNNotificationPresentationOptions
    {
        environment.log(
            .info, "A push was not shown as meant", ("message", payload.envelope.id), ("reason", refusal.rawValue))
        switch refusal {
        case .otherSubscriber: return await suppressed(payload, .otherSubscriber)
        case .expired: return await suppressed(payload, .expired)
        case .contradiction: return []
        case .noKey, .undecipherable, .unknownCoding:
            // The placeholder says that there is something; it never contains what could not be read.
            guard foreground == .banner else { return foreground.options }
            let receipt = Receipt(.presented, messageID: payload.envelope.id, deliveryID: payload.envelope.delivery)
            let isFirst = await install.record(receipt, claiming: .presentation, note: Self.presentedNote) == .first
            return isFirst ? foreground.options : [.list]
        }
    }

    private func suppressed(_ payload: PushPayload, _ reason: SuppressionReason) async
        -> UNNotificationPresentationOptions
    {
        await suppress(payload, reason)
        return []
    }

    /// Records once that a message was kept from the screen.
    func suppress(_ payload: PushPayload, _ reason: SuppressionReason) async {
        let envelope = payload.envelope
        _ = await install.record(
            Receipt(.suppressed, messageID: envelope.id, deliveryID: envelope.delivery, reason: reason),
            claiming: .presentation, note: reason.rawValue)
    }
}
