import Foundation
import Locking
import TidingsNotifications
import Timekeeping
package import UserNotifications

/// What the app told the SDK about itself: its delegate, its screen, who wants taps.
///
/// It exists before `configure`, so that nothing an app sets early is lost.
@MainActor
package final class HostRelations {
    /// Takes responses to notifications, one at a time.
    package typealias ResponseHandler = @MainActor (UNNotificationResponse) -> Void

    /// Whoever can be handed a tap.
    enum Consumer {
        case subscriber(ResponseHandler, UNNotificationResponse)
        case delegate(any TidingsDelegate)
    }

    /// What became of a tap at the app.
    enum Handling: Sendable {
        case nobody
        case handled
        case opensLink(URL)
    }

    weak var delegate: (any TidingsDelegate)?
    var isReady = false
    private var subscribers: [(id: UUID, handler: ResponseHandler)] = []
    private var responses: [UUID: UNNotificationResponse] = [:]
    nonisolated private let screen = Locked<String?>(nil)

    /// Starts without delegate and subscribers.
    nonisolated package init() {}

    /// The conversation that the person is reading, from any thread.
    nonisolated var conversation: String? {
        get { screen.withLock { $0 } }
        set { screen.withLock { $0 = newValue } }
    }

    /// Adds someone who wants responses; the first one that is there gets each.
    func subscribe(_ id: UUID, _ handler: @escaping ResponseHandler) {
        unsubscribe(id)
        subscribers.append((id, handler))
    }

    /// Takes back a subscription.
    func unsubscribe(_ id: UUID) { subscribers.removeAll { $0.id == id } }

    /// The subscriber that gets the next response.
    var firstSubscriber: ResponseHandler? { subscribers.first?.handler }

    /// Keeps the system's object for as long as its tap waits.
    func keep(_ response: Carried<UNNotificationResponse>, for tap: UUID) { responses[tap] = response.object }

    /// Lets go of the object of a tap that is over.
    func forget(_ tap: UUID) { responses[tap] = nil }

    /// Whether anybody would take a tap now.
    func hasConsumer(for tap: UUID, isOwn: Bool) -> Bool { consumer(for: tap, isOwn: isOwn) != nil }

    /// Who takes a tap now; nil if nobody is ready.
    ///
    /// A subscription means that a view is on the screen and asks; a delegate is asked after `ready()`. A tap that was
    /// kept from an earlier launch has no response object any more and can only go to the delegate, and the delegate is
    /// told of our messages only.
    private func consumer(for tap: UUID, isOwn: Bool) -> Consumer? {
        if let firstSubscriber, let response = responses[tap] { return .subscriber(firstSubscriber, response) }
        guard isOwn, isReady, let delegate else { return nil }
        return .delegate(delegate)
    }

    /// Hands a tap to whoever is ready; the link is opened outside unless the delegate opens it.
    func take(_ tap: UUID, _ open: NotificationOpen?, link: URL?) -> Handling {
        switch consumer(for: tap, isOwn: open != nil) {
        case nil: return .nobody
        case .subscriber(let handler, let response):
            handler(response)
            return .handled
        case .delegate(let delegate):
            guard let open else { return .nobody }
            delegate.tidingsDidOpen(open)
            guard let link, !delegate.tidingsOpenDeepLink(link, of: open) else { return .handled }
            return .opensLink(link)
        }
    }
}
