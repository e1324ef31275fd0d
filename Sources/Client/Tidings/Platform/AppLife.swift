import Foundation

#if os(macOS)
    import AppKit
#elseif os(watchOS)
    import WatchKit
#else
    import UIKit
#endif
#if os(Linux)
    import Locking
    import ProcessLocal
    import TidingsNotifications
#endif

/// Hears of the app coming and going, also under scenes, where the app delegate is not told.
enum AppLife {
    /// Calls the closure for each change that matters to the client.
    static func observe(_ report: @escaping @Sendable (PushClient.Command) -> Void) {
        let isOurs = ownership()
        for (name, command) in changes + settings {
            keep(
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
                    if isOurs() { report(command) }
                })
        }
    }

    private static var settings: [(Notification.Name, PushClient.Command)] {
        [
            (.NSSystemTimeZoneDidChange, .settingsChanged),
            (NSLocale.currentLocaleDidChangeNotification, .settingsChanged),
        ]
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
                (UIApplication.willTerminateNotification, .willTerminate),
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

        private static let observers = ProcessScoped { Observers() }

        /// What a process observes goes with it: otherwise the centre would keep the client of every process that ever was.
        private static func keep(_ observer: any NSObjectProtocol) {
            let observer = Carried(observer)
            observers.value.list.withLock { $0.append(observer) }
        }

        private final class Observers: Sendable {
            let list = Locked<[Carried<any NSObjectProtocol>]>([])

            deinit {
                for observer in list.withLock({ $0 }) { NotificationCenter.default.removeObserver(observer.object) }
            }
        }
    #else
        private static func ownership() -> @Sendable () -> Bool { { true } }

        /// Never removed: the client lives as long as the process.
        private static func keep(_ observer: any NSObjectProtocol) {}
    #endif
}
