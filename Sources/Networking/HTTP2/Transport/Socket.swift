import Foundation

/// One non-blocking TCP socket, owned: it is closed when the value ends.
struct Socket: ~Copyable {
    /// The number that the system knows it by.
    let fileDescriptor: Int32

    /// Takes over a descriptor and makes it non-blocking, closed on exec, and quick with small writes.
    init(takingOwnership fileDescriptor: Int32) {
        self.fileDescriptor = fileDescriptor
        _ = fcntl(fileDescriptor, F_SETFL, fcntl(fileDescriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(fileDescriptor, F_SETFD, FD_CLOEXEC)
        setOption(Int32(IPPROTO_TCP), TCP_NODELAY, to: 1)
    }

    deinit { close(fileDescriptor) }

    /// Sets a numeric socket option; a refusal is not an error.
    borrowing func setOption(_ level: Int32, _ name: Int32, to value: Int32) {
        var value = value
        setsockopt(fileDescriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// The error that a connection attempt ended with, 0 when it succeeded.
    borrowing func pendingError() -> Int32 {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(fileDescriptor, SOL_SOCKET, SO_ERROR, &value, &size) == 0 ? value : errno
    }

    /// Makes the close a reset that throws away what is not yet sent, as a broken network does.
    borrowing func resetOnClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(fileDescriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
}

#if canImport(Darwin)
    let streamSocket = SOCK_STREAM
#else
    let streamSocket = Int32(SOCK_STREAM.rawValue)
#endif
