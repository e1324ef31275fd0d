import Foundation
import Locking

/// Passes bytes on between a port of its own and another one, each after a time: a network that is far away.
///
/// Threads that block are exact enough, and few connections come here.
final class DelayingRelay: Sendable {
    /// Where it listens on the loopback address.
    let port: Int
    private let listener: Int32
    private let delay: Duration

    /// Opens the port.
    ///
    /// - Parameters:
    ///   - target: The port that connections are passed on to.
    ///   - delay: The time that bytes take, in each direction.
    /// - Throws: `CommandError` when there is no free port.
    init(to target: Int, delay: Duration) throws {
        (listener, port) = try Loopback.listen()
        self.delay = delay
        Thread.detachNewThread { [listener, delay] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                guard let server = Loopback.connect(to: target) else {
                    close(client)
                    continue
                }
                let ends = Ends(client, server)
                Direction(from: client, to: server, ends, delay: delay).start()
                Direction(from: server, to: client, ends, delay: delay).start()
            }
        }
    }

    /// Takes no more connections; those that are open end with their peers.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// The two sockets of a connection, closed when no direction needs them.
    private final class Ends: Sendable {
        private let sockets: [Int32]

        init(_ sockets: Int32...) {
            self.sockets = sockets
            var one: Int32 = 1
            for socket in sockets {
                setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
            }
        }

        deinit { for socket in sockets { close(socket) } }

        /// Ends both directions.
        func end() { for socket in sockets { shutdown(socket, Int32(SHUT_RDWR)) } }
    }

    /// Bytes on their way from one socket to the other.
    private final class Direction: Sendable {
        private let source: Int32
        private let target: Int32
        private let ends: Ends
        private let delay: Duration
        private let parts = Locked<[(due: ContinuousClock.Instant, bytes: [UInt8])]>([])
        private let arrivals = DispatchSemaphore(value: 0)

        init(from source: Int32, to target: Int32, _ ends: Ends, delay: Duration) {
            self.source = source
            self.target = target
            self.ends = ends
            self.delay = delay
        }

        func start() {
            Thread.detachNewThread { self.receive() }
            Thread.detachNewThread { self.passOn() }
        }

        private func receive() {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = buffer.withUnsafeMutableBytes { recv(source, $0.baseAddress, $0.count, 0) }
                // An empty part is the end of the stream.
                let bytes = Array(buffer[..<max(0, count)])
                parts.withLock { $0.append((.now + delay, bytes)) }
                arrivals.signal()
                guard count > 0 else { return }
            }
        }

        private func passOn() {
            while true {
                arrivals.wait()
                let (due, bytes) = parts.withLock { $0.removeFirst() }
                let wait = ContinuousClock.now.duration(to: due) / .seconds(1)
                if wait > 0 { Thread.sleep(forTimeInterval: wait) }
                guard !bytes.isEmpty, bytes.withUnsafeBytes({ Loopback.write($0, to: target) }) else {
                    ends.end()
                    return
                }
            }
        }
    }
}
