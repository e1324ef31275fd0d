import Locking
import PushModel

extension CanonicalUUID {
    /// The system's own generator costs a system call a number; ids only have to differ.
    private static let generator = Locked(SplitMix64(seed: .random(in: 0 ... .max)))

    /// A new random (version 4) UUID.
    static func random() -> String { AnswerID.random().text }

    /// Writes the 36 bytes of a new random (version 4) UUID.
    static func writeRandom(into buffer: UnsafeMutableRawBufferPointer) {
        let (first, second) = generator.withLock { ($0.next(), $0.next()) }
        let high = first & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = second & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        write(high >> 32, 8, to: buffer, at: 0)
        write(high >> 16, 4, to: buffer, at: 9)
        write(high, 4, to: buffer, at: 14)
        write(low >> 48, 4, to: buffer, at: 19)
        write(low >> 32, 4, to: buffer, at: 24)
        write(low, 8, to: buffer, at: 28)
        buffer[8] = UInt8(ascii: "-")
        buffer[13] = UInt8(ascii: "-")
        buffer[18] = UInt8(ascii: "-")
        buffer[23] = UInt8(ascii: "-")
    }

    /// Writes the last `count` of the eight hex digits of a number.
    private static func write(
        _ number: UInt64, _ count: Int, to buffer: UnsafeMutableRawBufferPointer, at place: Int
    ) {
        // The eight digits side by side, the first one lowest: apart into bytes, then into nibbles, then to letters.
        var digits = UInt64(UInt32(truncatingIfNeeded: number).byteSwapped)
        digits = (digits | digits << 16) & 0x0000_FFFF_0000_FFFF
        digits = (digits | digits << 8) & 0x00FF_00FF_00FF_00FF
        digits = digits >> 4 & 0x000F_000F_000F_000F | (digits & 0x000F_000F_000F_000F) << 8
        let isLetter = (digits &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        digits = digits &+ 0x3030_3030_3030_3030 &+ isLetter &* 39
        withUnsafeBytes(of: digits.littleEndian) {
            buffer[place..<place + count].copyBytes(from: $0.suffix(count))
        }
    }
}
