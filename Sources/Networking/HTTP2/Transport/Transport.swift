import EventLoop
import Foundation

/// What drives a transport: it is told of bytes and asked for bytes, always on the loop.
protocol TransportOwner: AnyObject {
    /// The socket is connected and TLS begins.
    func transportConnected()
    /// TLS is up and both sides agreed on HTTP/2.
    func transportOpened()
    /// Plain bytes came in; they are valid during the call.
    func transportReceived(_ bytes: UnsafeRawBufferPointer)
    /// Fills in bytes to send and returns how many; 0 when there is nothing.
    func transportOutput(into buffer: UnsafeMutableRawBufferPointer) -> Int
    /// Output will be asked for next.
    func transportWillFlush()
    /// All that can be sent now is sent.
    func transportFlushed()
    /// The connection is gone; nothing is called after this.
    func transportClosed(_ error: HTTP2Error)
}

/// Bytes over TLS over a non-blocking socket.
///
/// Output is gathered to the size of a TLS record before it is written, so that many small frames cost few system calls.
/// More would save none, and leave the peer without work meanwhile.
final class Transport: @unchecked Sendable {
    // Unchecked: touched on its loop only.
    // Properties that every message touches are not checked for exclusive access: that alone took a tenth of the time.

    enum Phase { case idle, connecting, tunneling, handshaking, open, closed }

    /// How far the connection is.
    @exclusivity(unchecked) private(set) var phase = Phase.idle
    /// Bytes taken from the owner so far.
    @exclusivity(unchecked) private(set) var producedBytes: UInt64 = 0
    /// Bytes that went into TLS records which the system took over.
    @exclusivity(unchecked) private(set) var writtenBytes: UInt64 = 0

    private let loop: EventLoop
    private let context: TLSContext
    private unowned let owner: any TransportOwner
    private var socket: Socket?
    @exclusivity(unchecked) private var stream: TLSStream?
    @exclusivity(unchecked) private var watch: FileWatch?
    private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 16)
    @exclusivity(unchecked) private var outputStart = 0
    @exclusivity(unchecked) private var outputEnd = 0
    @exclusivity(unchecked) private var isReading = false
    @exclusivity(unchecked) private var isFlushing = false
    @exclusivity(unchecked) private var mustFlushAgain = false
    @exclusivity(unchecked) private var writeWantsRead = false
    private var tunnel: ProxyTunnel?
    /// The attempt to connect that is going on.
    private var attempt: (address: SocketAddress, failed: (HTTP2Error) -> Void)?
    /// Whether nothing is read or written any more.
    @exclusivity(unchecked) private(set) var isFrozen = false

    /// After this many reads, of a TLS record each, what they have led to is sent.
    private static let roundsBeforeFlush = 4

    init(loop: EventLoop, context: TLSContext, owner: any TransportOwner) {
        self.loop = loop
        self.context = context
        self.owner = owner
    }

    deinit {
        watch?.stop()
        input.deallocate()
        output.deallocate()
    }

    /// The certificate that the peer proved to have; nil before the handshake is over.
    var peerCertificate: PeerCertificate? {
        switch stream {
        case .some(let stream): stream.peerCertificate
        case .none: nil
        }
    }

    /// Hears and says no more, while the socket stays open: what a peer sees of a host that hangs.
    func freeze() {
        isFrozen = true
        dropWatch()
    }

    /// True while a flush is certain to follow what is going on.
    var willFlush: Bool { isReading || isFlushing }

    /// True while bytes wait for the socket.
    var hasUnsentOutput: Bool { outputStart < outputEnd }

    /// Serves an accepted socket.
    func accept(_ fileDescriptor: Int32) {
        adopt(fileDescriptor)
        beginHandshake(host: "")
    }

    /// Connects to one address; failure is told to `failed`, so that the next address can be tried.
    ///
    /// With a tunnel the address is the proxy's, and `host` is reached through it.
    func connect(
        to address: SocketAddress, host: String, through tunnel: ProxyTunnel? = nil,
        failed: @escaping (HTTP2Error) -> Void
    ) {
        self.tunnel = tunnel
        let descriptor = Foundation.socket(address.family, streamSocket, 0)
        guard descriptor >= 0 else {
            failed(HTTP2Error(.connectFailed, detail: "\(address) (\(String(cString: strerror(errno))))"))
            return
        }
        adopt(descriptor)
        phase = .connecting
        attempt = (address, failed)
        let result = address.withPointer { Foundation.connect(descriptor, $0, $1) }
        guard result != 0, errno != EINPROGRESS else {
            waitForConnection(host: host)
            return
        }
        failAttempt(String(cString: strerror(errno)), host: host)
    }

    /// Ends the attempt to connect to this address, if it is still the one that goes on.
    func giveUpConnecting(to address: SocketAddress, host: String) {
        guard phase == .connecting, attempt?.address == address else { return }
        failAttempt("no answer", host: host)
    }

    private func failAttempt(_ reason: String, host: String) {
        guard let (address, failed) = attempt else { return }
        attempt = nil
        dropSocket()
        failed(HTTP2Error(.connectFailed, detail: "\(host) at \(address) (\(reason))"))
    }

    private func waitForConnection(host: String) {
        watchSocket { transport, _ in
            let result = transport.socket?.pendingError() ?? ECONNABORTED
            transport.dropWatch()
            guard result == 0 else {
                transport.failAttempt(String(cString: strerror(result)), host: host)
                return
            }
            transport.attempt = nil
            if transport.tunnel != nil { transport.beginTunnel(to: host) } else { transport.beginHandshake(host: host) }
        }
        wait(for: .write)
    }

    private func adopt(_ fileDescriptor: Int32) { socket = Socket(takingOwnership: fileDescriptor) }

    /// Asks the proxy for the way to the host.
    private func beginTunnel(to host: String) {
        phase = .tunneling
        watchSocket { transport, _ in transport.continueTunnel(to: host) }
        continueTunnel(to: host)
    }

    private func continueTunnel(to host: String) {
        guard phase == .tunneling, let descriptor = socket?.fileDescriptor else { return }
        do {
            switch try tunnel?.advance(descriptor) {
            case .wantsWrite: wait(for: .write)
            case .wantsRead: wait(for: .read)
            case .open, nil:
                tunnel = nil
                dropWatch()
                beginHandshake(host: host)
            }
        } catch {
            close(error)
        }
    }

    private func beginHandshake(host: String) {
        guard let descriptor = socket?.fileDescriptor else { return }
        phase = .handshaking
        owner.transportConnected()
        do {
            stream = try TLSStream.make(context, fileDescriptor: descriptor, host: host)
        } catch {
            close(error)
            return
        }
        watchSocket { transport, readiness in transport.ready(readiness) }
        continueHandshake()
    }

    private func ready(_ readiness: FileWatch.Readiness) {
        switch phase {
        case .handshaking: continueHandshake()
        case .open:
            if readiness.contains(.write) || writeWantsRead { flush() }
            if readiness.contains(.read), phase == .open { readAll() }
        case .idle, .connecting, .tunneling, .closed: break
        }
    }

    private func continueHandshake() {
        do {
            switch try stream?.handshake() {
            case .done:
                phase = .open
                wait(for: .read)
                owner.transportOpened()
                // The peer's first bytes may have come along with the end of the handshake.
                if phase == .open { readAll() }
            case .wantsWrite: wait(for: .write)
            default: wait(for: .read)
            }
        } catch {
            close(error)
        }
    }

    /// Reads until the socket is empty, then sends what that has led to.
    private func readAll() {
        isReading = true
        defer { isReading = false }
        var rounds = 0
        do {
            reading: while phase == .open, !isFrozen {
                switch try stream?.read(into: input) {
                case .done(let count):
                    owner.transportReceived(UnsafeRawBufferPointer(rebasing: input[..<count]))
                    rounds += 1
                    // A peer with much to say shall not wait for the first answer until all of it was read.
                    if rounds.isMultiple(of: Self.roundsBeforeFlush) {
                        isReading = false
                        flush()
                        isReading = true
                        guard phase == .open else { return }
                    }
                    // Others on this loop want to be served as well; OpenSSL may hold bytes that no readiness tells of.
                    if rounds == 32 {
                        loop.execute { if self.phase == .open { self.readAll() } }
                        break reading
                    }
                case .ended:
                    close(HTTP2Error(.connectionLost, detail: "the peer ended it"))
                    return
                case .wantsWrite:
                    wait(for: [.read, .write])
                    break reading
                case .wantsRead, nil: break reading
                }
            }
        } catch {
            close(error)
            return
        }
        isReading = false
        flush()
    }

    /// Sends what the owner has to say, as far as the socket takes it; called while reading, it happens afterwards.
    func flush() {
        guard !isFlushing else {
            // The owner gave bytes and, while doing so, got more to say.
            mustFlushAgain = true
            return
        }
        guard phase == .open, !isReading, !isFrozen else { return }
        isFlushing = true
        owner.transportWillFlush()
        writeAll()
        isFlushing = false
        if phase == .open { owner.transportFlushed() }
    }

    private func writeAll() {
        writeWantsRead = false
        do {
            while phase == .open {
                if outputStart == outputEnd {
                    mustFlushAgain = false
                    outputStart = 0
                    outputEnd = 0
                    outputEnd = owner.transportOutput(into: output)
                    producedBytes += UInt64(outputEnd)
                    guard phase == .open else { return }
                    if outputEnd == 0, mustFlushAgain { continue }
                    guard outputEnd > 0 else { break }
                }
                switch try stream?.write(UnsafeRawBufferPointer(rebasing: output[outputStart..<outputEnd])) {
                case .done(let count):
                    outputStart += count
                    writtenBytes += UInt64(count)
                case .wantsRead:
                    writeWantsRead = true
                    return
                case .wantsWrite:
                    wait(for: [.read, .write])
                    return
                case .ended, nil:
                    close(HTTP2Error(.connectionLost, detail: "the peer ended it"))
                    return
                }
            }
            wait(for: .read)
        } catch {
            close(error)
        }
    }

    /// Ends the connection and tells the owner once.
    ///
    /// - Parameters:
    ///   - error: Why.
    ///   - abruptly: Reset the socket instead of ending TLS properly.
    func close(_ error: HTTP2Error, abruptly: Bool = false) {
        guard phase != .closed else { return }
        if phase == .open, !abruptly { stream?.sayGoodbye() }
        phase = .closed
        attempt = nil
        if abruptly { socket?.resetOnClose() }
        dropSocket()
        owner.transportClosed(error)
    }

    /// Ends the connection in such a way that the peer certainly gets what was sent, though it may be sending itself.
    func closeGently(_ error: HTTP2Error) {
        guard phase == .open else {
            close(error)
            return
        }
        stream?.sayGoodbye()
        phase = .closed
        dropWatch()
        stream = nil
        if let socket = socket.take() { LingeringSocket.wait(for: socket, on: loop) }
        owner.transportClosed(error)
    }

    private func dropWatch() {
        watch?.stop()
        watch = nil
    }

    private func dropSocket() {
        dropWatch()
        stream = nil
        socket = nil
    }

    private func watchSocket(_ handler: @escaping (Transport, FileWatch.Readiness) -> Void) {
        guard let descriptor = socket?.fileDescriptor else { return }
        do {
            watch = try FileWatch(loop: loop, fileDescriptor: descriptor) { [unowned self] readiness in
                handler(self, readiness)
            }
        } catch {
            close(HTTP2Error(.library, detail: "\(error)"))
        }
    }

    private func wait(for readiness: FileWatch.Readiness) {
        guard phase != .closed else { return }
        do {
            try watch?.watch(readiness)
        } catch {
            close(HTTP2Error(.library, detail: "\(error)"))
        }
    }
}
