#if canImport(Glibc)
    import Glibc
#endif

/// systemd, where it has started the process and wants to hear how it is: `sd_notify` without its library.
enum ServiceManager {
    /// Tells a state such as `READY=1`; nothing happens where nobody asks.
    ///
    /// - Parameters:
    ///   - state: Lines of name and value.
    ///   - environment: `NOTIFY_SOCKET` is the path of a socket; one that begins with @ is in the abstract namespace.
    /// - Returns: Whether it was told.
    @discardableResult
    static func tell(_ state: String, environment: [String: String]) -> Bool {
        #if canImport(Glibc)
            guard let path = environment["NOTIFY_SOCKET"], path.hasPrefix("/") || path.hasPrefix("@") else {
                return false
            }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            var bytes = Array(path.utf8)
            guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
            if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
            let length = MemoryLayout.offset(of: \sockaddr_un.sun_path).map { $0 + bytes.count } ?? 0
            let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            guard descriptor >= 0 else { return false }
            defer { close(descriptor) }
            let message = Array(state.utf8)
            let sent = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    sendto(descriptor, message, message.count, Int32(MSG_NOSIGNAL), $0, socklen_t(length))
                }
            }
            return sent == message.count
        #else
            return false
        #endif
    }
}
