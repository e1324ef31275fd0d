import Locking
import Timekeeping

/// A simulated Apple Push Notification service: HTTP/2 over TLS for senders, a control API for everything else.
///
/// It checks what Apple documents (see Documentation/APNsSimulator.md) and hands accepted pushes to the devices that were
/// registered with it, either here or over the control API.
public final class APNsSimulator: Sendable {
    let core: SimulatorCore
    private let state = Locked(State.stopped)

    private enum State: Sendable {
        case stopped
        case starting
        case running(Ports)
    }

    /// Prepares a simulator; nothing listens yet.
    public init(_ configuration: Configuration = Configuration()) { core = SimulatorCore(configuration) }

    /// The settings it was made with.
    public var configuration: Configuration { core.configuration }

    /// Makes a certificate authority, opens the ports and answers where they are.
    ///
    /// - Throws: `SimulatorError` when a port is taken, the folder cannot be written, or it runs already.
    public func start() async throws -> Endpoints {
        let isFirst = state.withLock { state in
            guard case .stopped = state else { return false }
            state = .starting
            return true
        }
        guard isFirst else { throw SimulatorError(.alreadyRunning) }
        do {
            let ports = try await Ports(self)
            state.withLock { $0 = .running(ports) }
            return ports.endpoints
        } catch {
            state.withLock { $0 = .stopped }
            throw error
        }
    }

    /// Closes the ports and removes the temporary folder; does nothing when it does not run.
    public func stop() async {
        let ports: Ports? = state.withLock { state in
            guard case .running(let ports) = state else { return nil }
            state = .stopped
            return ports
        }
        core.timeline.cancel()
        core.authority.withLock { $0 = nil }
        core.servers.withLock { $0 = [] }
        await ports?.close()
    }
}
