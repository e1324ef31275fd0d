import Foundation
import Testing
import TestSupport
import TidingsCore

@Suite struct ServerEventTests {
    private func events(_ text: String, pieces: Int = .max) throws -> [ServerEvent] {
        var parser = ServerEventParser()
        let bytes = Array(text.utf8)
        return try stride(from: 0, to: bytes.count, by: min(pieces, max(bytes.count, 1))).flatMap { start in
            try parser.take(Data(bytes[start..<min(start + min(pieces, bytes.count), bytes.count)]))
        }
    }

    @Test(arguments: [1, 2, 7, .max])
    func `events come out as they went in, in pieces of any size and with any ends of lines`(pieces: Int) throws {
        for end in ["\n", "\r\n", "\r"] {
            let text = ": hello\n\nid: 7\nevent: call\ndata: {\"a\":1}\ndata:more\n\nretry: 5\ndata: x\n\n"
                .replacingOccurrences(of: "\n", with: end)
            #expect(
                try events(text, pieces: pieces) == [
                    ServerEvent(id: "7", name: "call", data: "{\"a\":1}\nmore"),
                    ServerEvent(id: "7", name: "message", data: "x"),
                ])
        }
    }

    @Test func `an event without an end is given up, while comments may go on for ever`() throws {
        #expect(throws: ServerEventParser.Foreign.self) { try events("data: " + String(repeating: "x", count: 70_000)) }
        var parser = ServerEventParser()
        for _ in 0..<10_000 { #expect(try parser.take(Data(": still here\n\n".utf8)) == []) }
        #expect(try parser.take(Data("data: x\n\n".utf8)).count == 1)
    }
}
