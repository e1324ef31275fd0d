/// The pushes of one call, on their way.
final class PushBatch: @unchecked Sendable {
    // Unchecked: made by the caller, then touched on the loop of its lane only.

    /// The pushes.
    let requests: [PushRequest]
    /// When all must have a result, on the uptime scale.
    let deadline: Duration
    /// Pushes without a result.
    private(set) var openCount: Int

    private var results: [PushResult?]
    private var next = 0
    private var done: (@Sendable ([PushResult]) -> Void)?

    /// Checks all pushes; those that break a rule have their result at once.
    ///
    /// `done` is called once, on the loop, when the last result is there.
    init(
        _ requests: [PushRequest], deadline: Duration, authentication: Authentication.Kind,
        done: @escaping @Sendable ([PushResult]) -> Void
    ) {
        self.requests = requests
        self.deadline = deadline
        self.done = done
        results = requests.map { request in request.violation(of: authentication).map { .rejected($0) } }
        openCount = results.reduce(0) { $0 + ($1 == nil ? 1 : 0) }
        skipFinished()
    }

    /// Pushes that have not had their turn.
    var waitingCount: Int { results[next...].reduce(0) { $0 + ($1 == nil ? 1 : 0) } }

    /// True when a push has not had its turn.
    var hasNext: Bool { next < requests.count }

    private func skipFinished() {
        while next < requests.count, results[next] != nil { next += 1 }
    }

    /// The index of the next push to send; nil when all have had their turn.
    func takeNext() -> Int? {
        guard hasNext else { return nil }
        let index = next
        next += 1
        skipFinished()
        return index
    }

    /// Sets a result, the first one counts.
    func finish(_ index: Int, _ result: PushResult) {
        guard openCount > 0, results[index] == nil else { return }
        results[index] = result
        openCount -= 1
        if openCount == 0 { deliver() }
    }

    /// Gives all pushes that have not had their turn the same result.
    func finishUnsent(_ result: PushResult) {
        while let index = takeNext() { finish(index, result) }
    }

    /// Hands over the results of a batch that has nothing to send.
    func deliverIfDone() {
        if openCount == 0 { deliver() }
    }

    private func deliver() {
        let done = done
        self.done = nil
        done?(results.map { $0 ?? .notProcessed(APNsError(.closed, detail: "no result")) })
        results = []
    }
}
