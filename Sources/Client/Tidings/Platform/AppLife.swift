import Foundation

#if os(macOS)
    import AppKit
#elseif os(watchOS)
    import WatchKit
#else
    import UIKit
#endif
#if os(Linux)
    import ProcessLocal
#endif

/// Hears of the app coming and going, also under scenes, where the app delegate is not told.
enum AppLife {
    /// Calls the closure for each change that matters to the client.
    static func observe(_ report: @escaping @Sendable (PushClient.Command) -> Void) {
        let isOurs = ownership()
        for (name, command) in changes {
            // Never removed: the client lives as long as the process.
            _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
                if isOurs() { report(command) }
            }
        }
    }

    #if os(macOS)
        private static var changes: [(Notification.Name, PushClient.Command)] {
            [
                (NSApplication.didBecomeActiveNotification, .becameActive),
                (NSApplication.didResignActiveNotification, .enteredBackground),
            ]
        }
    #elseif os(watchOS)
        private static var changes: [(Notification.Name, PushClient.Command)] {
            [
                (WKApplication.didBecomeActiveNotification, .becameActive),
                (WKApplication.didEnterBackgroundNotification, .enteredBackground),
            ]
        }
    #else
        private static var changes: [(Notification.Name, PushClient.Command)] {
            [
                (UIApplication.didBecomeActiveNotification, .becameActive),
                (UIApplication.didEnterBackgroundNotification, .enteredBackground),
                (UIApplication.protectedDataDidBecomeAvailableNotification, .wasUnlocked),
            ]
        }
    #endif

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
