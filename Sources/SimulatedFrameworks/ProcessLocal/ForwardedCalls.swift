/// Calls of the device that belong to a framework which the app's runtime does not know, such as BackgroundTasks.
package enum ForwardedCalls {
    /// Answers a call; installed by the framework when the program first uses it.
    package typealias Handler = @Sendable (ProcessCall) async -> ProcessReply

    private static let handler = ProcessScoped<Handler?> { nil }

    /// Takes over the calls of the running process.
    package static func install(_ handle: @escaping Handler) { handler.value = handle }

    /// Lets the framework answer; `notImplemented` when the program does not use it.
    package static func answer(_ call: ProcessCall) async -> ProcessReply {
        guard let handle = handler.value else { return .notImplemented }
        return await handle(call)
    }
}
