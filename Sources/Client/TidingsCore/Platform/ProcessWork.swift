package import Timekeeping

#if os(Linux)
    import ProcessLocal
#endif

/// The running process as the client needs it: its time, and a way to start work from a callback of the system.
package enum ProcessWork {
    #if os(Linux)
        /// The clocks of the simulated phone.
        package static var time: any TimeSource { SimulatedProcess.current.time }

        /// Starts work that outlives the callback; it belongs to the simulated process and ends with it.
        @discardableResult
        package static func start(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
            SimulatedProcess.current.task(body)
        }
    #else
        /// The clocks of the phone.
        package static var time: any TimeSource { SystemTime() }

        /// Starts work that outlives the callback.
        @discardableResult
        package static func start(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
            Task(operation: body)
        }
    #endif
}
