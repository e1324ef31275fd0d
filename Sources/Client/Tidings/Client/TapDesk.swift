import Foundation
import PushModel
import TidingsCore
import Timekeeping

/// Takes in taps, keeps them until somebody is ready, and hands out each exactly once.
actor TapDesk {
    private let relations: HostRelations
    private let install: Install
    private let environment: ClientEnvironment
    private let store: TapStore
    private let system: PushSystem
    private let links: LinkDesk
    private let launch: LaunchOpen
    private let ageLimit: TimeInterval
    /// Taps on our messages; on disk too.
    private var own: TapPipeline
    /// Taps on other notifications of the app, for views that asked for every response; in memory only.
    private var others = TapPipeline()
    /// Taps whose link another callback has brought to the app already.
    private var followed: Set<UUID> = []
    /// Taps that an earlier launch left; it may have died before their receipts were written.
    private var leftOver: [Tap]
    private var isDelivering = false
    private var isDeliveryDue = false

    init(
        relations: HostRelations, install: Install, environment: ClientEnvironment, store: TapStore, system: PushSystem,
        links: LinkDesk, launch: LaunchOpen, ageLimit: TimeInterval
    ) {
        self.relations = relations
        self.install = install
        self.environment = environment
        self.store = store
        self.system = system
        self.links = links
        self.launch = launch
        self.ageLimit = ageLimit
        own = store.load()
        leftOver = own.waiting
    }

    /// Takes in a response; when this returns it is on disk, and the receipt with it.
    func receive(_ response: IncomingResponse) async {
        let tap = response.tap
        guard let envelope = response.envelope else {
            guard !response.isHandedOver, others.receive(tap) else { return }
            return await deliver(tap, response)
        }
        guard await isForCurrentSubscriber(tap) else {
            environment.log(.info, "A tap on a message for an earlier subscriber was ignored", ("message", envelope.id))
            return
        }
        guard !response.isDismissal else {
            return await install.record(Receipt(.dismissed, messageID: envelope.id, deliveryID: envelope.delivery))
        }
        guard own.receive(tap) else { return }
        // A button that works in the background launches nothing that the person sees.
        let open = open(tap)
        if let open, await system.appState() == .foreground { launch.note(open) }
        if let url = open.flatMap({ target(of: tap, $0).link }), await !links.claim(url) { followed.insert(tap.id) }
        if response.isHandedOver { _ = own.consume(tap.id) }
        // First the tap: if the app dies between the two, the next launch hands it over and writes the receipt again.
        save()
        await recordOpening(tap, of: envelope)
        await tellCalls(tap)
        if !response.isHandedOver { await deliver(tap, response) }
    }

    private func recordOpening(_ tap: Tap, of envelope: Envelope) async {
        await install.record(
            Receipt(
                .opened, messageID: envelope.id, deliveryID: envelope.delivery, action: tap.action, input: tap.input))
    }

    /// Whoever opens the notification of a call wants to get to the call.
    private func tellCalls(_ tap: Tap) async {
        guard let payload = PushPayload(userInfo: tap.payload.userInfo), payload.envelope.call != nil else { return }
        let recipients = await install.session?.registration.recipients
        let reader = MessageReader(vault: environment.vault, recipients: recipients)
        guard case .message(let message, _) = reader.peek(payload, now: .distantPast), let call = message.call else {
            return
        }
        await relations.calls.tell(.notice(call, .opened))
    }

    /// The server counts once what an earlier launch wrote as well.
    private func recordLeftOver() async {
        let taps = leftOver
        leftOver = []
        for tap in taps {
            guard let payload = PushPayload(userInfo: tap.payload.userInfo) else { continue }
            await recordOpening(tap, of: payload.envelope)
        }
    }

    private func deliver(_ tap: Tap, _ response: IncomingResponse) async {
        await relations.keep(response.live, for: tap.id)
        await deliver()
    }

    /// Hands out what waits, as far as somebody is ready; true if there was anything.
    @discardableResult
    func deliver() async -> Bool {
        isDeliveryDue = true
        guard !isDelivering else { return false }
        isDelivering = true
        var isAny = false
        defer { isDelivering = false }
        await recordLeftOver()
        while isDeliveryDue {
            isDeliveryDue = false
            await dropExpired()
            while let tap = await nextTap() {
                guard own.consume(tap.id) || others.consume(tap.id) else { continue }
                save()
                guard await hand(tap) else {
                    putBack(tap)
                    break
                }
                await relations.forget(tap.id)
                isAny = true
            }
        }
        return isAny
    }

    /// The oldest tap that somebody would take now.
    private func nextTap() async -> Tap? {
        for tap in own.waiting {
            let leadsOn = open(tap).map { target(of: tap, $0).isThere } ?? false
            if await relations.hasConsumer(for: tap.id, isOwn: true, leadsOn: leadsOn) { return tap }
        }
        for tap in others.waiting
        where await relations.hasConsumer(for: tap.id, isOwn: false, leadsOn: false) { return tap }
        return nil
    }

    private func putBack(_ tap: Tap) {
        if PushPayload(userInfo: tap.payload.userInfo) != nil {
            own.putBack(tap)
            save()
        } else {
            others.putBack(tap)
        }
    }

    private func dropExpired() async {
        let now = environment.time.now
        let expired = own.removeExpired(now: now, ageLimit: ageLimit)
        if !expired.isEmpty { save() }
        for tap in expired {
            environment.log(.warning, "A tap was too old to be replayed and was dropped", ("request", tap.requestID))
        }
        for tap in expired + others.removeExpired(now: now, ageLimit: ageLimit) { await relations.forget(tap.id) }
    }

    private func save() {
        do {
            try store.save(own)
        } catch {
            environment.log(.error, "A tap could not be stored", ("error", "\(error)"))
        }
    }

    private func isForCurrentSubscriber(_ tap: Tap) async -> Bool {
        guard let payload = PushPayload(userInfo: tap.payload.userInfo) else { return true }
        let recipients = await install.session?.registration.recipients
        let reader = MessageReader(vault: environment.vault, recipients: recipients)
        return reader.peek(payload, now: .distantPast) != .refused(.otherSubscriber)
    }

    /// Gives a tap to whoever is ready; false if nobody is any more.
    private func hand(_ tap: Tap) async -> Bool {
        let open = open(tap)
        let target = open.map { self.target(of: tap, $0) } ?? HostRelations.Target()
        switch await relations.take(tap.id, open, target) {
        case .nobody: return false
        case .taken: break
        case .followed(let isActionKnown, let route):
            let message = open?.notification.messageID ?? ""
            if let isActionKnown, let name = target.action?.name {
                await install.recordAction(
                    name, message: message, isHandled: isActionKnown, key: tap.id.uuidString)
            }
            if let route, let url = target.link {
                await follow(url, route)
                await install.recordLink(url, message: message, via: route, key: tap.id.uuidString)
            }
        }
        return true
    }

    private func follow(_ url: URL, _ route: LinkRoute) async {
        await links.noteOpened(url)
        if route == .system { await system.open(url) }
        if route == .nobody {
            environment.log(.warning, "Nobody opened a universal link of the app's own; set a handler for links")
        }
    }

    /// Where a tap leads: nowhere for a button, which says itself what is wanted.
    private func target(of tap: Tap, _ open: NotificationOpen) -> HostRelations.Target {
        guard tap.action == nil else { return HostRelations.Target() }
        let link = followed.contains(tap.id) ? nil : open.notification.deepLink.flatMap(DeepLink.url)
        return HostRelations.Target(action: open.namedAction, link: link)
    }

    private func open(_ tap: Tap) -> NotificationOpen? {
        guard let payload = PushPayload(userInfo: tap.payload.userInfo) else { return nil }
        let reader = MessageReader(vault: environment.vault, recipients: nil)
        var message = ReceivedMessage(clear: payload)
        if case .message(let readable, _) = reader.peek(payload, now: .distantPast) { message = readable }
        return NotificationOpen(
            id: tap.id, notification: ReceivedNotification(message, payload: payload, raw: tap.payload),
            action: tap.action, input: tap.input, respondedAt: tap.respondedAt, namedAction: message.action)
    }
}
