public import Foundation
import Locking
import PushCrypto

/// Makes the random ids of pushes.
///
/// Foundation opens a file of the system for each UUID, which costs more than to send the push; here one request for
/// randomness serves 64 ids.
public enum PushIdentity {
    private static let pool = Locked<[UInt8]>([])
    private static let byteCount = 16

    /// A random UUID, version 4.
    public static func next() -> UUID {
        pool.withLock { pool in
            if pool.count < byteCount { pool = refill() }
            let start = pool.count - byteCount
            let id = pool.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(fromByteOffset: start, as: uuid_t.self)) }
            pool.removeLast(byteCount)
            return id.asVersion4
        }
    }

    private static func refill() -> [UInt8] {
        if let bytes = try? RandomBytes.make(64 * byteCount) { return bytes }
        var generator = SystemRandomNumberGenerator()
        return (0..<byteCount).map { _ in generator.next() }
    }
}

extension UUID {
    /// The same bits with the marks of a random UUID (RFC 9562, section 5.4).
    fileprivate var asVersion4: UUID {
        var bytes = uuid
        bytes.6 = bytes.6 & 0x0F | 0x40
        bytes.8 = bytes.8 & 0x3F | 0x80
        return UUID(uuid: bytes)
    }
}
