#if !os(macOS) && !os(watchOS) && !os(tvOS)
    #if os(Linux)
        import ProcessLocal
    #endif

    /// The one instance behind the static façade: a global on a phone, one per process where phones are simulated.
    enum CallsInstance {
        #if os(Linux)
            private static let storage = ProcessScoped { Carrier(calls: Calls()) }

            static var current: Calls { storage.value.calls }

            private struct Carrier: Sendable {
                let calls: Calls
            }
        #else
            static let current = Calls()
        #endif
    }
#endif
