import Foundation
import Locking

/// A proxy that opens tunnels on the loopback address, or answers what a test wants.
final class ConnectProxy: Sendable {
    let port: Int
    private let listener: Int32
    private let heads = Locked<[String]>([])

    // `answer` is the whole head of the answer; a tunnel is opened when it says 200.
    init(answer: String = "HTTP/1.1 200 Connection established\r\n\r\n") throws {
        (listener, port) = try Loopback.listen()
        Thread.detachNewThread { [listener, heads] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                Thread.detachNewThread { Self.serve(client, answer: answer, heads: heads) }
            }
        }
    }

    /// What clients asked for.
    var requests: [String] { heads.withLock { $0 } }

    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private static func serve(_ client: Int32, answer: String, heads: Locked<[String]>) {
        defer { close(client) }
        var head: [UInt8] = []
        var byte: UInt8 = 0
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard recv(client, &byte, 1, 0) == 1 else { return }
            head.append(byte)
        }
        let text = String(decoding: head, as: UTF8.self)
        heads.withLock { $0.append(text) }
        let bytes = Array(answer.utf8)
        // In two parts: an answer does not come in one piece just because it is short.
        _ = send(client, bytes, bytes.count / 2, 0)
        _ = bytes.withUnsafeBytes {
            send(client, $0.baseAddress.map { $0 + bytes.count / 2 }, bytes.count - bytes.count / 2, 0)
        }
        guard answer.contains(" 200 "),
            let port = text.split(separator: " ").dropFirst().first?.split(separator: ":").last.flatMap({ UInt16($0) })
        else { return }
        guard let server = Loopback.connect(to: Int(port)) else { return }
        defer { close(server) }
        let back = Thread { pump(from: server, to: client) }
        back.start()
        pump(from: client, to: server)
    }

    private static func pump(from source: Int32, to sink: Int32) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(source, &buffer, buffer.count, 0)
            guard count > 0, send(sink, buffer, count, Int32(MSG_NOSIGNAL)) == count else { break }
        }
        shutdown(sink, Int32(SHUT_WR))
    }
}
