package import Dispatch

/// A call of an app's object on the queue that the app chose, while its caller waits.
///
/// On an in-process program a queue other than the main one is not used: the call runs on the process's own executor.
/// Unchecked: the closure runs once, and whoever made it touches nothing that it captures until then.
package struct DelegateQueue: @unchecked Sendable {
    private let queue: DispatchQueue?
    private let body: () -> Void

    /// Prepares a call; without a queue it is made by whoever runs it.
    package init(_ queue: DispatchQueue?, _ body: @escaping () -> Void) {
        self.queue = queue
        self.body = body
    }

    /// Makes the call and returns when it has been made.
    package func run() async {
        guard let queue else { return body() }
        if MainThread.isServed(by: queue) { return await MainActor.run { body() } }
        guard SimulatedProcess.current.executor == nil else { return body() }
        await withCheckedContinuation { continuation in
            queue.async {
                body()
                continuation.resume()
            }
        }
    }
}
