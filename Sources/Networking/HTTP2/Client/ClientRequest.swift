/// One request of a client while it is open; the object is used again for later ones.
///
/// An object, not a value, because nghttp2 carries a pointer to it through its callbacks. All objects live as long as
/// their connection, so a pointer that nghttp2 still holds for a stream that is over never dangles.
final class ClientRequest {
    // Properties that every push touches are not checked for exclusive access: that alone took a tenth of the time.

    /// The number that the owner knows it by.
    @exclusivity(unchecked) private(set) var tag = 0
    /// Its stream; 0 as long as nghttp2 has not given one, and when the request is over.
    @exclusivity(unchecked) var streamID: Int32 = 0
    /// True from submission to end.
    @exclusivity(unchecked) private(set) var isOpen = false
    /// Where in the connection's output its last part begins; nil as long as that part is not handed out.
    ///
    /// As long as nothing past this point has left, the peer cannot have seen the whole request.
    @exclusivity(unchecked) private(set) var lastPartPosition: UInt64?
    /// The answer as far as it came.
    @exclusivity(unchecked) var status = 0
    @exclusivity(unchecked) private(set) var headers: [HTTP2Header] = []
    @exclusivity(unchecked) private var headerByteCount = 0
    @exclusivity(unchecked) var answer: [UInt8] = []
    @exclusivity(unchecked) var endsWithData = false

    @exclusivity(unchecked) private var body: [UInt8] = []
    @exclusivity(unchecked) private var bodyOffset = 0

    /// Begins a request.
    func open(tag: Int, body: [UInt8]) {
        self.tag = tag
        self.body = body
        bodyOffset = 0
        isOpen = true
        streamID = 0
        // Without a body the headers are the whole request, and when they leave is not known.
        lastPartPosition = body.isEmpty ? 0 : nil
        status = 0
        endsWithData = false
        headerByteCount = 0
    }

    /// Bytes of an answer's fields that are kept, each counted with 32 extra; a few bytes on the wire can stand for many.
    static let headerByteLimit = 16_384

    /// Keeps a field of the answer, as long as there is room.
    func add(name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) {
        headerByteCount += name.count + value.count + 32
        guard headerByteCount <= Self.headerByteLimit else { return }
        headers.append(HTTP2Header(String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
    }

    /// Ends it and lets go of what it held.
    func close() {
        isOpen = false
        streamID = 0
        body = []
        if !headers.isEmpty { headers = [] }
        if !answer.isEmpty { answer = [] }
    }

    /// Copies the next part of the body.
    func read(
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
