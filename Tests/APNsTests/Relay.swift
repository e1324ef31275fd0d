import Foundation
import Locking

/// The way to a server, which a test can break without either end being told.
final class Relay: Sendable {
    let port: Int
    /// An element for each piece that a client sent.
    let fromClients: AsyncStream<Void>
    private let listener: Int32
    private let state: Locked<State>
    private let arrivals: AsyncStream<Void>.Continuation

    private struct State {
        /// Whether new connections lead anywhere; those that do not are accepted and hear nothing.
        var isOpen: Bool
        var connections = 0
        /// Connections up to this one are forgotten: what comes is thrown away.
        var forgotten = 0
    }

    init(to server: Int, isOpen: Bool = true) throws {
        (listener, port) = try Loopback.listen()
        (fromClients, arrivals) = AsyncStream.makeStream()
        let state = Locked(State(isOpen: isOpen))
        self.state = state
        Thread.detachNewThread { [listener, arrivals] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                let number = state.withLock { state in
                    state.connections += 1
                    if !state.isOpen { state.forgotten = state.connections }
                    return state.connections
                }
                Thread.detachNewThread { Self.serve(client, server, number, state, arrivals) }
            }
        }
    }

    /// How many connections clients made.
    var connectionCount: Int { state.withLock { $0.connections } }

    /// Lets new connections through, or accepts them and says nothing.
    func open(_ isOpen: Bool = true) { state.withLock { $0.isOpen = isOpen } }

    /// Forgets the connections there are, as a router does that was started again: no byte passes, nobody is told.
    func forget() { state.withLock { $0.forgotten = $0.connections } }

    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        arrivals.finish()
    }

    private static func serve(
        _ client: Int32, _ port: Int, _ number: Int, _ state: Locked<State>, _ arrivals: AsyncStream<Void>.Continuation
    ) {
        defer { close(client) }
        guard let server = Loopback.connect(to: port) else { return }
        let isBackDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            pump(from: server, to: client) { state.withLock { number > $0.forgotten } }
            isBackDone.signal()
        }
        pump(from: client, to: server) {
            arrivals.yield()
            return state.withLock { number > $0.forgotten }
        }
        shutdown(server, Int32(SHUT_RDWR))
        isBackDone.wait()
        close(server)
    }

    private static func pump(from source: Int32, to sink: Int32, isPassing: () -> Bool) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(source, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            guard isPassing() else { continue }
            guard send(sink, buffer, count, Int32(MSG_NOSIGNAL)) == count else { break }
        }
        if isPassing() { shutdown(sink, Int32(SHUT_WR)) }
    }
}
