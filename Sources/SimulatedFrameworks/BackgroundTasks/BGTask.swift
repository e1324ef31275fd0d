internal import Locking
internal import ProcessLocal

/// A task that the system runs now.
open class BGTask: NSObject {
    /// Its name.
    public let identifier: String
    let process: SimulatedProcess
    /// How far it is, from 0 to 1; nil for those that do not tell.
    var fraction: Double? { nil }
    private let state = Locked(State())

    private struct State {
        var expiration: (() -> Void)?
        var isCompleted = false
    }

    init(identifier: String, process: SimulatedProcess) {
        self.identifier = identifier
        self.process = process
    }

    /// Called when the time is up; cleared after that.
    open var expirationHandler: (() -> Void)? {
        get { state.withLockUnchecked { $0.expiration } }
        set { state.withLockUnchecked { $0.expiration = newValue } }
    }

    /// Says that the task is over; without this the app is ended when its time is up.
    open func setTaskCompleted(success: Bool) {
        let isFirst = state.withLockUnchecked { state in
            defer { state.isCompleted = true }
            state.expiration = nil
            return !state.isCompleted
        }
        if isFirst { _ = process.callNow(.taskCompleted(identifier, success: success, progress: fraction)) }
    }

    func expire() {
        let handler = state.withLockUnchecked { state in
            defer { state.expiration = nil }
            return state.expiration
        }
        handler?()
    }
}

/// A short task that brings the app up to date.
open class BGAppRefreshTask: BGTask {}
/// A task of some minutes.
open class BGProcessingTask: BGTask {}
