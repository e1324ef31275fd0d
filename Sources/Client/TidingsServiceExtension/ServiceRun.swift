import Foundation
import Locking
import TidingsCore
import TidingsNotifications
import UserNotifications

/// One notification on its way through the extension: the best content so far, and the handler that takes it once.
///
/// Several runs may overlap in one process; nothing is shared between them.
final class ServiceRun: Sendable {
    /// Why a notification is handed over.
    enum End: String {
        /// Nothing is left to do.
        case done
        /// Our own deadline has come.
        case deadline
        /// The system says that the time is up.
        case expiry
        /// The extension could not even start.
        case failure
    }

    private struct State {
        var handler: ((UNNotificationContent) -> Void)?
        var best: UNNotificationContent
    }

    // Carried: the handler is called once and outside the lock, and contents are copies that nobody changes any more.
    private let state: Locked<Carried<State>>
    private let work = Locked<Task<Void, Never>?>(nil)
    private let identifier: String
    private let log: ClientLog

    init(_ request: ServiceRequest, log: ClientLog, handler: @escaping (UNNotificationContent) -> Void) {
        state = Locked(Carried(State(handler: handler, best: request.content)))
        identifier = request.identifier
        self.log = log
    }

    /// Notes better content, in case the time runs out.
    func improve(_ content: UNNotificationContent) {
        // Not copied if it cannot be changed: what an intent was put into has to be handed on as it is.
        let isFinal = !(content is UNMutableNotificationContent)
        let copy = Carried(isFinal ? content : content.copy() as? UNNotificationContent ?? content)
        state.withLock { $0 = Carried(State(handler: $0.object.handler, best: copy.object)) }
    }

    /// Names the work that makes the content better.
    func begin(_ task: Task<Void, Never>) { work.withLock { $0 = task } }

    /// Hands the best content to the system; false if that was done before.
    @discardableResult
    func deliver(_ end: End) -> Bool {
        let taken = state.withLock { state in
            defer { state = Carried(State(handler: nil, best: state.object.best)) }
            return state
        }
        guard let handler = taken.object.handler else { return false }
        if end != .done { work.withLock { $0 }?.cancel() }
        // Before the handler: the process may stand still as soon as that was called.
        log(
            .info, "A notification is handed over", ("notification", identifier), ("because", end.rawValue),
            ("attachments", String(taken.object.best.attachments.count)))
        handler(taken.object.best)
        return true
    }
}
