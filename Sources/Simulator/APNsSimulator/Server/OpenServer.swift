import HTTP2
import Locking

/// An HTTP/2 server with what its port stands for.
struct OpenServer: Sendable {
    let environment: APNsSimulator.Environment
    let isManagement: Bool
    let server: HTTP2Server
}

extension SimulatorCore {
    /// Does something to open connections; answers how many.
    func perform(
        _ action: APNsSimulator.ConnectionAction, on id: UInt64?, environment: APNsSimulator.Environment?
    ) -> Int {
        let wanted = servers.withLock { $0 }.filter { environment == nil || $0.environment == environment }
        let connections = wanted.flatMap(\.server.connections).filter { id == nil || $0.id == id }
        for connection in connections { Self.perform(action, on: connection) }
        return connections.count
    }

    static func perform(_ action: APNsSimulator.ConnectionAction, on wire: HTTP2ServerConnection) {
        switch action {
        case .goAway(let reason):
            wire.closeWhenAnswered(debugData: reason.map { APNsSimulator.Refusal($0).body } ?? [])
        case .limitStreams(let count): PushPort.limitStreams(of: wire, to: count)
        case .close: wire.closeAbruptly()
        case .closeTLS: wire.closeWithoutGoAway()
        case .halfOpen: wire.freeze()
        }
    }
}
