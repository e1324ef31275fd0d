/// One request on its way in and its answer on the way out.
///
/// An object, not a value: it lives in a dictionary and changes with every header field.
final class ServerStream {
    /// The field names of the block are done; what follows are trailers.
    var hasHeaders = false
    /// The client has sent everything.
    var isComplete = false
    /// An answer or reset is decided.
    var isAnswered = false
    /// More header bytes came than the limit allows.
    private(set) var hasTooManyHeaders = false
    /// What is left to send of the answer's body.
    var answer: [UInt8] = []

    private var method = ""
    private var path = ""
    private var authority = ""
    private var headers: [HTTP2Header] = {
        var headers: [HTTP2Header] = []
        // Most requests have fewer fields; growing step by step costs more than the space.
        headers.reserveCapacity(12)
        return headers
    }()
    private var headerByteCount = 0
    private var body: [UInt8] = []
    private var isHandedOver = false
    private var answerOffset = 0

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
        let text = String(decoding: value, as: UTF8.self)
        guard name.first == UInt8(ascii: ":") else {
            headers.append(HTTP2Header(String(decoding: name, as: UTF8.self), text))
            return
        }
        switch String(decoding: name, as: UTF8.self) {
        case ":method": method = text
        case ":path": path = text
        case ":authority": authority = text
        default: break
        }
    }

    /// Takes in a part of the body, up to the limit.
    func append(_ bytes: UnsafeBufferPointer<UInt8>, byteLimit: Int) -> Appended {
        guard !isHandedOver, !hasTooManyHeaders else { return .ignored }
        let room = byteLimit - body.count
        body.append(contentsOf: bytes.prefix(room))
        return bytes.count > room ? .cut : .kept
    }

    /// The request, the first time only.
    func takeRequest(streamID: Int32, connectionID: UInt64) -> HTTP2Request? {
        guard !isHandedOver, !hasTooManyHeaders else { return nil }
        isHandedOver = true
        if authority.isEmpty { authority = headers.first { $0.name == "host" }?.value ?? "" }
        defer { (headers, body) = ([], []) }
        return HTTP2Request(
            method: method, path: path, authority: authority, headers: headers, body: body, isBodyCut: !isComplete,
            connectionID: connectionID, streamID: streamID)
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
