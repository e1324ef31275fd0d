package import Foundation

/// One event of a live connection.
package struct ServerEvent: Sendable, Equatable {
    /// Where to go on after it.
    package var id: String?
    /// Its type; `message` where it names none.
    package var name: String
    /// Its text.
    package var data: String

    /// Describes an event.
    package init(id: String?, name: String, data: String) {
        self.id = id
        self.name = name
        self.data = data
    }
}

/// Reads server-sent events out of pieces of any size.
package struct ServerEventParser: Sendable {
    /// The most bytes of one event; a server that sends more is not ours.
    package static let byteLimit = 64 << 10

    private var line: [UInt8] = []
    private var id: String?
    private var name: String?
    private var data: [String] = []
    private var size = 0
    private var endsWithReturn = false

    /// Begins with nothing.
    package init() {}

    /// What a connection sends that is no stream of events.
    package struct Foreign: Error {}

    /// Takes a piece and answers the events that are complete.
    package mutating func take(_ piece: Data) throws -> [ServerEvent] {
        var events: [ServerEvent] = []
        for byte in piece {
            // A line ends with CR, LF or both.
            if byte == UInt8(ascii: "\n"), endsWithReturn {
                endsWithReturn = false
                continue
            }
            endsWithReturn = byte == UInt8(ascii: "\r")
            guard byte == UInt8(ascii: "\n") || endsWithReturn else {
                line.append(byte)
                size += 1
                guard size <= Self.byteLimit else { throw Foreign() }
                continue
            }
            defer { line = [] }
            if line.isEmpty {
                if let event = complete() { events.append(event) }
            } else {
                field(String(decoding: line, as: UTF8.self))
            }
        }
        return events
    }

    private mutating func field(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        var value = parts.count > 1 ? parts[1] : ""
        if value.hasPrefix(" ") { value = value.dropFirst() }
        switch parts[0] {
        case "id": id = String(value)
        case "event": name = String(value)
        case "data": data.append(String(value))
        // A comment, or something that a newer server sends; a comment only shows that the connection is alive.
        default: size -= min(size, line.count)
        }
    }

    private mutating func complete() -> ServerEvent? {
        defer { (name, data, size) = (nil, [], 0) }
        guard !data.isEmpty else { return nil }
        return ServerEvent(id: id, name: name ?? "message", data: data.joined(separator: "\n"))
    }
}
