import EventLoop
import Foundation

/// A socket that has said its last word and only waits for the peer to hang up.
///
/// To close a socket while bytes of the peer come in resets the connection, and what was sent last may be lost with it.
final class LingeringSocket: @unchecked Sendable {
    // Unchecked: touched on its loop only.

    private let loop: EventLoop
    private var socket: Socket?
    private var watch: FileWatch?
    /// Weak, because the timer keeps this object alive: when the loop ends and drops it, all of this goes.
    private weak var timer: LoopTimer?

    /// How long the peer may take.
    private static let patience = Duration.seconds(2)

    /// Takes the socket over and lives until the peer hangs up or the time is over; on the loop.
    static func wait(for peer: consuming Socket, on loop: EventLoop) {
        LingeringSocket(peer, loop).start()
    }

    private init(_ socket: consuming Socket, _ loop: EventLoop) {
        self.socket = consume socket
        self.loop = loop
    }

    private func start() {
        guard let descriptor = socket?.fileDescriptor else { return }
        shutdown(descriptor, Int32(SHUT_WR))
        watch = try? FileWatch(loop: loop, fileDescriptor: descriptor) { [unowned self] _ in readAll(descriptor) }
        try? watch?.watch(.read)
        timer = loop.schedule(after: Self.patience) { self.end() }
    }

    private func readAll(_ descriptor: Int32) {
        let count = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
            recv(descriptor, buffer.baseAddress, buffer.count, 0)
        }
        guard count == 0 || count < 0 && errno != EAGAIN && errno != EINTR else { return }
        // The watch that called is dropped by this, so not inside its call.
        loop.execute { self.end() }
    }

    private func end() {
        timer?.cancel()
        timer = nil
        watch?.stop()
        watch = nil
        socket = nil
    }
}
