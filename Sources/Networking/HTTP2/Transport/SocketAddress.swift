import Dispatch
import Foundation

/// An IPv4 or IPv6 address with its port.
struct SocketAddress: Sendable, Equatable, CustomStringConvertible {
    /// `AF_INET` or `AF_INET6`.
    let family: Int32
    private let bytes: [UInt8]

    /// Copies what a system call gave.
    init(_ address: UnsafePointer<sockaddr>, length: socklen_t) {
        family = Int32(address.pointee.sa_family)
        bytes = Array(UnsafeRawBufferPointer(start: address, count: Int(length)))
    }

    /// Gives the address to a system call.
    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var storage = sockaddr_storage()
        withUnsafeMutableBytes(of: &storage) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(bytes.count)) }
        }
    }

    /// Fills in an address by a system call such as `accept` or `getsockname`.
    static func filled(by call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Void)
        -> SocketAddress
    {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, &length)
                return SocketAddress($0, length: min(length, socklen_t(MemoryLayout<sockaddr_storage>.size)))
            }
        }
    }

    /// The port.
    var port: Int {
        // Both families keep it, in network order, behind the family.
        bytes.count < 4 ? 0 : Int(bytes[2]) << 8 | Int(bytes[3])
    }

    /// Address and port, an IPv6 address in brackets.
    var description: String {
        var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let result = withPointer { getnameinfo($0, $1, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) }
        guard result == 0 else { return "unknown address" }
        let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return family == AF_INET6 ? "[\(text)]:\(port)" : "\(text):\(port)"
    }

    /// All addresses of a host, asked from the system each time, in the order to try.
    ///
    /// Blocks; `isNumeric` only accepts addresses and never asks a name server.
    static func resolve(host: String, port: Int, isNumeric: Bool = false) throws(HTTP2Error) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_socktype = streamSocket
        hints.ai_flags = AI_NUMERICSERV | (isNumeric ? AI_NUMERICHOST | AI_PASSIVE : 0)
        var list: UnsafeMutablePointer<addrinfo>?
        let result = getaddrinfo(host, String(port), &hints, &list)
        guard result == 0 else {
            throw HTTP2Error(.hostNotFound, detail: "\(host) (\(String(cString: gai_strerror(result))))")
        }
        defer { freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var next = list
        while let entry = next {
            if let address = entry.pointee.ai_addr {
                addresses.append(SocketAddress(address, length: entry.pointee.ai_addrlen))
            }
            next = entry.pointee.ai_next
        }
        guard !addresses.isEmpty else { throw HTTP2Error(.hostNotFound, detail: host) }
        return addresses
    }

    /// The addresses that `lookUp` finds, or the system where it is nil.
    static func resolve(
        host: String, port: Int, lookUp: ((String) -> [String])?
    ) throws(HTTP2Error) -> [SocketAddress] {
        guard let lookUp else { return try resolve(host: host, port: port) }
        var addresses: [SocketAddress] = []
        for address in lookUp(host) { addresses += try resolve(host: address, port: port, isNumeric: true) }
        guard !addresses.isEmpty else { throw HTTP2Error(.hostNotFound, detail: host) }
        return addresses
    }

    /// Where names are looked up, because `getaddrinfo` blocks for as long as the name server takes.
    static let resolverQueue = DispatchQueue(label: "tidings.resolver", attributes: .concurrent)
}
