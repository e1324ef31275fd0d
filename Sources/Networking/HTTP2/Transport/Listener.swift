import EventLoop
import Foundation

/// A listening socket that hands over what it accepts.
final class Listener: @unchecked Sendable {
    // Unchecked: made, used and stopped on its loop only.

    /// The port that is listened on.
    let port: Int
    private var socket: Socket?
    private var watch: FileWatch?

    /// Starts to listen; `accepted` gets descriptors that it has to take over.
    init(
        loop: EventLoop, host: String, port: Int, accepted: @escaping (Int32, SocketAddress) -> Void
    ) throws(HTTP2Error) {
        let place = "\(host):\(port)"
        let address: SocketAddress
        do {
            address = try SocketAddress.resolve(host: host, port: port, isNumeric: true)[0]
        } catch {
            throw HTTP2Error(.cannotListen, detail: "\(place) (not an IP address)")
        }
        let descriptor = Foundation.socket(address.family, streamSocket, 0)
        guard descriptor >= 0 else { throw Self.error(place) }
        let listening = Socket(takingOwnership: descriptor)
        listening.setOption(SOL_SOCKET, SO_REUSEADDR, to: 1)
        guard address.withPointer({ bind(descriptor, $0, $1) }) == 0, listen(descriptor, 1024) == 0 else {
            throw Self.error(place)
        }
        self.port = SocketAddress.filled { getsockname(descriptor, $0, $1) }.port
        socket = consume listening
        do {
            watch = try FileWatch(loop: loop, fileDescriptor: descriptor) { _ in
                Self.acceptAll(descriptor, accepted)
            }
            try watch?.watch(.read)
        } catch {
            throw HTTP2Error(.cannotListen, detail: "\(place) (\(error))")
        }
    }

    /// Stops to listen and frees the port.
    func stop() {
        watch?.stop()
        watch = nil
        socket = nil
    }

    private static func acceptAll(_ descriptor: Int32, _ accepted: (Int32, SocketAddress) -> Void) {
        while true {
            var client: Int32 = -1
            let address = SocketAddress.filled { client = accept(descriptor, $0, $1) }
            guard client >= 0 else { return }
            accepted(client, address)
        }
    }

    private static func error(_ place: String) -> HTTP2Error {
        HTTP2Error(.cannotListen, detail: "\(place) (\(String(cString: strerror(errno))))")
    }
}
