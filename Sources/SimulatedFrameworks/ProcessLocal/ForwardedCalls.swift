/// Calls of the device that belong to a framework which the app's runtime does not know, such as BackgroundTasks.
package enum ForwardedCalls {
    /// Answers a call; `notImplemented` for those of other frameworks.
    package typealias Handler = @Sendable (ProcessCall) async -> ProcessReply

    private static let handlers = ProcessScoped<[String: Handler]> { [:] }

    /// Takes over the calls that concern a framework in the running process; installed when the program first uses it.
    package static func install(for framework: String, _ handle: @escaping Handler) {
        handlers.withValue { $0[framework] = handle }
    }

    /// Lets the framework answer that knows the call; `notImplemented` when the program does not use it.
    package static func answer(_ call: ProcessCall) async -> ProcessReply {
        for handle in handlers.value.values {
            let reply = await handle(call)
            if case .notImplemented = reply { continue }
            return reply
        }
        return .notImplemented
    }
}
