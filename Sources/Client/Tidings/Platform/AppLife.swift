import Foundation
import UIKit

#if os(Linux)
    import ProcessLocal
#endif

/// Hears of the app coming and going, also under scenes, where the app delegate is not told.
enum AppLife {
    /// Calls the closure for each change that matters to the client.
    static func observe(_ report: @escaping @Sendable (PushClient.Command) -> Void) {
        let isOurs = ownership()
        let changes: [(Notification.Name, PushClient.Command)] = [
            (UIApplication.didBecomeActiveNotification, .becameActive),
            (UIApplication.didEnterBackgroundNotification, .enteredBackground),
        ]
        for (name, command) in changes {
            // Never removed: the client lives as long as the process.
            _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
                if isOurs() { report(command) }
            }
        }
    }

    #if os(Linux)
        /// Simulated processes of one test share a notification centre; each hears only its own app.
        private static func ownership() -> @Sendable () -> Bool {
            let owner = SimulatedProcess.current
            return { [weak owner] in SimulatedProcess.currentIfAny === owner }
        }
    #else
        private static func ownership() -> @Sendable () -> Bool { { true } }
    #endif
}
