import Foundation

/// A thread for calls that block; `await finish()` waits until its body has returned.
final class StorageThread: @unchecked Sendable {
    // Protects the two properties below.
    private let lock = NSLock()
    private var isFinished = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Starts the thread; `name` shows up in debuggers and `top`.
    init(name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread {
            body()
            self.markFinished()
        }
        thread.name = name
        thread.start()
    }

    /// Waits until the body has returned.
    func finish() async {
        await withCheckedContinuation { continuation in
            let isFinished = lock.withLock {
                if !self.isFinished { waiters.append(continuation) }
                return self.isFinished
            }
            if isFinished { continuation.resume() }
        }
    }

    private func markFinished() {
        let waiters = lock.withLock {
            isFinished = true
            defer { self.waiters = [] }
            return self.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
