import Foundation

/// Plain blocking sockets on the loopback network, for peers that behave as no library would.
enum Loopback {
    /// Listens on a free port, or on this one; returns the descriptor and the port.
    static func listen(on host: String = "127.0.0.1", port: Int = 0, backlog: Int32 = 16) throws -> (Int32, Int) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = address(host, port)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && Foundation.listen(descriptor, backlog) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isListening else {
            close(descriptor)
            throw POSIXError(.EADDRINUSE)
        }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// Connects; nil when nobody is there.
    static func connect(to port: Int, on host: String = "127.0.0.1") -> Int32? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = address(host, port)
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard !isConnected else { return descriptor }
        close(descriptor)
        return nil
    }

    /// Listens where no connection is completed any more, as behind a firewall that drops packets without a word.
    ///
    /// The system answers no further SYN while a queue of one waits for `accept`; the descriptors are the caller's.
    static func deadEnd(on host: String, port: Int = 0) throws -> (descriptors: [Int32], port: Int) {
        let (listener, port) = try listen(on: host, port: port, backlog: 0)
        guard let filler = connect(to: port, on: host) else { throw POSIXError(.ECONNREFUSED) }
        return ([listener, filler], port)
    }

    private static func address(_ host: String, _ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = inet_addr(host)
        return address
    }
}
