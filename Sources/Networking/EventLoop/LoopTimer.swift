import CEvent

extension EventLoop {
    /// Runs `body` on the loop once `delay` has passed, in real time, unless the timer is cancelled before.
    ///
    /// Safe from any thread. The loop keeps the timer alive until it has fired or was cancelled.
    @discardableResult
    package func schedule(after delay: Duration, _ body: @escaping @Sendable () -> Void) -> LoopTimer {
        let timer = LoopTimer(loop: self, body: body)
        onLoop { timer.start(delay) }
        return timer
    }

    /// Runs `body` at once when already on the loop, else queues it; safe from any thread.
    package func onLoop(_ body: @escaping @Sendable () -> Void) {
        if isCurrent { body() } else { execute(body) }
    }
}

/// A body that waits to run on a loop.
package final class LoopTimer: @unchecked Sendable {
    // Unchecked: everything mutable is touched on the loop only.
    private let loop: EventLoop
    private var body: (@Sendable () -> Void)?
    private var event: OwnedEvent?

    init(loop: EventLoop, body: @escaping @Sendable () -> Void) {
        self.loop = loop
        self.body = body
    }

    /// Makes sure the body does not run, unless it already has; safe from any thread.
    package func cancel() { loop.onLoop { self.end() } }

    fileprivate func start(_ delay: Duration) {
        guard body != nil, loop.keep(self) else { return }
        let context = Unmanaged.passUnretained(self).toOpaque()
        event = try? OwnedEvent(base: loop.eventBase, kinds: EV_TIMEOUT, context: context) { _, _, context in
            guard let context else { return }
            Unmanaged<LoopTimer>.fromOpaque(context).takeUnretainedValue().fire()
        }
        try? event?.add(timeout: delay)
    }

    private func fire() {
        let body = body
        end()
        body?()
    }

    private func end() {
        body = nil
        event = nil
        loop.forget(self)
    }
}
