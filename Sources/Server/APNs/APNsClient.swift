import EventLoop
import Foundation
import HTTP2
public import Timekeeping

/// Sends pushes of one team to one APNs environment over connections that stay open.
public final class APNsClient: Sendable {
    let configuration: APNsConfiguration
    let authentication: Authentication
    /// Broadcasts, which are few, have a connection of their own.
    let calls: CallLane
    private let time: any TimeSource
    let pool: LanePool
    /// Threads that only this client uses.
    private let ownThreads: APNsThreads?

    /// Prepares a client that signs with a key; it connects with the first push.
    ///
    /// - Parameters:
    ///   - configuration: Where pushes go and how patient the client is.
    ///   - credential: The signing key; share it between clients of the same team.
    ///   - time: The clock for deadlines, waits and provider tokens.
    /// - Throws: `invalid_configuration` when the CA file is not usable.
    public convenience init(
        configuration: APNsConfiguration, credential: ProviderCredential, time: any TimeSource = SystemTime()
    ) throws(APNsError) {
        try self.init(configuration: configuration, authentication: .token(credential), time: time)
    }

    /// Prepares a client; it connects with the first push.
    ///
    /// - Parameters:
    ///   - configuration: Where pushes go and how patient the client is.
    ///   - authentication: The signing key or the certificate.
    ///   - time: The clock for deadlines, waits and provider tokens.
    /// - Throws: `invalid_configuration` when the CA file is not usable.
    public init(
        configuration: APNsConfiguration, authentication: Authentication, time: any TimeSource = SystemTime()
    ) throws(APNsError) {
        guard (1...64).contains(configuration.connectionCount), (1...65_535).contains(configuration.port) else {
            throw APNsError(
                .invalidConfiguration, detail: "connectionCount must be 1 to 64 and port 1 to 65535.")
        }
        var target = try HTTP2ClientConfiguration(configuration, authentication)
        target.wantedHeaders = ["apns-unique-id"]
        // Reasons are short; a server that sends more is not APNs.
        target.bodyByteLimit = 4096
        let ownThreads = configuration.threads == nil ? try APNsThreads(count: 1) : nil
        guard let threads = configuration.threads ?? ownThreads else {
            throw APNsError(.invalidConfiguration, detail: "There is no thread.")
        }
        self.configuration = configuration
        self.time = time
        self.authentication = authentication
        self.ownThreads = ownThreads
        pool = LanePool(
            threads: threads, settings: configuration, target: target, authentication: authentication, time: time)
        target.wantedHeaders = ["apns-request-id"]
        calls = CallLane(
            loop: threads.nextLoop(), settings: configuration, target: target, authentication: authentication,
            time: time)
    }

    deinit {
        calls.loop.execute { [calls] in calls.close() }
        for lane in pool.all { lane.loop.execute { lane.close() } }
        ownThreads?.shutdown()
    }

    /// Sends pushes and returns what became of each, in the same order.
    ///
    /// Returns once every push has its result, at the latest after the configured request timeout.
    public func send(_ batch: [PushRequest]) async -> [PushResult] {
        guard !batch.isEmpty else { return [] }
        let suspects = pool.suspects.indices(in: batch)
        guard suspects.isEmpty else { return await send(batch, quarantining: suspects) }
        let share = pool.share(of: batch.count)
        guard share < batch.count else { return await send(batch, isQuarantined: false) }
        let starts = Array(stride(from: 0, to: batch.count, by: share))
        return await withTaskGroup(of: (Int, [PushResult]).self) { group in
            for start in starts {
                group.addTask {
                    let part = Array(batch[start..<min(start + share, batch.count)])
                    return (start, await self.send(part, isQuarantined: false))
                }
            }
            var parts: [Int: [PushResult]] = [:]
            for await (start, results) in group { parts[start] = results }
            return starts.flatMap { parts[$0] ?? [] }
        }
    }

    private func send(_ batch: [PushRequest], quarantining suspects: [Int]) async -> [PushResult] {
        var isSuspect = [Bool](repeating: false, count: batch.count)
        for index in suspects { isSuspect[index] = true }
        let others = batch.indices.filter { !isSuspect[$0] }
        async let suspectResults = send(suspects.map { batch[$0] }, isQuarantined: true)
        let otherResults = others.isEmpty ? [] : await send(others.map { batch[$0] }, isQuarantined: false)
        var results = [PushResult?](repeating: nil, count: batch.count)
        for (index, result) in zip(suspects, await suspectResults) { results[index] = result }
        for (index, result) in zip(others, otherResults) { results[index] = result }
        return results.compactMap { $0 }
    }

    private func send(_ pushes: [PushRequest], isQuarantined: Bool) async -> [PushResult] {
        guard let place = pool.place(for: pushes.count, isQuarantined: isQuarantined) else {
            let error = APNsError(.closed, detail: "it was closed before the push was sent")
            return pushes.map { _ in .notProcessed(error) }
        }
        let deadline = time.uptime + configuration.requestTimeout
        let kind = authentication.kind
        let results = await withCheckedContinuation { done in
            let batch = PushBatch(pushes, deadline: deadline, authentication: kind) { done.resume(returning: $0) }
            if batch.openCount == 0 {
                batch.deliverIfDone()
            } else {
                place.lane.loop.execute { place.lane.send(batch) }
            }
        }
        pool.leave(place, count: pushes.count)
        return results
    }

    /// Takes no more pushes, waits for the results of those it has, then ends all connections.
    ///
    /// - Parameter limit: How long to wait at most; what is open then ends as with ``close()``.
    public func drain(within limit: Duration = .seconds(30)) async {
        let time = time
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.pool.drain() }
            group.addTask { try? await time.sleep(until: time.uptime + limit) }
            await group.next()
            pool.stopWaiting()
            group.cancelAll()
        }
        await close()
    }

    /// Ends all connections; pushes that wait are `notProcessed`, those under way `ambiguous`.
    public func close() async {
        await withCheckedContinuation { done in
            calls.loop.execute { [calls] in
                calls.close()
                done.resume()
            }
        }
        for lane in pool.all {
            await withCheckedContinuation { done in
                lane.loop.execute {
                    lane.close()
                    done.resume()
                }
            }
        }
        ownThreads?.shutdown()
    }
}
