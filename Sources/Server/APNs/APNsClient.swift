import EventLoop
import Foundation
import HTTP2
import Locking
public import Timekeeping

/// Sends pushes of one team to one APNs environment over connections that stay open.
public final class APNsClient: Sendable {
    let configuration: APNsConfiguration
    let authentication: Authentication
    /// Broadcasts, which are few, have a connection of their own.
    let calls: CallLane
    private let time: any TimeSource
    private let lanes: [PushLane]
    /// Threads that only this client uses.
    private let ownThreads: APNsThreads?
    private let nextLane = Locked(0)

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
        lanes = (0..<configuration.connectionCount).map { [target] _ in
            PushLane(
                loop: threads.nextLoop(), settings: configuration, target: target, authentication: authentication,
                time: time)
        }
        target.wantedHeaders = ["apns-request-id"]
        calls = CallLane(
            loop: threads.nextLoop(), settings: configuration, target: target, authentication: authentication,
            time: time)
    }

    deinit {
        calls.loop.execute { [calls] in calls.close() }
        for lane in lanes { lane.loop.execute { lane.close() } }
        ownThreads?.shutdown()
    }

    /// Sends pushes and returns what became of each, in the same order.
    ///
    /// Returns once every push has its result, at the latest after the configured request timeout.
    public func send(_ batch: [PushRequest]) async -> [PushResult] {
        guard !batch.isEmpty else { return [] }
        let deadline = time.uptime + configuration.requestTimeout
        let share = max(Self.smallestShare, (batch.count + lanes.count - 1) / lanes.count)
        guard share < batch.count else { return await send(batch, deadline: deadline) }
        let starts = Array(stride(from: 0, to: batch.count, by: share))
        return await withTaskGroup(of: (Int, [PushResult]).self) { group in
            for start in starts {
                group.addTask {
                    let part = Array(batch[start..<min(start + share, batch.count)])
                    return (start, await self.send(part, deadline: deadline))
                }
            }
            var parts: [Int: [PushResult]] = [:]
            for await (start, results) in group { parts[start] = results }
            return starts.flatMap { parts[$0] ?? [] }
        }
    }

    /// A smaller share is not worth another connection.
    private static let smallestShare = 64

    private func send(_ pushes: [PushRequest], deadline: Duration) async -> [PushResult] {
        let lane = nextLane.withLock { next in
            defer { next = (next + 1) % lanes.count }
            return lanes[next]
        }
        return await withCheckedContinuation { done in
            let batch = PushBatch(pushes, deadline: deadline, authentication: authentication.kind) {
                done.resume(returning: $0)
            }
            if batch.openCount == 0 {
                batch.deliverIfDone()
            } else {
                lane.loop.execute { lane.send(batch) }
            }
        }
    }

    /// Ends all connections; pushes that wait are `notProcessed`, those under way `ambiguous`.
    public func close() async {
        await withCheckedContinuation { done in
            calls.loop.execute { [calls] in
                calls.close()
                done.resume()
            }
        }
        for lane in lanes {
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
