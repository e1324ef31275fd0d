@testable import HTTP2

/// Keeps a few requests open on a connection, gives one of them up, and counts how each ended.
final class Asker: HTTP2ClientOwner {
    /// How often each request ended, by its tag.
    private(set) var fates: [Int] = []
    /// How often the connection ended.
    private(set) var ends = 0
    private var handles: [HTTP2ClientConnection.RequestHandle] = []
    private var block = HeaderBlock()

    private static let requestLimit = 12

    func connectionOpened(_ connection: HTTP2ClientConnection) {
        for _ in 0..<4 { submit(on: connection) }
    }

    private func submit(on connection: HTTP2ClientConnection) {
        guard fates.count < Self.requestLimit else { return }
        block.removeAll()
        block.add(":method", "POST")
        block.add(":scheme", "https")
        block.add(":authority", "localhost")
        block.add(":path", "/3/device/\(fates.count)")
        let tag = fates.count
        // Every third request has no body.
        let body = [UInt8](repeating: 1, count: tag % 3 == 2 ? 0 : 70_000 * (tag % 2) + 10)
        fates.append(0)
        do {
            handles.append(try connection.submit(block, body: body, tag: tag))
        } catch {
            fates[tag] += 1
        }
    }

    func connectionSettingsChanged(_ connection: HTTP2ClientConnection) {
        if let handle = handles.first { connection.abandon(handle, because: HTTP2Error(.timedOut, detail: "fuzz")) }
    }

    func connectionWillFlush(_ connection: HTTP2ClientConnection) {
        if connection.capacity > 0, connection.openRequestCount < 3 { submit(on: connection) }
    }

    func connectionGoesAway(_ connection: HTTP2ClientConnection, code: HTTP2ErrorCode, debugData: [UInt8]) {
        submit(on: connection)
    }

    func requestEnded(_ connection: HTTP2ClientConnection, tag: Int, outcome: HTTP2Outcome) {
        fates[tag] += 1
        if case .answered(let response) = outcome {
            precondition((200...).contains(response.status), "1xx is no answer")
            precondition(response.body.count <= connection.configuration.bodyByteLimit)
        }
        if tag % 2 == 0 { submit(on: connection) }
    }

    func connectionEnded(_ connection: HTTP2ClientConnection, error: HTTP2Error) { ends += 1 }
}
