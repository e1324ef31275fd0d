import Foundation
import TestSupport
import Testing
import TidingsCore

@Suite("What a file is, by its first bytes") struct MediaKindTests {
    private static func head(_ text: String) -> [UInt8] { Array(text.unicodeScalars.map { UInt8($0.value & 0xFF) }) }

    @Test(
        "Every kind that the system attaches is known by its bytes, whatever it is called", .rows("N24"),
        arguments: [
            ("\u{FF}\u{D8}\u{FF}\u{E0}\u{0}\u{10}JFIF\u{0}\u{1}", MediaKind.jpeg), ("\u{89}PNG\r\n\u{1A}\nIHDR", .png),
            ("GIF89a\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}", .gif), ("FORM\u{0}\u{0}\u{0}\u{0}AIFF", .aiff),
            ("FORM\u{0}\u{0}\u{0}\u{0}AIFC", .aiff), ("RIFF\u{0}\u{0}\u{0}\u{0}WAVE", .wav),
            ("RIFF\u{0}\u{0}\u{0}\u{0}AVI ", .avi), ("ID3\u{4}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}", .mp3),
            ("\u{FF}\u{FB}\u{90}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}", .mp3),
            ("\u{0}\u{0}\u{0}\u{20}ftypM4A ", .m4a), ("\u{0}\u{0}\u{0}\u{20}ftypisom", .mp4),
            ("\u{0}\u{0}\u{0}\u{20}ftypmp42", .mp4),
            ("\u{0}\u{0}\u{1}\u{BA}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}", .mpeg),
        ])
    func known(head: String, kind: MediaKind) { #expect(MediaKind(head: Self.head(head)) == kind) }

    @Test(
        "What the system does not attach is none of them", .rows("N24", "CS-N8"),
        arguments: [
            "", "\u{FF}", "<html><body>", "RIFF\u{0}\u{0}\u{0}\u{0}WEBP", "\u{0}\u{0}\u{0}\u{20}ftypheic",
            "\u{0}\u{0}\u{0}\u{20}ftypqt  ", "%PDF-1.7\n\n\n\n", "BM\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}",
            "\u{0}\u{0}\u{1}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}", "{\"a\":\"GIF89a\"}",
            "\u{FF}\u{FF}\u{FF}\u{FF}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}",
        ])
    func unknown(head: String) { #expect(MediaKind(head: Self.head(head)) == nil) }

    @Test("Each family has the size that the system takes", .rows("P14", "N24"))
    func sizes() {
        let rule = MediaRule()
        #expect([MediaKind.jpeg, .png, .gif].allSatisfy { rule.byteLimit(of: $0) == 10_000_000 })
        #expect([MediaKind.aiff, .wav, .mp3, .m4a].allSatisfy { rule.byteLimit(of: $0) == 5_000_000 })
        #expect([MediaKind.mpeg, .mp4, .avi].allSatisfy { rule.byteLimit(of: $0) == 50_000_000 })
    }

    @Test("A file is stopped at the first byte too many, in pieces of any size", .rows("P14"), arguments: [1, 5, 100])
    func intake(piece: Int) throws {
        let bytes = Data(Self.head("GIF89a") + [UInt8](repeating: 0, count: 94))
        for limit in [99, 100] {
            var intake = MediaIntake(.pictures(upTo: limit))
            let outcome = Result { () throws -> MediaKind in
                for start in stride(from: 0, to: bytes.count, by: piece) {
                    try intake.take(bytes[start..<min(start + piece, bytes.count)])
                }
                return try intake.finish()
            }
            #expect((try? outcome.get()) == (limit == 100 ? .gif : nil))
        }
    }

    @Test("An announced length counts against the kind, once that is known", .rows("P14"))
    func announced() throws {
        var intake = MediaIntake(MediaRule())
        try intake.expect(20_000_000)
        #expect(throws: MediaRule.Refusal.tooLarge) {
            try intake.take(Data(Self.head("GIF89a\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}")))
        }
        var film = MediaIntake(MediaRule())
        try film.expect(20_000_000)
        try film.take(Data(Self.head("\u{0}\u{0}\u{0}\u{20}ftypisom")))
        #expect(throws: MediaRule.Refusal.tooLarge) {
            var other = MediaIntake(MediaRule())
            try other.expect(50_000_001)
        }
    }

    @Test("Where only pictures are wanted, a film is not fetched")
    func picturesOnly() throws {
        var intake = MediaIntake(.pictures(upTo: 1_000))
        #expect(throws: MediaRule.Refusal.unsupportedKind) {
            try intake.take(Data(Self.head("\u{0}\u{0}\u{0}\u{20}ftypisom")))
        }
    }
}
