import Foundation
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

    weak var delegate: (any TidingsDelegate)?
    var isReady = false
    private var subscribers: [(id: UUID, handler: ResponseHandler)] = []
    private var responses: [UUID: UNNotificationResponse] = [:]
    nonisolated private let screen = Locked<String?>(nil)

    nonisolated init() {}

    /// The conversation that the person is reading, from any thread.
    nonisolated var conversation: String? {
        get { screen.withLock { $0 } }
        set { screen.withLock { $0 = newValue } }
    }

    /// Adds someone who wants responses; the first one that is there gets each.
    func subscribe(_ id: UUID, _ handler: @escaping ResponseHandler) {
        subscribers.append((id, handler))
    }

    /// Takes back a subscription.
    func unsubscribe(_ id: UUID) {
        subscribers.removeAll { $0.id == id }
    }

    /// Keeps the system's object for as long as its tap waits.
    func keep(_ response: Carried<UNNotificationResponse>, for tap: UUID) { responses[tap] = response.object }

    /// Lets go of the object of a tap that is over.
    func forget(_ tap: UUID) { responses[tap] = nil }

    /// Who takes a tap now; nil if nobody is ready.
    ///
    /// A subscription means that a view is on the screen and asks; a delegate is asked after `ready()`. A tap that was
    /// kept from an earlier launch has no response object any more and can only go to the delegate.
    func consumer(for tap: UUID) -> Consumer? {
        if let subscriber = subscribers.first, let response = responses[tap] {
            return .subscriber(subscriber.handler, response)
        }
        guard isReady, let delegate else { return nil }
        return .delegate(delegate)
    }

    /// Whether anybody would take a tap now.
    func hasConsumer(for tap: UUID) -> Bool { consumer(for: tap) != nil }
}
