import Foundation
import TidingsCore

#if !os(macOS) && !os(watchOS)
    import UIKit
#endif

/// The time that the system grants an app after it has left the screen.
enum BackgroundTime {
    #if os(macOS) || os(watchOS)
        /// Does the work: a Mac suspends no app, and a watch grants time in another way.
        static func use(for work: @escaping @Sendable () async -> Void) async { await work() }
    #else
        /// Does work that goes on if the app leaves the screen, and is cancelled when the system wants no more of it.
        static func use(for work: @escaping @Sendable () async -> Void) async {
            let task = ProcessWork.start(work)
            let assertion = await Assertion(cancelling: task)
            await task.value
            await assertion.end()
        }

        /// One request for time; given back exactly once, or the system ends the app.
        @MainActor
        private final class Assertion {
            private var identifier = UIBackgroundTaskIdentifier.invalid

            init(cancelling task: Task<Void, Never>) {
                identifier = UIApplication.shared.beginBackgroundTask(withName: "tidings.synchronise") { [weak self] in
                    task.cancel()
                    self?.end()
                }
            }

            func end() {
                guard identifier != .invalid else { return }
                UIApplication.shared.endBackgroundTask(identifier)
                identifier = .invalid
            }
        }
    #endif
}
