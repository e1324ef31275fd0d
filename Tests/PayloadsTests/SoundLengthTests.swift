import TestSupport
import Testing

@testable import Payloads

@Suite struct SoundLengthTests {
    static func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    static func big(_ value: Int) -> [UInt8] { little(value).reversed() }
    static func wide(_ value: Int) -> [UInt8] { [0, 0, 0, 0] + big(value) }

    /// A file of one byte a sample at 8 kHz, without its samples.
    static func wave(seconds: Int) -> [UInt8] {
        let format = [1, 0, 1, 0] + little(8000) + little(8000) + [1, 0, 8, 0]
        return Array("RIFF".utf8) + little(36) + Array("WAVEfmt ".utf8) + little(16) + format + Array("data".utf8)
            + little(8000 * seconds)
    }

    @Test func `the length of wav, aiff and caf files stands in their heads`() {
        #expect(SoundLength.seconds(of: Self.wave(seconds: 31)) == 31)
        // 44,100 Hz as a number of 80 bits.
        let rate: [UInt8] = [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]
        let common = [0, 1] + Self.big(44_100 * 7) + [0, 16] + rate
        let aiff = Array("FORM".utf8) + Self.big(0) + Array("AIFFCOMM".utf8) + Self.big(18) + common
        #expect(SoundLength.seconds(of: aiff) == 7)
        let hertz = withUnsafeBytes(of: Double(8000).bitPattern.bigEndian) { Array($0) }
        let description =
            hertz + Array("lpcm".utf8) + Self.big(0) + Self.big(2) + Self.big(1) + Self.big(1) + Self.big(16)
        let head = Array("caff".utf8) + [0, 1, 0, 0] + Array("desc".utf8) + Self.wide(32) + description
        #expect(SoundLength.seconds(of: head + Array("data".utf8) + Self.wide(4 + 16_000 * 40)) == 40)
        let open =
            head + Array("data".utf8) + [UInt8](repeating: 0xFF, count: 8) + [UInt8](repeating: 0, count: 4 + 16_000)
        #expect(SoundLength.seconds(of: open) == 1)
        let packets = Array("pakt".utf8) + Self.wide(24) + Self.wide(10) + Self.wide(8000 * 33) + Self.wide(0)
        #expect(SoundLength.seconds(of: head + packets) == 33)
    }

    @Test func `what is cut off or something else has no length`() {
        let whole = Self.wave(seconds: 1)
        for count in 0..<whole.count { #expect(SoundLength.seconds(of: Array(whole.prefix(count))) == nil) }
        #expect(SoundLength.seconds(of: Array("ID3".utf8)) == nil)
    }
}
