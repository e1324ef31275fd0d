import Foundation
import PushModel
import TidingsCore
import TidingsNotifications
import Timekeeping
import UserNotifications

/// Turns a push into what the person sees, the most important things first.
///
/// Text, then the receipt into the journal, then buttons and sender, then what needs the network: attachments and
/// receipts. After each step the notification could be handed over as it stands.
struct ServicePlan: Sendable {
    /// Lets a subclass change the content; the payload is nil for what was not decrypted.
    typealias Customize = @Sendable (UNMutableNotificationContent, DecryptedPayload?) -> Void

    /// What a subclass makes of the notification of a call.
    struct CallHooks: Sendable {
        /// Changes the content.
        var customize: @Sendable (UNMutableNotificationContent, CallNotice) -> Void
        /// Hands a call that rings on to the app; false shows the notification.
        var handOn: @Sendable (CallNotice, JSONObject) async -> Bool
    }

    let environment: ServiceEnvironment
    let budget: ServiceBudget
    let customize: Customize
    let calls: CallHooks

    /// What a push wants beside its text.
    struct Wishes: Sendable {
        var media: [Attachment] = []
        var communication: Communication?

        /// The options of notify-kit count where they say something, as their sender wrote them for just this place.
        init(_ message: ReceivedMessage?, _ options: NotifyKitOptions?, identifier: String) {
            media = message?.media ?? []
            communication = message.flatMap { Communication($0) }
            guard let options else { return }
            if !options.media.isEmpty { media = options.media }
            communication = Communication(options, identifier: identifier) ?? communication
        }
    }

    /// Works on a request; the run has the result after each step.
    func carryOut(_ request: ServiceRequest, for run: ServiceRun) async {
        let userInfo = request.content.userInfo
        let payload = PushPayload(userInfo: userInfo)
        // Beside a sealed body anybody could have written options; those that count are inside.
        let outer = payload?.envelope.isSealed == true ? nil : NotifyKitOptions(userInfo: userInfo)
        guard payload != nil || outer != nil,
            let content = request.content.mutableCopy() as? UNMutableNotificationContent
        else { return }
        let session = currentSession()
        let message = payload.flatMap { read($0, into: content, session: session) }
        // A push that is not to be seen as it was meant is not to be dressed up either.
        let isRefused = payload != nil && message == nil
        let options =
            isRefused ? nil : message.flatMap { NotifyKitOptions(userInfo: $0.message.data.userInfo) } ?? outer
        if let options { write(options, to: content, isRepeat: message?.isRepeat ?? false) }
        run.improve(content)
        if let payload { recordDelivery(of: payload, session: session) }
        customize(content, message.flatMap { $0.message.wasSealed ? DecryptedPayload($0.message) : nil })
        if let call = message?.message.call {
            calls.customize(content, call)
            if call.event == .ring, await isHandedOn(call, userInfo) {
                // Nothing to read: the system keeps it from the screen, where the app may ask for that.
                return run.improve(UNNotificationContent())
            }
        }
        run.improve(content)
        let wishes = Wishes(message?.message, options, identifier: request.identifier)
        environment.log(
            .info, "A notification came", ("notification", request.identifier), ("tidings", "\(payload != nil)"),
            ("notifeeOptions", "\(options != nil)"), ("attachments", String(wishes.media.count)))
        if let message = message?.message {
            _ = await TimeLimit.run(budget.category, time: environment.time) {
                await CategoryRegistrar().register(message)
            }
        }
        async let isTold: Void? = tell(session)
        await dress(content, wishes, request, for: run)
        _ = await isTold
    }

    private func isHandedOn(_ call: CallNotice, _ userInfo: [AnyHashable: Any]) async -> Bool {
        let raw = JSONValue(any: userInfo)?.object ?? JSONObject()
        let hooks = calls
        return await TimeLimit.run(budget.category, time: environment.time) { await hooks.handOn(call, raw) } ?? false
    }

    private func write(_ options: NotifyKitOptions, to content: UNMutableNotificationContent, isRepeat: Bool) {
        if options.isNewer {
            environment.log(
                .warning, "The notify-kit options are newer than this SDK", ("version", String(options.version)))
        }
        ContentWriter.write(options, to: content)
        if isRepeat { ContentWriter.silence(content) }
    }

    private func currentSession() -> Session? {
        guard case .session(let session) = Session.read(from: environment.container.session) else { return nil }
        return session
    }

    var ledger: ClaimLedger { ClaimLedger(folder: environment.container.claims) }

    /// Puts the text in place; nil if the placeholder has to stay.
    private func read(
        _ payload: PushPayload, into content: UNMutableNotificationContent, session: Session?
    ) -> (message: ReceivedMessage, isRepeat: Bool)? {
        let reader = MessageReader(vault: environment.vault, recipients: session?.registration.recipients)
        switch reader.read(payload, counting: ledger, now: environment.time.now) {
        case .message(let message, let isKnown):
            let isRepeat = isKnown || environment.container.showsByItself(message)
            ContentWriter.write(message, to: content, vault: environment.vault, isRepeat: isRepeat)
            return (message, isRepeat)
        case .refused(let refusal):
            environment.log(
                .warning, "A push was not shown as meant", ("message", payload.envelope.id),
                ("reason", refusal.rawValue))
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
            ContentWriter.silence(content)
            recordSuppression(of: payload, .expired, session: session)
        case .contradiction:
            ContentWriter.silence(content)
        case .noKey, .undecipherable, .unknownCoding:
            // The placeholder is what the sender wanted to be seen in this case, sound included.
            break
        }
    }
}
