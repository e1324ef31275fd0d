#if os(Linux)
    import ProcessLocal
#endif

/// The one instance behind the static façade: a global on a phone, one per process where phones are simulated.
enum FacadeInstance {
    #if os(Linux)
        private static let storage = ProcessScoped { Facade() }

        static var current: Facade { storage.value }
    #else
        static let current = Facade()
    #endif
}
