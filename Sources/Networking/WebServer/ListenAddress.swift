import CEvent
import Glibc

/// A socket address to listen on.
struct ListenAddress: Sendable {
    private var storage = sockaddr_storage()
    private let length: socklen_t
    let text: String
    let port: Int

    /// Resolves a numeric address or name; blocks while it does.
    init(host: String, port: Int) throws(WebServerError) {
        self.port = port
        text = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        guard (0...65_535).contains(port) else {
            throw WebServerError(.addressUnavailable, "Cannot listen on \(text): a port lies between 0 and 65535.")
        }
        var hints = addrinfo()
        hints.ai_flags = AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        defer { if let found { freeaddrinfo(found) } }
        guard getaddrinfo(host, String(port), &hints, &found) == 0, let first = found?.pointee,
            let address = first.ai_addr
        else {
            throw WebServerError(
                .addressUnavailable, "Cannot listen on \(text): the host has no address. Give one of this machine.")
        }
        length = first.ai_addrlen
        withUnsafeMutableBytes(of: &storage) { bytes in
            bytes.copyMemory(from: UnsafeRawBufferPointer(start: address, count: Int(first.ai_addrlen)))
        }
    }

    /// Makes sure that no other process listens on the port.
    ///
    /// The loops' sockets share the port (`SO_REUSEPORT`), and the system would let another program share it as well.
    func requireFree() throws(WebServerError) {
        let descriptor = socket(Int32(storage.ss_family), Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard withAddress({ bind(descriptor, $0, length) }) == 0 else { throw failure() }
    }

    /// Opens a socket that shares the port with the other loops'.
    ///
    /// - Returns: libevent's listener, which owns the socket.
    func listen(on base: OpaquePointer) throws(WebServerError) -> OpaquePointer {
        let flags = LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC | LEV_OPT_REUSEABLE | LEV_OPT_REUSEABLE_PORT
        let listener = withAddress { address in
            evconnlistener_new_bind(base, nil, nil, flags, 1_024, address, Int32(length))
        }
        guard let listener else { throw failure() }
        var yes: Int32 = 1
        // Accepted sockets inherit it; without it small events wait for the peer's acknowledgement.
        setsockopt(
            evconnlistener_get_fd(listener), Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        return listener
    }

    private func withAddress<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
        withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0) }
        }
    }

    private func failure() -> WebServerError {
        switch errno {
        case EADDRINUSE:
            WebServerError(
                .addressInUse, "Cannot listen on \(text): another program does. Stop it or choose another port.")
        case EACCES:
            WebServerError(
                .notPermitted, "Cannot listen on \(text): ports below 1024 need privileges. Choose another port.")
        case EMFILE, ENFILE, ENOBUFS, ENOMEM:
            WebServerError(
                .outOfResources, "Cannot listen on \(text): \(String(cString: strerror(errno))). Raise ulimit -n.")
        default:
            WebServerError(
                .addressUnavailable,
                "Cannot listen on \(text): \(String(cString: strerror(errno))). Give an address of this machine.")
        }
    }
}

/// Tells the port of a listening socket.
func port(of listener: OpaquePointer) -> Int {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    withUnsafeMutablePointer(to: &storage) { pointer in
        _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            getsockname(evconnlistener_get_fd(listener), $0, &length)
        }
    }
    // The port stands at the same place for IPv4 and IPv6.
    return withUnsafeBytes(of: &storage) { Int($0[2]) << 8 | Int($0[3]) }
}
