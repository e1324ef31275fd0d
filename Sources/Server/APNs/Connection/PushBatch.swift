/// The pushes of one call, on their way.
final class PushBatch: @unchecked Sendable {
    // Unchecked: made by the caller, then touched on the loop of its lane only.
    // Properties that every push touches are not checked for exclusive access: that alone took a tenth of the time.

    /// The pushes; see `withRequest` for a way that costs less.
    let requests: [PushRequest]
    /// When all must have a result, on the uptime scale.
    let deadline: Duration
    /// Pushes without a result.
    @exclusivity(unchecked) private(set) var openCount: Int

    @exclusivity(unchecked) private var results: [PushResult]
    @exclusivity(unchecked) private var isFinished: [Bool]
    @exclusivity(unchecked) private var next = 0
    @exclusivity(unchecked) private var done: (@Sendable ([PushResult]) -> Void)?

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
        results = Array(repeating: Self.noResult, count: requests.count)
        isFinished = Array(repeating: false, count: requests.count)
        openCount = requests.count
        check(authentication)
        skipFinished()
    }

    private static let noResult = PushResult.notProcessed(APNsError(.closed, detail: "no result"))

    /// Gives those that break a rule their result; what concerns the topic alone is looked at once for a row of the same.
    private func check(_ authentication: Authentication.Kind) {
        requests.withUnsafeBufferPointer { requests in
            guard let first = requests.baseAddress else { return }
            var good: UnsafePointer<PushRequest>?
            for index in requests.indices {
                let push = first + index
                let isGood =
                    good.map { $0.pointee.pushType == push.pointee.pushType && $0.pointee.topic == push.pointee.topic }
                    ?? false
                if let violation = push.pointee.violation(of: authentication, hasGoodTopic: isGood) {
                    results[index] = .rejected(violation)
                    isFinished[index] = true
                    openCount -= 1
                } else {
                    good = push
                }
            }
        }
    }

    /// Shows one push in its place; to name it in an expression would copy it and all that it refers to.
    func withRequest<Result, Failure: Error>(
        _ index: Int, _ body: (UnsafePointer<PushRequest>) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        try requests.withUnsafeBufferPointer { all throws(Failure) in
            guard all.indices.contains(index), let first = all.baseAddress else { return nil }
            return try body(first + index)
        }
    }

    /// Pushes that have not had their turn.
    var waitingCount: Int { isFinished[next...].count { !$0 } }

    /// True when a push has not had its turn.
    var hasNext: Bool { next < requests.count }

    private func skipFinished() {
        while next < requests.count, isFinished[next] { next += 1 }
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
        guard openCount > 0, !isFinished[index] else { return }
        results[index] = result
        isFinished[index] = true
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
        let results = results
        self.results = []
        done?(results)
    }
}
