package import Foundation
internal import PushCrypto

/// Unguessable numbers for many ids: the system is asked once for some hundred of them, not once for each.
package struct RandomSupply: RandomNumberGenerator {
    private var words: [UInt64] = []
    private var system = SystemRandomNumberGenerator()

    /// Makes a supply; it belongs to the one who makes it, so that no number is given twice.
    package init() {}

    /// The next number.
    package mutating func next() -> UInt64 {
        if words.isEmpty, let bytes = try? RandomBytes.make(2_048) {
            words = bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt64.self)) }
        }
        return words.popLast() ?? system.next()
    }
}

extension UUID {
    /// A random UUID, version 4, of numbers that must be unguessable.
    package init(using generator: inout some RandomNumberGenerator) {
        // The version stands in the upper half of byte 6, the variant in the upper bits of byte 8.
        let high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        self = withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
