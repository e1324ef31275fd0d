public import Foundation
import Locking
#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// The network as a simulated process has it: gone while the device is offline, and when the process is over.
public final class SimulatedNetwork: Sendable {
    private let state: Locked<State>

    private struct State {
        var isOnline: Bool
        var life = SimulatedProcess.Life.running
        var session: URLSession?
        var waiters: [CheckedContinuation<Void, Never>] = []
        var requests: [Int: Task<(Data, HTTPURLResponse), any Error>] = [:]
        var nextRequest = 0
        var observers: [@Sendable (Bool) -> Void] = []
    }

    /// The setting that says where hosts of the simulated world really are: `name=127.0.0.1:PORT`, separated by commas.
    public static let hostsVariable = "TIDINGS_SIMULATED_HOSTS"
    private let hosts: [String: (host: String, port: Int)]

    init(isOnline: Bool, hosts text: String) {
        state = Locked(State(isOnline: isOnline))
        var hosts: [String: (host: String, port: Int)] = [:]
        for entry in text.split(separator: ",") {
            let parts = entry.split(separator: "=").map(String.init)
            guard parts.count == 2, let colon = parts[1].lastIndex(of: ":"),
                let port = Int(parts[1][colon...].dropFirst())
            else { continue }
            hosts[parts[0].lowercased()] = (String(parts[1][..<colon]), port)
        }
        self.hosts = hosts
    }

    /// The request as it really goes out: to a host of the simulated world over plain HTTP, to any other unchanged.
    ///
    /// `data(for:)` does this by itself; a program that talks to the network in another way has to ask.
    public func resolved(_ request: URLRequest) -> URLRequest {
        guard let url = request.url, let target = hosts[url.host?.lowercased() ?? ""],
            var components = URLComponents(url: url, resolvingAgainstBaseURL: false)
        else { return request }
        components.scheme = "http"
        components.host = target.host
        components.port = target.port
        var request = request
        request.url = components.url
        return request
    }

    /// Whether the device can reach the network right now.
    public var isOnline: Bool { state.withLock { $0.isOnline && $0.life != .ended } }

    /// Calls a closure each time the device goes on or off the network, for as long as the process lives.
    public func observe(_ observer: @escaping @Sendable (_ isOnline: Bool) -> Void) {
        state.withLock { $0.observers.append(observer) }
    }

    /// Sends a request and waits for the whole response.
    ///
    /// Throws `URLError(.notConnectedToInternet)` while offline. Going offline breaks off what is under way.
    public func data(for request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let session = state.withLock { state in
            let session = state.session ?? URLSession(configuration: .ephemeral)
            if state.life != .ended { state.session = session }
            return session
        }
        return try await data(for: request) { request in
            let (data, response) = try await session.data(for: request)
            guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
            return (data, response)
        }
    }

    /// Like `data(for:)` for a program that talks to the network in its own way, under the same conditions.
    public func data(
        for request: URLRequest,
        by exchange: @escaping @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)
    ) async throws -> (Data, HTTPURLResponse) {
        try await waitUntilRunning()
        let (id, task) = try state.withLock { state in
            guard state.isOnline, state.life == .running else { throw URLError(.notConnectedToInternet) }
            let task = Task { try await exchange(resolved(request)) }
            state.nextRequest += 1
            state.requests[state.nextRequest] = task
            return (state.nextRequest, task)
        }
        defer { _ = state.withLock { $0.requests.removeValue(forKey: id) } }
        do {
            let result = try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
            try await waitUntilRunning()
            return result
        } catch {
            guard isOnline else { throw URLError(.notConnectedToInternet) }
            throw error
        }
    }

    private func waitUntilRunning() async throws {
        while true {
            switch state.withLock({ $0.life }) {
            case .running: return
            case .ended: throw URLError(.notConnectedToInternet)
            case .frozen:
                await withCheckedContinuation { continuation in
                    let resumeNow = state.withLock { state in
                        guard state.life == .frozen else { return true }
                        state.waiters.append(continuation)
                        return false
                    }
                    if resumeNow { continuation.resume() }
                }
            }
        }
    }

    // MARK: The device's side

    /// Puts the device on or off the network.
    package func setOnline(_ isOnline: Bool) {
        let (broken, observers) = state.withLock { state in
            state.isOnline = isOnline
            return (isOnline ? [] : Array(state.requests.values), state.observers)
        }
        for task in broken { task.cancel() }
        for observer in observers { observer(isOnline) }
    }

    func setLife(_ life: SimulatedProcess.Life) {
        let (broken, waiters, session) = state.withLock { state in
            state.life = life
            let waiters = life == .frozen ? [] : state.waiters
            if life != .frozen { state.waiters = [] }
            guard life == .ended else {
                return ([Task<(Data, HTTPURLResponse), any Error>](), waiters, URLSession?.none)
            }
            defer { state.session = nil }
            state.observers = []
            return (Array(state.requests.values), waiters, state.session)
        }
        for task in broken { task.cancel() }
        session?.invalidateAndCancel()
        for waiter in waiters { waiter.resume() }
    }
}
