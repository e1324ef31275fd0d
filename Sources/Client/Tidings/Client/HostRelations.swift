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

    /// Opens a link, or leaves it to others.
    package typealias LinkHandler = @MainActor (URL) -> Bool

    /// Says whether a view is in a window in front.
    package typealias FrontTest = @MainActor () -> Bool

    private struct Subscriber {
        var id: UUID
        var isInFront: FrontTest
        var wants: ResponseFilter
        var handler: ResponseHandler
    }

    private struct LinkView {
        var id: UUID
        var isInFront: FrontTest
        var handler: LinkHandler
    }

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
    var linkHandler: LinkHandler?
    var actionHandlers: [String: @MainActor (JSONObject) -> Void] = [:]
    private var subscribers: [Subscriber] = []
    private var linkViews: [LinkView] = []
    private var responses: [UUID: UNNotificationResponse] = [:]
    nonisolated let conversations = StateBroadcast<String?>(nil)
    nonisolated let permissions = StateBroadcast<NotificationPermission?>(nil)
    nonisolated let registrations = StateBroadcast<RegistrationState?>(nil)
    nonisolated let calls = CallIntake()
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

    /// Adds someone who wants responses; the first one in front gets each, or the first that is there.
    func subscribe(
        _ id: UUID, inFront isInFront: @escaping FrontTest, where wants: @escaping ResponseFilter,
        _ handler: @escaping ResponseHandler
    ) {
        unsubscribe(id)
        subscribers.append(Subscriber(id: id, isInFront: isInFront, wants: wants, handler: handler))
    }

    /// Takes back a subscription.
    func unsubscribe(_ id: UUID) { subscribers.removeAll { $0.id == id } }

    /// Adds a view that opens links; those in front are asked first, then those that came first.
    func subscribeToLinks(_ id: UUID, inFront isInFront: @escaping FrontTest, _ handler: @escaping LinkHandler) {
        unsubscribeFromLinks(id)
        linkViews.append(LinkView(id: id, isInFront: isInFront, handler: handler))
    }

    /// Takes back a view that opens links.
    func unsubscribeFromLinks(_ id: UUID) { linkViews.removeAll { $0.id == id } }

    /// The first subscriber that wants a response.
    func subscriber(for response: UNNotificationResponse) -> ResponseHandler? {
        let willing = subscribers.filter { $0.wants(response) }
        // The system has brought the window to the front that the response is for.
        return (willing.first { $0.isInFront() } ?? willing.first)?.handler
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
        guard isOwn else { return nil }
        if isReady { return delegate != nil || leadsOn ? .app(delegate) : nil }
        // A view that opens links is on the screen; only a delegate has to be waited for.
        return leadsOn && delegate == nil && !linkViews.isEmpty ? .app(nil) : nil
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
        if isOpenedByApp(url) { return .closure }
        let isOwn =
            ["http", "https"].contains(url.scheme?.lowercased()) && ownHosts.contains(url.host?.lowercased() ?? "")
        return isOwn ? .nobody : .system
    }

    /// Gives a link that came from outside to the app, which never sends it out again; nil if it has to wait.
    func route(_ url: URL) -> LinkRoute? {
        guard isReady else { return isOpenedByView(url) ? .closure : nil }
        if delegate?.tidingsOpenLink(url) == true { return .delegate }
        return isOpenedByApp(url) ? .closure : .nobody
    }

    private func isOpenedByApp(_ url: URL) -> Bool { isOpenedByView(url) || linkHandler?(url) == true }

    private func isOpenedByView(_ url: URL) -> Bool {
        linkViews.contains { $0.isInFront() && $0.handler(url) }
            || linkViews.contains { !$0.isInFront() && $0.handler(url) }
    }
}
