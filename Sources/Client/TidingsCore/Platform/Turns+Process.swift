#if os(Linux)
    import ProcessLocal
#endif

extension Turns {
    #if os(Linux)
        private static let storage = ProcessScoped { Turns() }

        /// The row of those who change the system's set of categories, one for each process.
        package static var categories: Turns { storage.value }
    #else
        /// The row of those who change the system's set of categories.
        package static let categories = Turns()
    #endif
}
