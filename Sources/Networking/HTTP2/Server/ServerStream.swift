/// One request on its way in and its answer on the way out.
///
/// An object, not a value: it is looked up for every event and changes with every header field. When its stream is
/// gone it serves another one. It is touched by its loop only, in calls that do not nest: the run-time checks for
/// exclusive access are left out, as there would be dozens for each request.
final class ServerStream {
    /// The number of the stream.
    @exclusivity(unchecked) private(set) var id: Int32 = 0
    /// The field names of the block are done; what follows are trailers.
    @exclusivity(unchecked) var hasHeaders = false
    /// The client has sent everything.
    @exclusivity(unchecked) var isComplete = false
    /// An answer or reset is decided.
    @exclusivity(unchecked) var isAnswered = false
    /// More header bytes came than the limit allows.
    @exclusivity(unchecked) private(set) var hasTooManyHeaders = false
    /// What is left to send of the answer's body.
    @exclusivity(unchecked) var answer: [UInt8] = []

    @exclusivity(unchecked) private var bytes = MessageBytes()
    @exclusivity(unchecked) private var fields: [HTTP2Request.Field] = []
    @exclusivity(unchecked) private var method = ByteSpan.empty
    @exclusivity(unchecked) private var path = ByteSpan.empty
    @exclusivity(unchecked) private var authority = ByteSpan.empty
    @exclusivity(unchecked) private var headerByteCount = 0
    @exclusivity(unchecked) private var bodyStart = 0
    @exclusivity(unchecked) private var isHandedOver = false
    @exclusivity(unchecked) private var answerOffset = 0

    init() {
        // Most requests have fewer fields; growing step by step costs more than the space.
        fields.reserveCapacity(16)
    }

    /// Begins another request on the memory of the one before, unless somebody still reads that.
    func begin(_ id: Int32) {
        self.id = id
        (hasHeaders, isComplete, isAnswered, hasTooManyHeaders, isHandedOver) = (false, false, false, false, false)
        (method, path, authority) = (.empty, .empty, .empty)
        (headerByteCount, bodyStart, answerOffset) = (0, 0, 0)
        if !answer.isEmpty { answer = [] }
        fields.removeAll(keepingCapacity: true)
        if isKnownUniquelyReferenced(&bytes) { bytes.removeAll() } else { bytes = MessageBytes() }
    }

    /// How much memory it would keep.
    var byteCapacity: Int { bytes.capacity + fields.capacity * MemoryLayout<HTTP2Request.Field>.stride }

    /// What became of a part of the body.
    enum Appended { case kept, cut, ignored }

    /// Takes in one field of the header block.
    func add(name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>, byteLimit: Int) {
        guard !hasHeaders else { return }
        headerByteCount += name.count + value.count + 32
        guard headerByteCount <= byteLimit else {
            hasTooManyHeaders = true
            return
        }
        defer { bodyStart = bytes.count }
        guard name.first == UInt8(ascii: ":") else {
            fields.append(HTTP2Request.Field(name: bytes.append(name), value: bytes.append(value)))
            return
        }
        // The library lets no pseudo-header through but these and `:scheme`, each once.
        switch (name.count, name[1]) {
        case (7, UInt8(ascii: "m")): method = bytes.append(value)
        case (5, UInt8(ascii: "p")): path = bytes.append(value)
        case (10, UInt8(ascii: "a")): authority = bytes.append(value)
        default: break
        }
    }

    /// Takes in a part of the body, up to the limit.
    func append(_ part: UnsafeBufferPointer<UInt8>, byteLimit: Int) -> Appended {
        guard !isHandedOver, !hasTooManyHeaders else { return .ignored }
        let room = byteLimit - (bytes.count - bodyStart)
        bytes.append(UnsafeBufferPointer(rebasing: part.prefix(room)))
        return part.count > room ? .cut : .kept
    }

    /// The request, the first time only.
    func takeRequest(connectionID: UInt64) -> HTTP2Request? {
        guard !isHandedOver, !hasTooManyHeaders else { return nil }
        isHandedOver = true
        return HTTP2Request(
            bytes: bytes, fields: fields, methodSpan: method, pathSpan: path, authoritySpan: authority,
            bodySpan: ByteSpan(start: bodyStart, count: bytes.count - bodyStart), isBodyCut: !isComplete,
            connectionID: connectionID, streamID: id)
    }

    /// Copies the next part of the answer's body.
    func readAnswer(into buffer: UnsafeMutableRawBufferPointer) -> (count: Int, isLast: Bool) {
        let count = min(buffer.count, answer.count - answerOffset)
        answer.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[answerOffset..<answerOffset + count]))
        }
        answerOffset += count
        return (count, answerOffset == answer.count)
    }
}
