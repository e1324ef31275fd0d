import Foundation
import TestSupport
import Testing
import UserNotifications

final class AttachmentTests {
    private let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: scratch) }

    private func file(_ name: String, _ bytes: [UInt8]) throws -> URL {
        let folder = scratch.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appendingPathComponent(name)
        try Data(bytes).write(to: url)
        return url
    }

    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0]

    private func code(_ url: URL, hint: String? = nil) -> Int? {
        let options = hint.map { [UNNotificationAttachmentOptionsTypeHintKey: $0] }
        do {
            _ = try UNNotificationAttachment(identifier: "a", url: url, options: options)
            return nil
        } catch { return (error as NSError).code }
    }

    @Test(.rows("F41")) func `type, size and content of an attachment are checked`() throws {
        #expect(code(try file("kite.png", Self.png)) == nil)
        #expect(code(URL(fileURLWithPath: "/nowhere/kite.png")) == 100)
        #expect(code(try #require(URL(string: "https://example.com/kite.png"))) == 100)
        #expect(code(try file("kite.tmp", Self.png)) == 101)
        #expect(code(try file("kite.tmp", Self.png), hint: "public.png") == nil)
        #expect(code(try file("kite.webp", Self.png)) == 101)
        #expect(code(try file("kite.png", Self.png + [UInt8](repeating: 0, count: 10_000_001))) == 102)
        #expect(code(try file("kite.png", Array("<html>".utf8))) == 105)
        #expect(code(try file("kite.jpg", [])) == 105)
        #expect(code(try file("song.mp3", [UInt8](repeating: 1, count: 5_000_001))) == 102)
        #expect(code(try file("film.mp4", [UInt8](repeating: 1, count: 11_000_000))) == nil)
    }

    @Test func `an attachment without a name gets one, and knows its type`() throws {
        let attachment = try UNNotificationAttachment(identifier: "", url: file("kite.png", Self.png))
        #expect(!attachment.identifier.isEmpty)
        #expect(attachment.type == "public.png")
    }
}
