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
    private let ageLimit: TimeInterval
    private var pipeline: TapPipeline
    private var isDelivering = false
    private var isDeliveryDue = false

    init(
        relations: HostRelations, install: Install, environment: ClientEnvironment, store: TapStore, system: PushSystem,
        ageLimit: TimeInterval
    ) {
        self.relations = relations
        self.install = install
        self.environment = environment
        self.store = store
        self.system = system
        self.ageLimit = ageLimit
        pipeline = store.load()
    }

    /// Takes in a response; when this returns it is on disk, and the receipt with it.
    func receive(_ response: IncomingResponse) async {
        let message = response.payload.envelope
        guard await isForCurrentSubscriber(response.payload) else {
            environment.log(.info, "A tap on a message for an earlier subscriber was ignored", ("message", message.id))
            return
        }
        guard case .opened(let action, let input) = response.kind else {
            return await install.record(Receipt(.dismissed, messageID: message.id, deliveryID: message.delivery))
        }
        let tap = Tap(
            requestID: response.requestID, messageID: message.id, action: action, input: input, payload: response.raw,
            respondedAt: response.respondedAt)
        guard pipeline.receive(tap) else { return }
        // First the receipt: a crash between the two files repeats it, and the server counts it once.
        await install.record(
            Receipt(.opened, messageID: message.id, deliveryID: message.delivery, action: action, input: input))
        save()
        await relations.keep(response.live, for: tap.id)
        await deliver()
    }

    /// Hands out what waits, as far as somebody is ready.
    func deliver() async {
        isDeliveryDue = true
        guard !isDelivering else { return }
        isDelivering = true
        defer { isDelivering = false }
        while isDeliveryDue {
            isDeliveryDue = false
            await dropExpired()
            while let tap = pipeline.next, await relations.hasConsumer(for: tap.id) {
                guard pipeline.consume(tap.id) else { continue }
                save()
                guard await hand(tap) else {
                    pipeline.putBack(tap)
                    save()
                    break
                }
                await relations.forget(tap.id)
            }
        }
    }

    private func dropExpired() async {
        let expired = pipeline.removeExpired(now: environment.time.now, ageLimit: ageLimit)
        guard !expired.isEmpty else { return }
        save()
        for tap in expired {
            environment.log(.warning, "A tap was too old to be replayed and was dropped", ("request", tap.requestID))
            await relations.forget(tap.id)
        }
    }

    private func save() {
        do {
            try store.save(pipeline)
        } catch {
            environment.log(.error, "A tap could not be stored", ("error", "\(error)"))
        }
    }

    private func isForCurrentSubscriber(_ payload: PushPayload) async -> Bool {
        let recipients = await install.session?.registration.recipients
        let reader = MessageReader(vault: environment.vault, recipients: recipients)
        return reader.peek(payload, now: .distantPast) != .refused(.otherSubscriber)
    }

    /// Gives a tap to whoever is ready; false if nobody is any more.
    private func hand(_ tap: Tap) async -> Bool {
        guard let open = open(tap) else { return true }
        let link = open.action == nil ? open.notification.deepLink.flatMap(DeepLink.url) : nil
        switch await relations.take(open, link: link) {
        case .nobody: return false
        case .handled: return true
        case .opensLink(let url):
            await system.open(url)
            return true
        }
    }

    private func open(_ tap: Tap) -> NotificationOpen? {
        guard let payload = PushPayload(userInfo: tap.payload.userInfo) else { return nil }
        let reader = MessageReader(vault: environment.vault, recipients: nil)
        var message = ReceivedMessage(clear: payload)
        if case .message(let readable, _) = reader.peek(payload, now: .distantPast) { message = readable }
        return NotificationOpen(
            id: tap.id, notification: ReceivedNotification(message, payload: payload, raw: tap.payload),
            action: tap.action, input: tap.input, respondedAt: tap.respondedAt)
    }
}

/// What became of a tap at the app.
enum TapHandling: Sendable {
    case nobody
    case handled
    case opensLink(URL)
}

extension HostRelations {
    /// Hands a tap to whoever is ready.
    func take(_ open: NotificationOpen, link: URL?) -> TapHandling {
        switch consumer(for: open.id) {
        case nil: return .nobody
        case .subscriber(let handler, let response):
            handler(response)
            return .handled
        case .delegate(let delegate):
            delegate.tidingsDidOpen(open)
            guard let link, !delegate.tidingsOpenDeepLink(link, of: open) else { return .handled }
            return .opensLink(link)
        }
    }
}

/// Which links of a message may be opened.
enum DeepLink {
    /// Schemes that reach into the phone or run code; a message from a server has no business with them.
    private static let forbiddenSchemes: Set<String> = ["file", "javascript", "data", "about", "blob"]

    /// The link as a URL; nil if it is none or must not be opened.
    static func url(_ text: String) -> URL? {
        guard text.utf8.count <= 2_048, let url = URL(string: text), let scheme = url.scheme?.lowercased(),
            !forbiddenSchemes.contains(scheme)
        else { return nil }
        return url
    }
}
