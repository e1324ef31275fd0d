import ClientTestSupport
import Foundation
import FoundationNetworking
import TestSupport
import Testing
import TidingsCore
import Timekeeping

@Suite("A picture on its way to the disk", .timeLimit(.minutes(1))) struct StreamedDownloadTests {
    private func fetch(_ url: URL, into folder: TestFolder) async throws -> DownloadedFile {
        try await StreamedDownload.run(
            URLRequest(url: url, timeoutInterval: 30), folder: folder.url, rule: .pictures(upTo: 100_000))
    }

    private func files(in folder: TestFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    }

    @Test("A server that never ends is hung up on at the limit, and nothing stays on the disk", .rows("CS-N8"))
    func endless() async throws {
        let (ended, end) = AsyncStream<Int>.makeStream()
        let server = try RawServer { _, send in
            _ = send("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n")
            let block = String(repeating: "x", count: 65_536)
            var sent = 0
            _ = send("GIF89a")
            // Ends only when the other side closes the connection.
            while send(block) { sent += block.count }
            end.yield(sent)
        }
        let folder = try TestFolder()
        let error = await #expect(throws: MediaRule.Refusal.self) {
            try await fetch(try server.url("/"), into: folder)
        }
        #expect(error == .tooLarge)
        #expect(try files(in: folder).isEmpty)
        #expect(await ended.first { _ in true } != nil)
        withExtendedLifetime(server) {}
    }

    @Test("A length that is announced too large ends it before the first byte", .rows("CS-N8"))
    func announced() async throws {
        let server = try RawServer { _, send in
            _ = send("HTTP/1.1 200 OK\r\nContent-Length: 999999999\r\n\r\nx")
        }
        let folder = try TestFolder()
        let error = await #expect(throws: MediaRule.Refusal.self) {
            try await fetch(try server.url("/"), into: folder)
        }
        #expect(error == .tooLarge)
        #expect(try files(in: folder).isEmpty)
        withExtendedLifetime(server) {}
    }

    @Test(
        "A redirect out of this phone's own network rules is not followed; one within them is",
        arguments: [
            ("http://192.0.2.1/x", false), ("file:///etc/passwd", false), ("ftp://127.0.0.1/x", false),
            ("/there", true),
        ])
    func redirects(target: String, isFollowed: Bool) async throws {
        let server = try RawServer { path, send in
            if path == "/there" {
                _ = send("HTTP/1.1 200 OK\r\nContent-Type: image/png; a=b\r\nContent-Length: 15\r\n\r\nGIF89a-and-more")
            } else {
                _ = send("HTTP/1.1 302 Found\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n")
            }
        }
        let folder = try TestFolder()
        if isFollowed {
            let file = try await fetch(try server.url("/"), into: folder)
            #expect(file.kind == .gif)
            #expect(try Data(contentsOf: file.file) == Data("GIF89a-and-more".utf8))
        } else {
            let error = await #expect(throws: MediaRule.Refusal.self) {
                try await fetch(try server.url("/"), into: folder)
            }
            #expect(error == .redirect)
            #expect(try files(in: folder).isEmpty)
        }
        withExtendedLifetime(server) {}
    }

    @Test("What is none of the wanted kinds is hung up on after its first bytes", .rows("CS-N8", "N24"))
    func wrongKind() async throws {
        let (ended, end) = AsyncStream<Bool>.makeStream()
        let server = try RawServer { _, send in
            _ = send("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 90000\r\n\r\n")
            while send("<html>not a picture</html>") {}
            end.yield(true)
        }
        let folder = try TestFolder()
        let error = await #expect(throws: MediaRule.Refusal.self) {
            try await fetch(try server.url("/"), into: folder)
        }
        #expect(error == .unsupportedKind)
        #expect(try files(in: folder).isEmpty)
        #expect(await ended.first { _ in true } == true)
        withExtendedLifetime(server) {}
    }

    @Test("A server that sends on for ever is left after a few times", .rows("CS-N8"))
    func endlessRedirects() async throws {
        let server = try RawServer { path, send in
            _ = send("HTTP/1.1 302 Found\r\nLocation: \(path)x\r\nContent-Length: 0\r\n\r\n")
        }
        let folder = try TestFolder()
        let error = await #expect(throws: MediaRule.Refusal.self) {
            try await fetch(try server.url("/"), into: folder)
        }
        #expect(error == .redirect)
        #expect(try files(in: folder).isEmpty)
        withExtendedLifetime(server) {}
    }

    @Test(
        "A redirect never leads out of https",
        arguments: [
            ("https://a.example/1", "https://b.example/2", true), ("https://a.example/1", "http://a.example/1", false),
            ("https://a.example/1", "http://127.0.0.1/1", false), ("http://127.0.0.1/1", "http://127.0.0.1/2", true),
            ("http://127.0.0.1/1", "http://b.example/2", false), ("https://a.example/1", "data:image/png,x", false),
            ("https://a.example/1", "https://user:secret@b.example/2", false),
        ])
    func redirectRule(origin: String, target: String, isAllowed: Bool) {
        #expect(MediaAddress.allowsRedirect(from: URL(string: origin), to: URL(string: target)) == isAllowed)
    }
}
