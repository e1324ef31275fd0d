public import Foundation
internal import Locking
internal import ProcessLocal

/// A courier without a network: a test hands it the pushes.
///
/// It keeps for a device that is offline what APNs would: of each app the newest push alone, and none that must not be
/// kept (`expiration` 0).
public final class DirectCourier: PushCourier {
    private let state = Locked(State())

    fileprivate struct State {
        var isOnline = true
        var tokens: [String: String] = [:]
        var environments: [String: PushEnvironment] = [:]
        var queue: [IncomingPush] = []
        var stored: [String: IncomingPush] = [:]
        var sequence = 0
        var waiters: [FirstAnswer<Bool>] = []
    }

    /// Makes a courier for one device.
    public init() {}

    /// Tokens that are registered, by bundle identifier.
    public var tokens: [String: String] { state.withLock { $0.tokens } }

    /// The environments that the tokens are for, by bundle identifier.
    public var environments: [String: PushEnvironment] { state.withLock { $0.environments } }

    /// Registers an app; the same token again while it is installed.
    public func register(bundleID: String, environment: PushEnvironment) async throws -> String {
        try state.withLock { state in
            guard state.isOnline else { throw CourierError(.unreachable, "the device is offline") }
            state.environments[bundleID] = environment
            if let token = state.tokens[bundleID] { return token }
            let token = (0..<4).map { _ in
                let digits = String(UInt64.random(in: 0 ... .max), radix: 16)
                return String(repeating: "0", count: 16 - digits.count) + digits
            }.joined()
            state.tokens[bundleID] = token
            return token
        }
    }

    /// Registers an app for pushes of calls; its token stands in `tokens` under the topic that ends in `.voip`.
    public func registerForCalls(bundleID: String, environment: PushEnvironment) async throws -> String {
        try await register(bundleID: bundleID + Self.callSuffix, environment: environment)
    }

    private static let callSuffix = ".voip"

    /// Forgets a token.
    public func unregister(token: String) async throws {
        state.withLock { state in state.tokens = state.tokens.filter { $0.value != token } }
    }

    /// Goes on or off the network; coming back delivers what was kept.
    public func setOnline(_ isOnline: Bool) async throws {
        let waiters = state.withLock { state -> [FirstAnswer<Bool>] in
            state.isOnline = isOnline
            guard isOnline else { return [] }
            for push in state.stored.values.sorted(by: { $0.sequence < $1.sequence }) { state.enqueue(push) }
            state.stored = [:]
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.set(true) }
    }

    /// Waits for pushes.
    public func pushes(after sequence: Int) async throws -> [IncomingPush] {
        while true {
            try Task.checkCancellation()
            let waiter = FirstAnswer<Bool>()
            let ready = state.withLock { state -> [IncomingPush] in
                state.queue.removeAll { $0.sequence <= sequence }
                if state.queue.isEmpty { state.waiters.append(waiter) }
                return state.queue
            }
            if !ready.isEmpty { return ready }
            _ = await waiter.wait()
        }
    }

    // MARK: The sender's side

    /// Sends a push to an app of the device; false when the app has no token.
    @discardableResult
    public func send(
        _ payload: String, to bundleID: String, pushType: String = "alert", collapseID: String? = nil,
        expiration: Int? = nil, id: String = UUID().uuidString.lowercased()
    ) -> Bool {
        let (isKnown, waiters) = state.withLock { state -> (Bool, [FirstAnswer<Bool>]) in
            let topic = bundleID + (pushType == "voip" ? Self.callSuffix : "")
            guard let token = state.tokens[topic] else { return (false, []) }
            var push = IncomingPush(
                id: id, token: token, bundleId: bundleID, pushType: pushType, expiration: expiration,
                collapseId: collapseID, payload: payload)
            if state.isOnline {
                state.enqueue(push)
                return (true, state.takeWaiters())
            }
            if expiration != 0 {
                state.sequence += 1
                push.sequence = state.sequence
                state.stored[topic] = push
            }
            return (true, [])
        }
        for waiter in waiters { waiter.set(true) }
        return isKnown
    }
}

extension DirectCourier.State {
    fileprivate mutating func enqueue(_ push: IncomingPush) {
        sequence += 1
        var push = push
        push.sequence = sequence
        queue.append(push)
    }

    fileprivate mutating func takeWaiters() -> [FirstAnswer<Bool>] {
        defer { waiters = [] }
        return waiters
    }
}
