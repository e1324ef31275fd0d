import Foundation
import Locking
import TidingsNotifications
import Timekeeping
import UserNotifications

/// One notification on its way through the extension: the best content so far, and the handler that takes it once.
///
/// Several runs may overlap in one process; nothing is shared between them.
final class ServiceRun: Sendable {
    private struct State {
        var handler: ((UNNotificationContent) -> Void)?
        var best: UNNotificationContent
    }

    // Carried: the handler is called once and outside the lock, and contents are copies that nobody changes any more.
    private let state: Locked<Carried<State>>

    init(original: UNNotificationContent, handler: @escaping (UNNotificationContent) -> Void) {
        state = Locked(Carried(State(handler: handler, best: original)))
    }

    /// Notes better content, in case the time runs out.
    func improve(_ content: UNNotificationContent) {
        let copy = Carried(content.copy() as? UNNotificationContent ?? content)
        state.withLock { $0 = Carried(State(handler: $0.object.handler, best: copy.object)) }
    }

    /// Hands the best content to the system; false if that was done before.
    @discardableResult
    func deliver() -> Bool {
        let taken = state.withLock { state in
            defer { state = Carried(State(handler: nil, best: state.object.best)) }
            return state
        }
        guard let handler = taken.object.handler else { return false }
        handler(taken.object.best)
        return true
    }
}
