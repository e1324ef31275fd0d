import Foundation
import Locking
import PushModel
import TidingsCore
import TidingsNotifications
import Timekeeping
package import UserNotifications

/// What the app told the SDK about itself: its delegate, its screen, who wants taps, who follows what the SDK knows.
///
/// It exists before `configure`, so that nothing an app sets early is lost.
@MainActor
package final class HostRelations {
    /// Takes responses to notifications, one at a time.
    package typealias ResponseHandler = @MainActor (UNNotificationResponse) -> Void

    /// Says whether somebody wants a response.
    package typealias ResponseFilter = @MainActor (UNNotificationResponse) -> Bool

    /// Whoever can be handed a tap.
    enum Consumer {
        case subscriber(ResponseHandler, UNNotificationResponse)
        case app((any TidingsDelegate)?)
    }

    /// What became of a tap at the app.
    enum Handling: Sendable {
        case nobody
        case taken
        /// By the app itself: what became of the function and of the link that the message names.
        case followed(isActionKnown: Bool?, link: LinkRoute?)
    }

    /// Where a tap leads beside the app's delegate.
    struct Target: Sendable {
        var action: NamedAction?
        var link: URL?

        /// Whether there is anything.
        var isThere: Bool { action != nil || link != nil }
    }

    weak var delegate: (any TidingsDelegate)?
    var isReady = false
    var linkHandler: (@MainActor (URL) -> Bool)?
    var actionHandlers: [String: @MainActor (JSONObject) -> Void] = [:]
    private var subscribers: [(id: UUID, wants: ResponseFilter, handler: ResponseHandler)] = []
    private var responses: [UUID: UNNotificationResponse] = [:]
    nonisolated let conversations = StateBroadcast<String?>(nil)
    nonisolated let permissions = StateBroadcast<NotificationPermission?>(nil)
    nonisolated let registrations = StateBroadcast<RegistrationState?>(nil)
    nonisolated private let hosts = Locked<Set<String>>([])

    /// Starts without delegate and subscribers.
    nonisolated package init() {}

    /// The conversation that the person is reading, from any thread.
    nonisolated var conversation: String? {
        get { conversations.value }
        set { conversations.tell(newValue) }
    }

    /// Hosts of the app's own universal links, lowercase: the browser is not the place for them.
    nonisolated var ownHosts: Set<String> {
        get { hosts.withLock { $0 } }
        set { hosts.withLock { $0 = newValue } }
    }

    /// Adds someone who wants responses; the first one that is there gets each.
    func subscribe(_ id: UUID, where wants: @escaping ResponseFilter, _ handler: @escaping ResponseHandler) {
        unsubscribe(id)
        subscribers.append((id, wants, handler))
    }

    /// Takes back a subscription.
    func unsubscribe(_ id: UUID) { subscribers.removeAll { $0.id == id } }

    /// The first subscriber that wants a response.
    func subscriber(for response: UNNotificationResponse) -> ResponseHandler? {
        subscribers.first { $0.wants(response) }?.handler
    }

    /// Keeps the system's object for as long as its tap waits.
    func keep(_ response: Carried<UNNotificationResponse>, for tap: UUID) { responses[tap] = response.object }

    /// Lets go of the object of a tap that is over.
    func forget(_ tap: UUID) { responses[tap] = nil }

    /// Whether anybody would take a tap now.
    func hasConsumer(for tap: UUID, isOwn: Bool, leadsOn: Bool) -> Bool {
        consumer(for: tap, isOwn: isOwn, leadsOn: leadsOn) != nil
    }

    /// Who takes a tap now; nil if nobody is ready.
    ///
    /// A subscription means that a view is on the screen and asks; a delegate is asked after `ready()`. A tap that was
    /// kept from an earlier launch has no response object any more and can only go to the delegate, and the delegate is
    /// told of our messages only.
    private func consumer(for tap: UUID, isOwn: Bool, leadsOn: Bool) -> Consumer? {
        if let response = responses[tap], let handler = subscriber(for: response) {
            return .subscriber(handler, response)
        }
        guard isOwn, isReady, delegate != nil || leadsOn else { return nil }
        return .app(delegate)
    }

    /// Hands a tap to whoever is ready; the function that it names runs before its link is opened.
    func take(_ tap: UUID, _ open: NotificationOpen?, _ target: Target) -> Handling {
        switch consumer(for: tap, isOwn: open != nil, leadsOn: target.isThere) {
        case nil: return .nobody
        case .subscriber(let handler, let response):
            handler(response)
            return .taken
        case .app(let delegate):
            guard let open else { return .nobody }
            delegate?.tidingsDidOpen(open)
            let handler = target.action.map { actionHandlers[$0.name] }
            handler??(target.action?.data ?? JSONObject())
            return .followed(
                isActionKnown: handler.map { $0 != nil },
                link: target.link.map { route($0, isTaken: delegate?.tidingsOpenDeepLink($0, of: open) ?? false) })
        }
    }

    /// Gives a link to the app; the system is to open it if the app does not.
    private func route(_ url: URL, isTaken: Bool) -> LinkRoute {
        if isTaken { return .delegate }
        if linkHandler?(url) == true { return .closure }
        let isOwn =
            ["http", "https"].contains(url.scheme?.lowercased()) && ownHosts.contains(url.host?.lowercased() ?? "")
        return isOwn ? .nobody : .system
    }

    /// Gives a link that came from outside to the app; it is never sent out again.
    func route(_ url: URL) -> LinkRoute {
        if delegate?.tidingsOpenLink(url) == true { return .delegate }
        return linkHandler?(url) == true ? .closure : .nobody
    }
}
