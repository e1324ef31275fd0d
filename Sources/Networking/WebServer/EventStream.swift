/// A body of server-sent events: a closure that sends them until it returns or is cancelled.
///
/// It is cancelled when the client goes away, when the server stops, and when more than the configured bytes stand
/// unsent because the client does not read.
package struct EventStream: Sendable {
    /// Sends the events.
    package let produce: @Sendable (EventWriter) async throws -> Void

    /// Makes a stream; the events end when `produce` returns or throws.
    package init(_ produce: @escaping @Sendable (EventWriter) async throws -> Void) { self.produce = produce }
}

/// One server-sent event.
package struct ServerSentEvent: Sendable {
    /// What the client hands back as `Last-Event-ID` when it reconnects.
    package var id: String?
    /// The event's type; nil means `message`.
    package var name: String?
    /// The text; line breaks in it arrive as line breaks.
    package var data: String

    /// Makes an event.
    package init(id: String? = nil, name: String? = nil, data: String) {
        self.id = id
        self.name = name
        self.data = data
    }

    /// The event as it goes over the wire.
    ///
    /// Line breaks cannot end a field early: in `id` and `name` they are left out.
    var wireFormat: String {
        var text = ""
        if let id { text += "id: \(Self.oneLine(id))\n" }
        if let name { text += "event: \(Self.oneLine(name))\n" }
        for line in data.split(omittingEmptySubsequences: false, whereSeparator: \.isLineBreak) {
            text += "data: \(line)\n"
        }
        return text + "\n"
    }

    private static func oneLine(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !["\r", "\n", "\0"].contains($0) }))
    }
}

extension Character {
    fileprivate var isLineBreak: Bool { self == "\n" || self == "\r" || self == "\r\n" }
}

/// Where the closure of an `EventStream` sends its events.
package struct EventWriter: Sendable {
    private let write: @Sendable ([UInt8]) -> Bool

    /// Makes a writer over a function that takes bytes and says whether the client is still there.
    package init(_ write: @escaping @Sendable ([UInt8]) -> Bool) { self.write = write }

    /// Sends an event; returns at once.
    ///
    /// - Returns: False if the client is gone or was cut off.
    @discardableResult
    package func send(_ event: ServerSentEvent) -> Bool { write(Array(event.wireFormat.utf8)) }

    /// Sends a comment, which clients ignore, so that proxies see a sign of life.
    @discardableResult
    package func keepAlive() -> Bool { write(Array(":\n\n".utf8)) }
}
