import Foundation

#if os(Linux)
    import ProcessLocal
#else
    import Network
#endif

/// Hears of the network coming back, so that what waits is sent at once and not when the next pause is over.
package enum NetworkWatch {
    /// Calls the closure each time the device goes on the network, for as long as the process lives.
    package static func whenOnline(_ report: @escaping @Sendable () -> Void) {
        #if os(Linux)
            SimulatedProcess.current.network.observe { isOnline in
                if isOnline { report() }
            }
        #else
            monitor.pathUpdateHandler = { path in
                if path.status == .satisfied { report() }
            }
            monitor.start(queue: DispatchQueue(label: "tidings.network"))
        #endif
    }

    #if !os(Linux)
        private static let monitor = NWPathMonitor()
    #endif
}
