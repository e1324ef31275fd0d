/// One request of a client while it is open.
struct ClientRequest {
    /// The number that the owner knows it by.
    let tag: Int
    /// Its stream; 0 until nghttp2 gave one.
    var streamID: Int32 = 0
    /// The body and how far it is handed to nghttp2.
    let body: [UInt8]
    var bodyOffset = 0
    /// Where in the connection's output its last part begins; nil as long as that part is not handed out.
    ///
    /// As long as nothing past this point has left, the peer cannot have seen the whole request.
    var lastPartPosition: UInt64?
    /// The answer as far as it came.
    var status = 0
    var headers: [HTTP2Header] = []
    var answer: [UInt8] = []

    /// Starts with nothing sent.
    init(tag: Int, body: [UInt8]) {
        self.tag = tag
        self.body = body
    }

    /// Copies the next part of the body.
    mutating func read(
        into buffer: UnsafeMutableRawBufferPointer, at position: UInt64
    ) -> (count: Int, isLast: Bool) {
        let count = min(buffer.count, body.count - bodyOffset)
        body.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[bodyOffset..<bodyOffset + count]))
        }
        bodyOffset += count
        guard bodyOffset == body.count else { return (count, false) }
        lastPartPosition = position
        return (count, true)
    }

    /// Whether the peer can have the whole request, when this many bytes have left.
    func mayHaveArrived(writtenBytes: UInt64) -> Bool {
        guard let lastPartPosition else { return false }
        return writtenBytes > lastPartPosition
    }
}
