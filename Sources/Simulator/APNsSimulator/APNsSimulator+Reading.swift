extension APNsSimulator {
    /// How many requests have arrived at both ports.
    public var requestCount: Int { core.log.count }

    /// The requests that arrived after a position in the log, oldest first, as far as the log reaches back.
    public func requests(after sequence: Int = 0, limit: Int = .max) -> [Request] {
        core.log.entries(after: sequence, limit: limit)
    }

    /// The pushes that a device received after a position in its inbox; those up to it are forgotten.
    public func pushes(device id: String, after sequence: Int = 0, limit: Int = .max) throws -> [Push] {
        try device(id).fetch(after: sequence, limit: limit).pushes
    }

    /// The pushes that were accepted for a device and wait, each with the reason.
    public func waitingPushes(device id: String) throws -> [WaitingPush] { try device(id).waiting }

    /// What stands on the screen of a device that shows every alert it receives.
    public func screen(of id: String) throws -> [ScreenEntry] { try device(id).screen }

    /// Waits until a condition holds; it is looked at again after each request and each change of a device.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    public func wait(until condition: @Sendable (APNsSimulator) -> Bool) async throws {
        while true {
            let count = core.bell.count
            if condition(self) { return }
            try Task.checkCancellation()
            await core.bell.wait(beyond: count)
        }
    }
}
