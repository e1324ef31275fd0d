extension APNsClient {
    /// Sends all pushes of a sequence of batches, taking the next batch only when there is room for it.
    ///
    /// However long the sequence, only the batches under way are in memory: produce them as they are asked for. Results are
    /// handed over batch by batch, in any order; a slow receiver slows the sequence down.
    ///
    /// - Parameters:
    ///   - batches: Batches of a few hundred pushes each.
    ///   - limit: How many pushes may be under way; a single larger batch goes alone. Default 4,000.
    ///   - receive: Called with each batch and its results, from several tasks at once.
    /// - Returns: How many pushes were sent.
    /// - Throws: What the sequence or `receive` throws; the batches under way have their results before.
    @discardableResult
    public func send<Batches: AsyncSequence>(
        _ batches: Batches, atMost limit: Int = 4000,
        receive: @escaping @Sendable (_ batch: [PushRequest], _ results: [PushResult]) async throws -> Void
    ) async throws -> Int where Batches.Element == [PushRequest] {
        try await withThrowingTaskGroup(of: Int.self) { group in
            var iterator = batches.makeAsyncIterator()
            var (underWay, total) = (0, 0)
            var failure: (any Error)?
            do {
                while !Task.isCancelled, let batch = try await iterator.next() {
                    while underWay > 0, underWay + batch.count > limit, let finished = try await group.next() {
                        underWay -= finished
                    }
                    underWay += batch.count
                    total += batch.count
                    group.addTask {
                        try await receive(batch, await self.send(batch))
                        return batch.count
                    }
                }
            } catch {
                failure = error
            }
            // Pushes that were handed over are sent, whatever else fails; their results must not be lost.
            while let finished = await group.nextResult() {
                if case .failure(let error) = finished { failure = failure ?? error }
            }
            if let failure { throw failure }
            return total
        }
    }
}
