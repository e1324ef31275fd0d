import Foundation
import ProcessLocal

/// Which sound a notification makes.
///
/// Source: Apple documentation, `UNNotificationSound`: AIFF, WAV or CAF, shorter than 30 seconds; anything else, and a file
/// that is not there, gives the default sound. Looked up in `Library/Sounds` of the app, then of its groups, then in the app.
enum SoundFile {
    /// The name of the file that is played, or `default`.
    static func resolved(_ name: String, in folders: [URL]) -> String {
        if ["default", "ringtone"].contains(name) { return name }
        // A name leads to no other folder.
        guard !name.contains("/"),
            ["aif", "aiff", "wav", "caf"].contains((name as NSString).pathExtension.lowercased())
        else { return "default" }
        let file = folders.map { $0.appendingPathComponent(name) }.first {
            FileManager.default.fileExists(atPath: $0.path)
        }
        guard let file, let data = try? Data(contentsOf: file), let seconds = seconds(of: data), seconds < 30 else {
            return "default"
        }
        return name
    }

    /// How long a sound lasts; nil when the contents are none of the three kinds.
    static func seconds(of data: Data) -> Double? {
        let bytes = [UInt8](data)
        if bytes.starts(with: Array("RIFF".utf8)) { return secondsOfWave(bytes) }
        if bytes.starts(with: Array("FORM".utf8)) { return secondsOfAIFF(bytes) }
        if bytes.starts(with: Array("caff".utf8)) { return secondsOfCAF(bytes) }
        return nil
    }

    private static func secondsOfWave(_ bytes: [UInt8]) -> Double? {
        var bytesPerSecond: Int?
        var length: Int?
        for chunk in chunks(bytes, from: 12, sizeBytes: 4, isBigEndian: false) {
            if chunk.name == "fmt " { bytesPerSecond = number(bytes, chunk.start + 8, 4, isBigEndian: false) }
            if chunk.name == "data" { length = chunk.length }
        }
        guard let bytesPerSecond, let length, bytesPerSecond > 0 else { return nil }
        return Double(length) / Double(bytesPerSecond)
    }

    private static func secondsOfAIFF(_ bytes: [UInt8]) -> Double? {
        guard let common = chunks(bytes, from: 12, sizeBytes: 4, isBigEndian: true).first(where: { $0.name == "COMM" }),
            let frames = number(bytes, common.start + 2, 4, isBigEndian: true),
            // The rate is a float of 80 bits: an exponent of 15 bits, then the digits, of which 32 are plenty.
            let exponent = number(bytes, common.start + 8, 2, isBigEndian: true),
            let digits = number(bytes, common.start + 10, 4, isBigEndian: true)
        else { return nil }
        let rate = Double(digits) * pow(2, Double((exponent & 0x7FFF) - 16383 - 31))
        return rate > 0 ? Double(frames) / rate : nil
    }

    private static func secondsOfCAF(_ bytes: [UInt8]) -> Double? {
        let all = chunks(bytes, from: 8, sizeBytes: 8, isBigEndian: true)
        guard let description = all.first(where: { $0.name == "desc" }),
            let rateBits = number(bytes, description.start, 8, isBigEndian: true),
            let bytesPerPacket = number(bytes, description.start + 16, 4, isBigEndian: true),
            let framesPerPacket = number(bytes, description.start + 20, 4, isBigEndian: true)
        else { return nil }
        let rate = Double(bitPattern: UInt64(bitPattern: Int64(rateBits)))
        guard rate > 0 else { return nil }
        // Compressed sounds say in a chunk of its own how many frames there are.
        if let table = all.first(where: { $0.name == "pakt" }),
            let frames = number(bytes, table.start + 8, 8, isBigEndian: true)
        {
            return Double(frames) / rate
        }
        guard bytesPerPacket > 0, let sound = all.first(where: { $0.name == "data" }) else { return nil }
        return Double((sound.length - 4) / bytesPerPacket * framesPerPacket) / rate
    }

    private struct Chunk {
        let name: String
        let start: Int
        let length: Int
    }

    private static func chunks(_ bytes: [UInt8], from start: Int, sizeBytes: Int, isBigEndian: Bool) -> [Chunk] {
        var found: [Chunk] = []
        var position = start
        while position + 4 + sizeBytes <= bytes.count,
            let size = number(bytes, position + 4, sizeBytes, isBigEndian: isBigEndian)
        {
            let begin = position + 4 + sizeBytes
            // A length beyond the file, such as that of a recording that was never closed, ends with the file.
            let length = size < 0 ? bytes.count - begin : min(size, bytes.count - begin)
            let name = String(decoding: bytes[position..<position + 4], as: UTF8.self)
            found.append(Chunk(name: name, start: begin, length: length))
            // Only the chunks of the two older kinds begin at even positions.
            position = begin + length + (sizeBytes == 4 ? length % 2 : 0)
        }
        return found
    }

    private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int, isBigEndian: Bool) -> Int? {
        guard start >= 0, start + count <= bytes.count else { return nil }
        let slice = bytes[start..<start + count]
        let ordered = isBigEndian ? Array(slice) : slice.reversed()
        return Int(truncatingIfNeeded: ordered.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
