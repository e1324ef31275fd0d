import Foundation
import Locking

/// Remembers the tap that launched the app, for those who ask.
final class LaunchOpen: Sendable {
    private struct State {
        var open: NotificationOpen?
        var isSettled = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    /// A tap was received; the one before the app was ever active has launched it.
    func note(_ open: NotificationOpen) {
        settle { state in
            if !state.isSettled { state.open = open }
        }
    }

    /// The app is on the screen: what comes from now on did not launch it.
    func settle() { settle { _ in } }

    private func settle(_ change: (inout State) -> Void) {
        let waiters = state.withLock { state in
            change(&state)
            state.isSettled = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// The tap, as soon as it is known whether there was one.
    var value: NotificationOpen? {
        get async {
            await withCheckedContinuation { continuation in
                let isKnown = state.withLock { state in
                    if !state.isSettled { state.waiters.append(continuation) }
                    return state.isSettled
                }
                if isKnown { continuation.resume() }
            }
            return state.withLock { $0.open }
        }
    }
}
