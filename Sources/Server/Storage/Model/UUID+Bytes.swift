package import Foundation

extension UUID {
    /// Takes the 16 bytes that the database stores; nil if there are more or fewer.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// The 16 bytes that the database stores.
    package var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }
}
