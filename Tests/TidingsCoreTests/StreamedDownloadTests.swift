import ClientTestSupport
import Foundation
import FoundationNetworking
import TestSupport
import Testing
import TidingsCore
import Timekeeping

@Suite("A picture on its way to the disk", .timeLimit(.minutes(1))) struct StreamedDownloadTests {
    private func fetch(_ url: URL, into folder: TestFolder, limit: Int = 100_000) async throws -> DownloadedFile {
        try await StreamedDownload.run(URLRequest(url: url, timeoutInterval: 30), folder: folder.url, limit: limit)
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
            // Ends only when the other side closes the connection.
            while send(block) { sent += block.count }
            end.yield(sent)
        }
        let folder = try TestFolder()
        let error = await #expect(throws: URLError.self) { try await fetch(try server.url("/"), into: folder) }
        #expect(error?.code == .dataLengthExceedsMaximum)
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
        let error = await #expect(throws: URLError.self) { try await fetch(try server.url("/"), into: folder) }
        #expect(error?.code == .dataLengthExceedsMaximum)
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
                _ = send("HTTP/1.1 200 OK\r\nContent-Type: image/png; a=b\r\nContent-Length: 3\r\n\r\nabc")
            } else {
                _ = send("HTTP/1.1 302 Found\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n")
            }
        }
        let folder = try TestFolder()
        if isFollowed {
            let file = try await fetch(try server.url("/"), into: folder)
            #expect(file.mediaType == "image/png")
            #expect(try Data(contentsOf: file.file) == Data("abc".utf8))
        } else {
            await #expect(throws: URLError.self) { try await fetch(try server.url("/"), into: folder) }
            #expect(try files(in: folder).isEmpty)
        }
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
        #expect(PictureAddress.allowsRedirect(from: URL(string: origin), to: URL(string: target)) == isAllowed)
    }
}
