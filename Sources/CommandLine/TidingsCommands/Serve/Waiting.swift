/// Waits until the task is cancelled, as SIGINT and SIGTERM do.
func untilCancelled() async {
    let (never, continuation) = AsyncStream<Void>.makeStream()
    await withTaskCancellationHandler {
        for await _ in never {}
    } onCancel: {
        continuation.finish()
    }
}

/// Runs the body to its end although the surrounding task may be cancelled already: for draining and closing.
func shielded<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) async -> Result {
    // A task of its own does not inherit the cancellation.
    await Task { await body() }.value
}
